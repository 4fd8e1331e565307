import Formatters
package import FormModel
import Masks
import PCRE2
import Rules

extension DefinitionKinds {
    /// All kinds of rules and formatters of formd itself.
    package static let builtIn = DefinitionKinds(
        rules: [
            LengthRule.self, WordsRule.self, RegexRule.self, TextFieldRule.self, MinimumRule.self, MaximumRule.self,
            StepRule.self,
            PhoneRule.self, EmailRule.self, LuhnRule.self, IBANRule.self, OneOfRule.self, EqualsRule.self,
            DateRule.self, TimeRule.self, URLRule.self, UUIDRule.self, IPRule.self, HostnameRule.self, BICRule.self,
            CreditCardRule.self, ArticleNumberRule.self, PostalCodeRule.self, TaxNumberRule.self, ColorRule.self,
            JSONRule.self,
            PasswordStrengthRule.self, CheckRule.self, AnyRule.self,
        ],
        formatters: [
            MaskDefinition.self, BlockMaskDefinition.self, GroupingDefinition.self, NumberDefinition.self,
            DateDefinition.self, EnumDefinition.self, RegexInputDefinition.self,
        ],
        patternProblem: { pattern in
            do throws(PatternError) {
                _ = try Pattern(pattern)
                return nil
            } catch {
                return "\(error)"
            }
        }
    )

    /// The names of formd's messages that a bundle can replace: those that forms can, and the labels of buttons.
    package static let replaceableMessages = Set((builtIn.messages + ButtonLabel.allCases.map(\.message)).map(\.name))
}

extension DefinitionDecoder {
    /// Creates a decoder that supports formd's own kinds.
    package init(types: TypeNames = TypeNames(), budget: WorkBudget = .unlimited) {
        self.init(types: types, kinds: .builtIn, budget: budget)
    }
}

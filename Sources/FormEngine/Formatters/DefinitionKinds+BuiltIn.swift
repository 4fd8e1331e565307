package import FormModel
import PCRE2

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
}

extension DefinitionDecoder {
    /// Creates a decoder that supports formd's own kinds.
    package init(types: TypeNames = TypeNames(), budget: WorkBudget = .unlimited) {
        self.init(types: types, kinds: .builtIn, budget: budget)
    }
}

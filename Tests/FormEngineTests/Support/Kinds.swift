import Formatters
import FormEngine
import FormModel
import Masks
import Rules

// Short names for kinds, so that a test says which rule or formatter a field has in a few words.

extension RuleKind where Self == LengthRule {
    static func length(_ rule: LengthRule) -> Self { rule }
}

extension RuleKind where Self == RegexRule {
    static func regex(pattern: String) -> Self { RegexRule(pattern: pattern) }
}

extension RuleKind where Self == TextFieldRule {
    static func textField(_ rule: TextFieldRule) -> Self { rule }
}

extension RuleKind where Self == EqualsRule {
    static func equals(field: String) -> Self { EqualsRule(field: field) }
}

extension RuleKind where Self == PhoneRule {
    static var phone: Self { PhoneRule() }
}

extension RuleKind where Self == LuhnRule {
    static var luhn: Self { LuhnRule() }
}

extension RuleKind where Self == IBANRule {
    static var iban: Self { IBANRule() }
}

extension RuleKind where Self == UUIDRule {
    static var uuid: Self { UUIDRule() }
}

extension RuleKind where Self == IPRule {
    static var ipv4: Self { IPRule(.four) }
    static var ipv6: Self { IPRule(.six) }
}

extension RuleKind where Self == EmailRule {
    static func email(_ profile: EmailRule.Profile) -> Self { EmailRule(profile) }
}

extension RuleKind where Self == URLRule {
    static func url(schemes: [String]) -> Self { URLRule(schemes: schemes) }
}

extension RuleKind where Self == OneOfRule {
    static func oneOf(_ values: [String]) -> Self { OneOfRule(values) }
}

extension RuleKind where Self == DateRule {
    static func date(_ rule: DateRule) -> Self { rule }
}

extension RuleKind where Self == MinimumRule {
    static func minimum(_ bound: DecimalNumber) -> Self { MinimumRule(bound) }
}

extension RuleKind where Self == MaximumRule {
    static func maximum(_ bound: DecimalNumber) -> Self { MaximumRule(bound) }
}

extension FormatterDefinition {
    static func mask(_ definition: MaskDefinition) -> FormatterDefinition { FormatterDefinition(definition) }
    static func blockMask(_ definition: BlockMaskDefinition) -> FormatterDefinition { FormatterDefinition(definition) }
    static func grouping(_ definition: GroupingDefinition) -> FormatterDefinition { FormatterDefinition(definition) }
    static func number(_ definition: NumberDefinition) -> FormatterDefinition { FormatterDefinition(definition) }
    static func plugin(_ type: TypeReference) -> FormatterDefinition { FormatterDefinition(PluginFormatter(type)) }
}

extension RuleSubject {
    /// A text that is compared with another field's value.
    init(text: String, value: String, other: String) {
        self.init(text: text, value: value)
        reading = RuleReading(other: other)
    }
}

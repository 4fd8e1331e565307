/// What a type of rule looks like in a definition, and how it is read.
struct RuleShape: Sendable {
    /// All keys that such a rule may have.
    let keys: [String]
    let required: [String]
    /// Gets an object whose keys have been checked. nil: something is wrong, and has been reported.
    let read: @Sendable (DecodingContext, JSONObject) -> Rule.Kind?

    /// - Parameter keys: besides those that every rule may have.
    init(
        keys: [String] = [],
        required: [String] = [],
        read: @escaping @Sendable (DecodingContext, JSONObject) -> Rule.Kind?
    ) {
        self.keys = ["type", "message", "severity", "compatibility"] + keys
        self.required = required
        self.read = read
    }

    /// The types that every definition can name.
    static let names: [String] = builtIn.keys.sorted()

    static let builtIn: [String: RuleShape] = [
        "length": RuleShape(keys: ["min", "max", "unit", "shortMessage", "longMessage"]) { $0.lengthRule($1) },
        "regex": RuleShape(keys: ["pattern"]) { $0.regexRule($1) },
        "textField": RuleShape(
            keys: ["minLength", "maxLength", "regex", "requiredField", "globalErrorMessage", "messages"]
        ) { context, object in
            context.textFieldRule(object)
        },
        "minValue": RuleShape(keys: ["min"], required: ["min"]) { context, object in
            object["min"].flatMap(context.decimalNumber).map(Rule.Kind.minimum)
        },
        "maxValue": RuleShape(keys: ["max"], required: ["max"]) { context, object in
            object["max"].flatMap(context.decimalNumber).map(Rule.Kind.maximum)
        },
        "step": RuleShape(keys: ["step", "base"], required: ["step"]) { $0.stepRule($1) },
        "phone": RuleShape { _, _ in .phone },
        "email": RuleShape(keys: ["profile"]) { context, object in
            var profile = EmailProfile.html
            context.read(object["profile"], into: &profile) { context.choice($0, of: EmailProfile.self) }
            return .email(profile)
        },
        "luhn": RuleShape { _, _ in .luhn },
        "iban": RuleShape { _, _ in .iban },
        "oneOf": RuleShape(keys: ["values"], required: ["values"]) { context, object in
            object["values"].flatMap(context.listedValues).map(Rule.Kind.oneOf)
        },
        "equals": RuleShape(keys: ["field"], required: ["field"]) { context, object in
            object["field"].flatMap(context.identifier).map(Rule.Kind.equals)
        },
        "date": RuleShape(keys: ["format", "min", "max"]) { $0.dateRule($1) },
        "url": RuleShape(keys: ["schemes"]) { $0.urlRule($1) },
        "uuid": RuleShape { _, _ in .uuid },
        "ipv4": RuleShape { _, _ in .ipv4 },
        "ipv6": RuleShape { _, _ in .ipv6 },
    ]
}

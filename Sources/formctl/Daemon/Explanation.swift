import DBus

/// One entry of what `Session.Explain` answers.
struct Explanation {
    let field: String
    let rule: String
    let verdict: String
    let message: String
    let parameters: [(name: String, value: String)]
    /// The texts that the rule read, by field.
    let read: [(field: String, text: String)]
    private let properties: [(String, Value)]

    init?(_ value: Value) {
        guard let members = value.members, members.count == 2, let field = members[0].string,
            let properties = members[1].orderedProperties
        else { return nil }
        func string(_ name: String) -> String { properties.first { $0.0 == name }?.1.string ?? "" }
        func pairs(_ name: String) -> [(String, String)] {
            (properties.first { $0.0 == name }?.1.entries ?? []).map { ($0.key.string ?? "", $0.value.string ?? "") }
        }
        self.field = field
        self.properties = properties
        rule = string("rule")
        verdict = string("verdict")
        message = string("message")
        parameters = pairs("parameters")
        read = pairs("read")
    }

    var json: JSON { JSON([("field", .string(field))] + properties) }

    /// `the rule length (min 3) read "ab"`
    var reason: String {
        let source =
            switch rule {
            case "required": "it is required"
            case "maxLength": "its maximum length"
            case "formatter": "its formatter"
            case "input": "its calendar"
            case "error": "a program"
            case "pending": "a rule of a plug-in"
            default: "the rule \(rule.escapingControls)"
            }
        let parameters = parameters.map { "\($0.name.escapingControls) \($0.value.escapingControls)" }
        return source + (parameters.isEmpty ? "" : " (\(parameters.joined(separator: ", ")))")
    }

    /// What it read: of other fields with their names.
    var texts: String {
        read.map { $0.field == field ? $0.text.quoted : "\($0.text.quoted) in \($0.field.escapingControls)" }
            .joined(separator: " and ")
    }
}

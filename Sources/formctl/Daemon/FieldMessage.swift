import DBus

/// What is wrong with a field.
struct FieldMessage {
    let field: String
    let message: String

    init(field: String, message: String) {
        self.field = field
        self.message = message
    }

    /// From the `(ss)` of the contract.
    init?(_ value: Value) {
        guard let members = value.members, members.count == 2, let field = members[0].string,
            let message = members[1].string
        else { return nil }
        self.init(field: field, message: message)
    }

    var line: String { "\(field.escapingControls): \(message.escapingControls)" }
    var json: JSON { .object(["field": .string(field), "message": .string(message)]) }
}

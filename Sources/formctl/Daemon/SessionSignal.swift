import DBus

/// One signal of a session or of one of its fields.
struct SessionSignal: Sendable {
    /// nil: the session itself.
    let field: String?
    let name: String
    let arguments: [(name: String, value: Value)]
    /// Whether it is the session's last.
    let endsSession: Bool

    /// nil if the message is not a signal of this session.
    init?(_ message: Message, of session: ObjectPath) {
        guard let path = message.path, let below = path.relative(to: session), let member = message.member,
            let values = try? message.arguments()
        else { return nil }
        let elements = below.split(separator: "/")
        guard elements.isEmpty || (elements.count == 2 && elements[0] == "field") else { return nil }
        field = elements.last.map(String.init)
        name = member.string
        endsSession = message.isMember("Closed", of: FormBusNames.session) && elements.isEmpty
        let names = Self.argumentNames[member.string] ?? []
        arguments = values.enumerated().map { index, value in
            (names.indices.contains(index) ? names[index] : "argument\(index + 1)", value)
        }
    }

    /// As the contract names them; a signal does not carry the names.
    private static let argumentNames: [String: [String]] = [
        "PropertiesChanged": ["interface", "changed", "invalidated"],
        "FocusChanged": ["field", "previous", "revision"],
        "HeightChanged": ["height", "previous", "revision"],
        "Validated": ["valid", "errors", "revision"],
        "Submitted": ["revision"],
        "Closed": ["reason"],
        "TextChanged": ["text", "value", "origin", "revision"],
        "StateChanged": ["state", "previous", "revision"],
        "EditingBegan": ["revision"],
        "EditingEnded": ["revision"],
        "ReturnPressed": ["revision"],
        "ActionPressed": ["revision"],
        "ValidationFailed": ["message", "revision"],
        "DateChanged": ["date", "revision"],
    ]
}

extension SessionSignal {
    var line: String {
        let shown = changedProperties ?? arguments
        return ([field ?? ".", name] + shown.map { "\($0.name)=\($0.value.notation(briefly: true))" })
            .joined(separator: " ")
    }

    var json: JSON {
        .object([
            "field": .string(field ?? "."),
            "signal": .string(name),
            "arguments": JSON(arguments.map { ($0.name, $0.value) }),
        ])
    }

    /// What a PropertiesChanged is about: its other arguments say nothing new.
    private var changedProperties: [(name: String, value: Value)]? {
        guard name == "PropertiesChanged", arguments.count == 3 else { return nil }
        return arguments[1].value.orderedProperties?.map { (name: $0.0.escapingControls, value: $0.1) }
    }
}

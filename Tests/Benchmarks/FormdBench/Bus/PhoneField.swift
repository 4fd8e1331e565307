/// The field that keys are typed into: masked, validated, with two placeholders.
struct PhoneField {
    let load: BusLoad
    /// The object path of its session.
    let session: String

    static let serviceName = "org.formd.Forms1"

    static let definition = """
        {"title": "Benchmark", "fields": [{
          "id": "phone", "label": "Phone",
          "placeholders": [
            {"service": "floating", "text": "Phone"},
            {"service": "native", "text": "+7 (___) ___-__-__", "role": "support", "behavior": "hideOnInput"}],
          "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"},
          "validators": [
            {"type": "length", "min": 18, "message": "Enter the whole number"},
            {"type": "regex", "pattern": "[0-9+() -]*"}],
          "required": true}]}
        """

    /// Opens a session with the field, puts the focus into it, and makes sure that the keys come out as they should.
    ///
    /// - Parameter isStored: whether a daemon that keeps sessions on disk keeps this one.
    init(openedBy client: BusClient, isStored: Bool = true) throws {
        let definition = isStored ? Self.definition : #"{"durable": false, "# + Self.definition.dropFirst()
        session = try client.call(.openDefinition, definition)
        let field = BusMethod(
            destination: Self.serviceName,
            path: session + "/field/phone",
            interface: "org.formd.Forms1.Field",
            member: "Focus",
            signature: ""
        )
        var insertText = field
        insertText.member = "InsertText"
        insertText.signature = "s"
        var setText = field
        setText.member = "SetText"
        setText.signature = "sa{sv}"
        load = BusLoad(key: insertText, reset: setText)

        try client.call(field)
        try client.call(setText)
        let shown = try BusLoad.keys.map { try client.call(insertText, $0.description) }.last ?? ""
        guard shown == "+7 (916) 123-45-67" else {
            throw BenchmarkFailure(description: "the typed number became \"\(shown)\"")
        }
    }
}

extension BusMethod {
    static let openDefinition = BusMethod(
        destination: PhoneField.serviceName,
        path: "/org/formd/Forms1",
        interface: "org.formd.Forms1.Manager",
        member: "OpenDefinition",
        signature: "sa{sv}"
    )

    static func follow(_ session: String) -> BusMethod {
        BusMethod(
            destination: PhoneField.serviceName,
            path: session,
            interface: "org.formd.Forms1.Session",
            member: "Follow",
            signature: "a{sv}"
        )
    }

    static let echo = BusMethod(
        destination: "org.formd.BenchEcho1",
        path: "/org/formd/BenchEcho1",
        interface: "org.formd.BenchEcho1",
        member: "Echo",
        signature: "s"
    )

    /// The same after two signals.
    static let echoAndTell = BusMethod(
        destination: "org.formd.BenchEcho1",
        path: "/org/formd/BenchEcho1",
        interface: "org.formd.BenchEcho1",
        member: "EchoAndTell",
        signature: "s"
    )
}

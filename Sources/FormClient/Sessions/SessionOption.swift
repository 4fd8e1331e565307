package import DBus

/// An option for opening a session; see the contract's table of options.
package struct SessionOption: Sendable {
    package let name: String
    package let value: Value

    package init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }

    package static func token(_ token: String) -> Self { Self("token", .string(token)) }
    /// If a session with the token is open already, returns that session.
    package static var attach: Self { Self("attach", .boolean(true)) }
    package static func locale(_ locale: String) -> Self { Self("locale", .string(locale)) }
    /// In logical pixels.
    package static func width(_ width: Double) -> Self { Self("width", .double(width)) }
    package static func lifetime(_ lifetime: String) -> Self { Self("lifetime", .string(lifetime)) }
    /// The name of the draft that stores the values beyond the session.
    package static func draft(_ name: String) -> Self { Self("draft", .string(name)) }
    package static func idleTimeout(seconds: UInt32) -> Self { Self("idleTimeout", .uint32(seconds)) }
    /// What happens to an idle session: after `warn` seconds there is a warning, and after `grace` more seconds the
    /// session is reset or closed.
    package static func idle(warn: UInt32, grace: UInt32 = 10, closes: Bool = false) -> Self {
        let action = Value.string(closes ? "close" : "reset")
        return Self("idle", .properties([("warn", .uint32(warn)), ("grace", .uint32(grace)), ("action", action)]))
    }

    package static func audience(_ audience: String) -> Self { Self("audience", .string(audience)) }

    /// Initial texts by field.
    package static func values(_ values: [(field: String, text: String)]) -> Self {
        let entries = values.map { Value.Entry(.string($0.field), .string($0.text)) }
        return Self("values", .dictionary(.string, .string, entries))
    }
}

/// The form of a session, and the options for opening it.
package struct Opening: Sendable {
    let method: MemberName
    let form: String
    var options: [SessionOption]

    /// An installed form, by name.
    package static func form(_ name: String, _ options: [SessionOption] = []) -> Opening {
        Opening(method: "OpenSession", form: name, options: options)
    }

    /// A definition in JSON.
    package static func definition(_ json: String, _ options: [SessionOption] = []) -> Opening {
        Opening(method: "OpenDefinition", form: json, options: options)
    }

    /// The same with an additional option.
    package func adding(_ option: SessionOption) -> Opening {
        var copy = self
        copy.options.append(option)
        return copy
    }

    /// The same with the path of a lost session. If another client has opened that again, returns that session.
    func again(at path: ObjectPath) -> Opening {
        var copy = self
        copy.options.removeAll { ["token", "attach"].contains($0.name) }
        copy.options += [.token(path.name ?? ""), .attach]
        return copy
    }
}

public import DBus

/// An option for opening a session; see the contract's table of options.
public struct SessionOption: Sendable {
    /// The name in the contract.
    public let name: String
    /// The value, of the type in the contract.
    public let value: Value

    /// An option by its name in the contract.
    public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }

    /// The last element of the path: 1 to 64 characters of `[A-Za-z0-9_]`.
    public static func token(_ token: String) -> Self { Self("token", .string(token)) }
    /// If a session with the token is open already, returns that session.
    public static var attach: Self { Self("attach", .boolean(true)) }
    /// The language, a BCP 47 tag.
    public static func locale(_ locale: String) -> Self { Self("locale", .string(locale)) }
    /// In logical pixels.
    public static func width(_ width: Double) -> Self { Self("width", .double(width)) }
    /// What ends the session: `detached`, `connection` or `members`.
    public static func lifetime(_ lifetime: String) -> Self { Self("lifetime", .string(lifetime)) }
    /// The name of the draft that stores the values beyond the session.
    public static func draft(_ name: String) -> Self { Self("draft", .string(name)) }
    /// How long nobody may use the session before it is closed; 0 is no limit.
    public static func idleTimeout(seconds: UInt32) -> Self { Self("idleTimeout", .uint32(seconds)) }
    /// What happens to an idle session: after `warn` seconds there is a warning, and after `grace` more seconds the
    /// session is reset or closed.
    public static func idle(warn: UInt32, grace: UInt32 = 10, closes: Bool = false) -> Self {
        let action = Value.string(closes ? "close" : "reset")
        return Self("idle", .properties([("warn", .uint32(warn)), ("grace", .uint32(grace)), ("action", action)]))
    }

    /// Who gets plain signals on a bus: `bus` or `members`.
    public static func audience(_ audience: String) -> Self { Self("audience", .string(audience)) }

    /// Initial texts by field.
    public static func values(_ values: [(field: String, text: String)]) -> Self {
        let entries = values.map { Value.Entry(.string($0.field), .string($0.text)) }
        return Self("values", .dictionary(.string, .string, entries))
    }
}

/// The form of a session, and the options for opening it.
public struct Opening: Sendable {
    let method: MemberName
    let form: String
    let options: [SessionOption]

    /// An installed form, by name.
    public static func form(_ name: String, _ options: [SessionOption] = []) -> Opening {
        Opening(method: "OpenSession", form: name, options: options)
    }

    /// A definition in JSON.
    public static func definition(_ json: String, _ options: [SessionOption] = []) -> Opening {
        Opening(method: "OpenDefinition", form: json, options: options)
    }

    /// The same with an additional option.
    public func adding(_ option: SessionOption) -> Opening {
        Opening(method: method, form: form, options: options + [option])
    }

    /// The same with the path of a lost session. If another client has opened that again, returns that session.
    func again(at path: ObjectPath) -> Opening {
        let kept = options.filter { !["token", "attach"].contains($0.name) }
        return Opening(method: method, form: form, options: kept + [.token(path.name ?? ""), .attach])
    }
}

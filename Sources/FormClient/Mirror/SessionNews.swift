package import DBus
import FormContract

/// The content of one signal, about the session itself (the field's name is `nil`) or about one of its fields.
package enum SessionNews: Sendable {
    /// Properties changed; the object's `Revision` is among them.
    case properties(of: String?, [PropertyChange])
    /// A field was added, with all its properties.
    case fieldAdded(String, [PropertyChange])
    case fieldRemoved(String)
    /// Another signal.
    case event(SessionEvent)

    /// `nil` if the message is not a signal of the session at this path.
    package init?(_ message: Message, of session: ObjectPath) {
        guard message.kind == .signal, let below = message.path?.relative(to: session), let name = message.member,
            let arguments = try? message.arguments()
        else { return nil }
        guard below.isEmpty else {
            guard let field = Self.field(below) else { return nil }
            self.init(field, message.interface, name, arguments)
            return
        }
        guard message.interface == .objectManager else {
            self.init(nil, message.interface, name, arguments)
            return
        }
        guard let path = arguments.first?.objectPath?.relative(to: session), let field = Self.field(path),
            arguments.count == 2
        else { return nil }
        if name == "InterfacesRemoved" {
            self = .fieldRemoved(field)
        } else {
            let interface = arguments[1].entries?.first { $0.key.string == Contract.field.name.string }
            self = .fieldAdded(field, interface?.value.propertyChanges ?? [])
        }
    }

    private init(_ field: String?, _ interface: InterfaceName?, _ name: MemberName, _ arguments: [Value]) {
        if interface == .properties, arguments.count == 3 {
            self = .properties(of: field, arguments[1].propertyChanges ?? [])
        } else {
            self = .event(SessionEvent(of: field, name, arguments))
        }
    }

    /// The name of the field with the relative path `field/NAME`.
    private static func field(_ below: Substring) -> String? {
        let prefix = "field/"
        guard below.utf8.starts(with: prefix.utf8) else { return nil }
        let name = below.utf8.dropFirst(prefix.utf8.count)
        return name.isEmpty || name.contains(UInt8(ascii: "/")) ? nil : String(Substring(name))
    }
}

/// A signal of the Session or Field interface other than a property change.
package struct SessionEvent: Sendable {
    /// `nil` for a signal of the session.
    package let field: String?
    package let name: MemberName
    /// The arguments with their names in the contract, in its order.
    package let arguments: [PropertyChange]

    init(of field: String?, _ name: MemberName, _ values: [Value]) {
        self.field = field
        self.name = name
        let names = (field == nil ? Self.ofSession : Self.ofField)[name] ?? []
        arguments = values.enumerated().map { index, value in
            (names.indices.contains(index) ? names[index] : "argument\(index + 1)", value)
        }
    }

    /// The names of the arguments of each signal.
    private static let ofSession = argumentNames(Contract.session)
    private static let ofField = argumentNames(Contract.field)

    private static func argumentNames(_ interface: InterfaceDescription) -> [MemberName: [String]] {
        Dictionary(uniqueKeysWithValues: interface.signals.map { ($0.name, $0.arguments.map(\.name)) })
    }

    package subscript(argument: String) -> Value? {
        arguments.first { $0.name == argument }?.value
    }

    /// The revision of the signal's transaction; `nil` for the few signals without one, such as `Closed`.
    package var revision: UInt64? { self["revision"]?.uint64 }

    /// The seconds until an idle session is reset or closed; `nil` for other signals than `IdleWarning`.
    package var idleWarning: UInt32? { name == "IdleWarning" ? self["seconds"]?.uint32 : nil }
}

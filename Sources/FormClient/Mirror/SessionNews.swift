public import DBus
import FormContract

/// What one message tells of a session: the reply to `Follow`, which is the whole state, or a signal `Changed`.
package struct SessionNews: Sendable {
    package let revision: UInt64
    /// The properties by field; the name of the session is empty.
    package let objects: [(name: String, properties: EncodedProperties)]
    package let removed: [String]
    package let events: [SessionEvent]
    /// The size of the message in bytes.
    let size: Int

    /// The largest message that is accepted, in bytes. formd's largest state is a small part of this.
    private static let maximumSize = 32 << 20

    /// Throws if the message breaks the contract.
    package init(_ message: Message) throws(BusError) {
        size = message.greatestLength
        guard size <= Self.maximumSize else {
            throw .brokenContract("a message has \(size) bytes; the limit is \(Self.maximumSize)")
        }
        var reader = MessageReader(message)
        do throws(MessageError) {
            revision = try reader.uint64()
            objects = try reader.namedProperties()
            removed = reader.isAtEnd ? [] : try reader.value().strings ?? []
            events = reader.isAtEnd ? [] : try reader.namedProperties().map(SessionEvent.init)
        } catch {
            throw .brokenContract("\(error)")
        }
        for (name, properties) in objects {
            guard let mismatch = properties.mismatch(with: Self.declared(of: name)) else { continue }
            let owner = name.isEmpty ? "the session" : "the field \(name.prefix(80))"
            throw .brokenContract("\(mismatch.name) of \(owner) is not of type \(mismatch.declared)")
        }
    }

    // MARK: Properties that are announced

    /// Properties without change signals are not mirrored, because they would become stale. Those that the contract does
    /// not have are ignored.
    private static let ofSession = announced(Contract.session)
    private static let ofField = announced(Contract.field)

    /// The mirrored properties of a field or, for an empty name, of the session.
    static func declared(of name: String) -> PropertyTypes { name.isEmpty ? ofSession : ofField }

    private static func announced(_ interface: InterfaceDescription) -> PropertyTypes {
        PropertyTypes(interface.properties.filter { $0.emission != .never }.map { ($0.name, $0.type) })
    }
}

extension BusError {
    /// The daemon sent something that its contract excludes.
    static func brokenContract(_ what: String) -> BusError {
        BusError(.brokenContract, "formd has broken its contract: \(what)")
    }
}

extension ErrorName {
    /// The error of this module for a daemon that has broken its contract: `org.formd.FormClient.Error.BrokenContract`.
    public static let brokenContract: ErrorName = "org.formd.FormClient.Error.BrokenContract"
}

/// Something that happened besides changes of properties.
public struct SessionEvent: Sendable, Hashable {
    /// The name of the signal in the contract: `ReturnPressed`, `ValidationFailed`, `Submitted` and so on, or `Lost` with
    /// `count` for events that the daemon could not keep.
    public let name: String
    /// The field that the event is about; `nil` if it is about the session.
    public let field: String?
    /// The arguments by their names in the contract, without the field.
    public let arguments: [String: Value]

    /// An argument by its name in the contract.
    public subscript(argument: String) -> Value? { arguments[argument] }

    /// An event in a `Changed`, `(sa{sv})`.
    fileprivate init(_ name: String, _ members: EncodedProperties) {
        var arguments = members.dictionary
        self.name = name
        field = arguments.removeValue(forKey: "field")?.string
        self.arguments = arguments
    }

    /// A signal of the Session interface.
    init(_ signal: MemberName, _ values: [Value]) {
        name = signal.string
        field = nil
        let names = Contract.session.signals.first { $0.name == signal }?.arguments.map(\.name) ?? []
        arguments = Dictionary(zip(names, values)) { $1 }
    }

    /// The seconds until an idle session is reset or closed; `nil` for other events than `IdleWarning`.
    public var idleWarning: UInt32? { name == "IdleWarning" ? self["seconds"]?.uint32 : nil }
}

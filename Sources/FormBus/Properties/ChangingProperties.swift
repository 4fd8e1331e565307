import DBus
import EventLoop
import FormEngine
import FormRuntime

/// The properties of an interface that can change while a session is open, in the contract's order: what a set of the
/// engine's changes says on the bus.
struct ChangingProperties<Changes: OptionSet & Sendable, Object>: Sendable
where Changes.RawValue: FixedWidthInteger & Sendable {
    /// Side by side with `properties`: for each change, all of them are looked at. Bits, because sets of another module are
    /// compared by way of protocols.
    private let changes: [Changes.RawValue]
    private let properties: [Property]

    struct Property: Sendable {
        let name: MemberName
        let content: PropertyContent<Object>
    }

    init(_ properties: some Sequence<(Changes?, Property)>) {
        let changing = properties.compactMap { change, property in change.map { ($0.rawValue, property) } }
        changes = changing.map(\.0)
        self.properties = changing.map(\.1)
    }

    @LoopActor
    func write(_ object: Object, changed: Changes, to writer: inout PropertyWriter) throws(MessageError) {
        let changed = changed.rawValue
        for index in changes.indices where changed & changes[index] != 0 {
            try properties[index].content.write(as: properties[index].name, of: object, to: &writer)
        }
    }

    @LoopActor
    func values(of object: Object, in changed: Changes) -> [(String, Value)] {
        changes.indices.filter { changed.rawValue & changes[$0] != 0 }.map { index in
            (properties[index].name.string, properties[index].content.value(of: object))
        }
    }
}

extension ChangingProperties<FieldProperties, FieldReading> {
    static let field = Self(FieldProperty.all.map { ($0.change, Property(name: $0.name, content: $0.content)) })
}

extension ChangingProperties<SessionProperties, Session> {
    static let session = Self(SessionProperty.all.map { ($0.change, Property(name: $0.name, content: $0.content)) })
}

import DBus
import EventLoop
import FormEngine
import FormRuntime

/// The properties of an interface that can change while a session is open, in the contract's order: what a set of the
/// engine's changes says on the bus.
struct ChangingProperties<Changes: OptionSet & Sendable, Object>: Sendable {
    /// Side by side with `properties`: for each change, all of them are looked at.
    private let changes: [Changes]
    private let properties: [Property]

    struct Property: Sendable {
        let name: MemberName
        let content: PropertyContent<Object>
    }

    init(_ properties: some Sequence<(Changes?, Property)>) {
        let changing = properties.compactMap { change, property in change.map { ($0, property) } }
        changes = changing.map(\.0)
        self.properties = changing.map(\.1)
    }

    @LoopActor
    func write(_ object: Object, changed: Changes, to writer: inout PropertyWriter) throws(MessageError) {
        for index in changes.indices where !changed.isDisjoint(with: changes[index]) {
            try properties[index].content.write(as: properties[index].name, of: object, to: &writer)
        }
    }

    @LoopActor
    func values(of object: Object, in changed: Changes) -> [(String, Value)] {
        changes.indices.filter { !changed.isDisjoint(with: changes[$0]) }.map { index in
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

import DBus
import EventLoop
import FormEngine
import FormModel
import FormRuntime

/// What changed in a session as one value, `a(sa{sv})`: per field name ("" = the session) its properties.
@LoopActor
enum ChangeSummary {
    /// What a transaction changed.
    static func changed(_ changes: [Change], in session: Session) -> Value {
        summary(
            changes.flatMap { change -> [(String, [(String, Value)])] in
                switch change {
                case .fieldProperties(let index, let properties):
                    [
                        (
                            session.form.definition.fields[index].id,
                            properties.values(of: session.form.field(index))
                        )
                    ]
                case .sessionProperties(let properties): [("", properties.values(of: session))]
                case .rows(let added, removed: _): added.map { everything(of: $0, in: session) }
                case .field, .session: []
                }
            }
        )
    }

    /// Everything that changed after a revision, whole objects at a time; 0: everything.
    static func snapshot(of session: Session, since revision: UInt64) -> Value {
        var objects: [(String, [(String, Value)])] = []
        if session.hasChanged(since: revision) {
            objects.append(("", SessionProperty.all.map { ($0.name.string, $0.value(session)) }))
        }
        for index in session.form.definition.fields.indices
        where session.hasChanged(field: index, since: revision) {
            objects.append(everything(of: index, in: session))
        }
        return summary(objects)
    }

    private static func everything(of index: Int, in session: Session) -> (String, [(String, Value)]) {
        let reading = session.form.field(index)
        return (reading.id, FieldProperty.all.map { ($0.name.string, $0.value(reading)) })
    }

    private static func summary(_ objects: [(String, [(String, Value)])]) -> Value {
        .array(
            .structure([.string, .properties]),
            objects.map { .structure([.string($0), .properties($1)]) }
        )
    }
}

extension FieldProperties {
    /// The properties that can change, in the contract's order.
    private static let changeable = FieldProperty.all.compactMap { property in
        property.change.map { (change: $0, name: property.name, value: property.value) }
    }

    /// The names of the properties in the set, in the contract's order.
    var names: [MemberName] {
        Self.changeable.compactMap { contains($0.change) ? $0.name : nil }
    }

    func values(of reading: FieldReading) -> [(String, Value)] {
        Self.changeable.compactMap { contains($0.change) ? ($0.name.string, $0.value(reading)) : nil }
    }
}

@LoopActor
extension SessionProperties {
    /// The properties that can change, in the contract's order.
    private static let changeable = SessionProperty.all.compactMap { property in
        property.change.map { (change: $0, name: property.name, value: property.value) }
    }

    /// The names of the properties in the set, in the contract's order.
    var names: [MemberName] {
        Self.changeable.compactMap { contains($0.change) ? $0.name : nil }
    }

    func values(of session: Session) -> [(String, Value)] {
        Self.changeable.compactMap { contains($0.change) ? ($0.name.string, $0.value(session)) : nil }
    }
}

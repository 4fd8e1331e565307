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
                            session.definition.fields[index].id,
                            ChangingProperties.field.values(of: session.form.field(index), in: properties)
                        )
                    ]
                case .sessionProperties(let properties):
                    [("", ChangingProperties.session.values(of: session, in: properties))]
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
            objects.append(("", SessionProperty.all.map { ($0.name.string, $0.content.value(of: session)) }))
        }
        for index in session.definition.fields.indices
        where session.hasChanged(field: index, since: revision) {
            objects.append(everything(of: index, in: session))
        }
        return summary(objects)
    }

    private static func everything(of index: Int, in session: Session) -> (String, [(String, Value)]) {
        let reading = session.form.field(index)
        return (reading.id, FieldProperty.all.map { ($0.name.string, $0.content.value(of: reading)) })
    }

    private static func summary(_ objects: [(String, [(String, Value)])]) -> Value {
        .array(
            .structure([.string, .properties]),
            objects.map { .structure([.string($0), .properties($1)]) }
        )
    }
}

import DBus
import EventLoop
import FormEngine
import FormModel
import FormRuntime

/// What changed in a session, `a(sa{sv})`: by field name ("" is the session) its properties.
struct ChangeSummary: BusEncodable {
    private let objects: [Value]

    static let busType: ValueType = "a(sa{sv})"
    var busValue: Value { .array("(sa{sv})", objects) }

    /// What a transaction changed.
    @LoopActor
    init(of changes: [Change], in session: Session) {
        var objects: [Value] = []
        for change in changes {
            switch change {
            case .fieldProperties(let index, let properties):
                let reading = session.form.field(index)
                objects.append(
                    Self.object(reading.id, PropertyTable.field.values(of: reading, properties, in: session.path))
                )
            case .sessionProperties(let properties):
                let values = PropertyTable.session.values(of: session.form.reading, properties, in: session.path)
                objects.append(Self.object("", values))
            case .rows(let added, removed: _):
                objects += added.map { Self.everything(of: $0, in: session) }
            case .field, .session: break
            }
        }
        self.objects = objects
    }

    /// Writes all properties of each object that has changed after a revision; 0 is everything. Without a `Value` of each
    /// property: a form of 1,000 fields has 60,000.
    @LoopActor
    static func write(_ session: Session, since revision: UInt64, to writer: inout NamedPropertyWriter) throws {
        let reading = session.form.reading
        let path = session.path
        if revision == 0 || reading.lastChange > revision {
            var properties = PropertyTable.session.snapshotWriter(in: path)
            try writer.append("") { try properties.write(reading, to: &$0) }
        }
        var properties = PropertyTable.field.snapshotWriter(in: path)
        for index in 0..<session.form.fieldCount {
            let field = session.form.field(index)
            guard revision == 0 || field.revision > revision else { continue }
            try writer.append(field.id) { try properties.write(field, to: &$0) }
        }
    }

    @LoopActor
    private static func everything(of index: Int, in session: Session) -> Value {
        let reading = session.form.field(index)
        return object(reading.id, PropertyTable.field.values(of: reading, in: session.path))
    }

    private static func object(_ name: String, _ properties: [(String, Value)]) -> Value {
        .structure([.string(name), .properties(properties)])
    }
}

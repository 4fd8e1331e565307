import DBus
import EventLoop
import FormEngine
import FormModel
import FormRuntime

/// The changes of a session, `a(sa{sv})`: the changed properties by field name ("" is the session).
///
/// This type has no values; a summary is written directly to its message, because a form with 1,000 fields has 60,000
/// properties.
enum ChangeSummary: BusEncodable {
    static let busType: ValueType = "a(sa{sv})"
    var busValue: Value { switch self {} }

    /// Writes the changes of a transaction.
    @LoopActor
    static func write(_ changes: [Change], of session: Session, to writer: inout ValueWriter) throws {
        let path = session.path
        for change in changes {
            switch change {
            case .fieldProperties(let index, let properties):
                let field = session.form.field(index)
                try writer.write(field.id) {
                    try PropertyTable.field.write(field, changed: properties, in: path, to: &$0)
                }
            case .sessionProperties(let properties):
                try writer.write("") {
                    try PropertyTable.session.write(session.form.reading, changed: properties, in: path, to: &$0)
                }
            case .rows(let added, removed: _): try write(fields: added, of: session, to: &writer)
            case .field, .session: break
            }
        }
    }

    /// Writes all properties of each object that has changed since a revision; 0 selects everything.
    @LoopActor
    static func write(_ session: Session, since revision: UInt64, to writer: inout ValueWriter) throws {
        let reading = session.form.reading
        if revision == 0 || reading.lastChange > revision {
            var properties = PropertyTable.session.snapshotWriter(in: session.path)
            try writer.write("") { try properties.write(reading, to: &$0) }
        }
        let fields = (0..<session.form.fieldCount).lazy.filter { index in
            revision == 0 || session.form.field(index).revision > revision
        }
        try write(fields: fields, of: session, to: &writer)
    }

    /// Writes all properties of fields.
    @LoopActor
    private static func write(
        fields: some Sequence<Int>,
        of session: Session,
        to writer: inout ValueWriter
    ) throws {
        var properties = PropertyTable.field.snapshotWriter(in: session.path)
        for index in fields {
            let field = session.form.field(index)
            try writer.write(field.id) { try properties.write(field, to: &$0) }
        }
    }
}

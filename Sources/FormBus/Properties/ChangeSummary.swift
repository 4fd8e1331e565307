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
                try write(properties, of: session.form.field(index), in: path, to: &writer)
            case .sessionProperties(let properties): try write(properties, of: session, to: &writer)
            case .rows(let added, removed: _): try write(fields: added, of: session, to: &writer)
            case .field, .session: break
            }
        }
    }

    /// Writes all properties of each object that has changed since a revision; 0 selects everything.
    ///
    /// - Parameter follower: if it is not `nil`, only the properties that it wants are written.
    @LoopActor
    static func write(
        _ session: Session,
        since revision: UInt64,
        for follower: Follower? = nil,
        to writer: inout ValueWriter
    ) throws {
        let reading = session.form.reading
        if revision == 0 || reading.lastChange > revision {
            try write(follower?.session ?? .all, of: session, to: &writer)
        }
        let fields = (0..<session.form.fieldCount).filter { index in
            revision == 0 || session.form.field(index).revision > revision
        }
        guard let wanted = follower?.field, wanted != .all else {
            return try write(fields: fields, of: session, to: &writer)
        }
        let path = session.path
        for index in fields { try write(wanted, of: session.form.field(index), in: path, to: &writer) }
    }

    /// Writes what a follower is told.
    @LoopActor
    static func write(_ news: Follower.News, of session: Session, to writer: inout ValueWriter) throws {
        try write(news.session, of: session, to: &writer)
        let path = session.path
        for field in news.fields {
            guard let index = session.form.index(ofField: field.name) else { continue }
            try write(field.properties, of: session.form.field(index), in: path, to: &writer)
        }
    }

    @LoopActor
    private static func write(
        _ properties: SessionProperties,
        of session: Session,
        to writer: inout ValueWriter
    ) throws {
        guard !properties.isEmpty else { return }
        try writer.write("") {
            try PropertyTable.session.write(session.form.reading, changed: properties, in: session.path, to: &$0)
        }
    }

    @LoopActor
    private static func write(
        _ properties: FieldProperties,
        of field: FieldReading,
        in session: ObjectPath,
        to writer: inout ValueWriter
    ) throws {
        guard !properties.isEmpty else { return }
        try writer.write(field.id) {
            try PropertyTable.field.write(field, changed: properties, in: session, to: &$0)
        }
    }

    /// Writes all properties of fields.
    @LoopActor
    private static func write(
        fields: [Int],
        of session: Session,
        to writer: inout ValueWriter
    ) throws {
        var properties = PropertyTable.field.snapshotWriter(in: session.path)
        for (number, index) in fields.enumerated() {
            let field = session.form.field(index)
            let start = writer.count
            try writer.write(field.id) { try properties.write(field, to: &$0) }
            // Fields are of similar size. So the memory is taken once rather than whenever it is full.
            if number == 0 { writer.reserve((writer.count - start) * fields.count) }
        }
    }
}

package import DBus
import FormContract

/// A session as its client knows it: the properties of the session and of its fields, kept current by the daemon's signals.
///
/// The mirror is a value that does no input or output: what comes goes in, what changed comes out. It relies on what the
/// contract promises: all signals of a transaction carry its revision, revisions grow by one, the signals leave before the
/// reply, and `GetSnapshot` has all properties of each object that changed since a revision.
///
/// - Each object has the revision of its last news. News that is not newer is part of what is known, and is dropped.
/// - A revision that is skipped, and a reply whose revision was not announced, mean that signals were missed: then `gap` is
///   the last revision that is known whole, and a snapshot since that revision closes it.
package struct SessionMirror: Sendable {
    private struct Object: Sendable {
        var revision: UInt64 = 0
        /// What a snapshot said of it, which is read when it is asked for: a large form has many properties that nobody reads.
        var snapshot: EncodedProperties?
        /// The values of properties that signals and replies brought after the snapshot, or before there was one.
        var news: [String: Value] = [:]

        subscript(name: String) -> Value? { news[name] ?? snapshot?[name] }

        var properties: [String: Value] {
            Dictionary(snapshot?.entries.map { ($0.name, $0.value) } ?? []) { $1 }.merging(news) { $1 }
        }

        mutating func index() {
            guard let snapshot else { return }
            for (name, value) in snapshot.entries where news[name] == nil { news[name] = value }
            self.snapshot = nil
        }

        mutating func take(_ changes: [PropertyChange], at revision: UInt64) {
            self.revision = revision
            for (name, value) in changes { news[name] = value }
        }
    }

    /// The highest revision that anything said.
    package private(set) var revision: UInt64 = 0
    /// The last revision before missing news; `nil` if nothing is missing. 0 before the first snapshot.
    package private(set) var gap: UInt64? = 0
    /// The names of the fields in the form's order.
    package private(set) var fieldNames: [String] = []
    /// The revision of the last snapshot: events up to it had their effect before it.
    private var snapshotRevision: UInt64 = 0
    private var session = Object()
    private var fields: [String: Object] = [:]

    package init() {}

    // MARK: Reading

    package func contains(field: String) -> Bool { fields[field] != nil }

    /// A property of a field or, with `nil`, of the session; `nil` if there is none, or no such field.
    package subscript(name: String, of field: String?) -> Value? {
        let value = field.map { fields[$0]?[name] } ?? session[name]
        guard value != nil, !Self.unannounced(of: field).contains(name) else { return nil }
        return value
    }

    package subscript<Item: PropertyItem>(key: PropertyKey<Item>, of field: String?) -> Item {
        self[key.name, of: field].flatMap { Item(busValue: $0) } ?? .absent
    }

    /// All properties of a field or of the session.
    package func properties(of field: String?) -> [String: Value] {
        let properties = field.map { fields[$0]?.properties ?? [:] } ?? session.properties
        return properties.filter { !Self.unannounced(of: field).contains($0.key) }
    }

    /// The field that has the focus.
    package var focusedField: String? {
        let name = self[SessionProperties.all.focusedField, of: nil]
        return name.isEmpty ? nil : name
    }

    /// Reads all properties of a field or, with `nil`, of the session, that a snapshot brought. For who reads many of them again
    /// and again: in the snapshot each is sought from the first one on.
    package mutating func index(_ field: String?) {
        if let field { fields[field]?.index() } else { session.index() }
    }

    // MARK: Signals and replies

    /// Takes in a signal, and returns what it changed.
    package mutating func take(_ news: SessionNews) -> SessionChange? {
        // What comes before the first snapshot is part of it.
        guard gap != 0 else { return nil }
        switch news {
        case .properties(let field, let changes): return take(changes, of: field)
        case .fieldAdded(let field, let properties):
            let revision = properties.revision
            guard revision > snapshotRevision else { return nil }
            note(revision)
            var object = Object()
            object.take(properties, at: revision)
            fields[field] = object
            return .fieldAdded(field)
        case .fieldRemoved(let field): return fields.removeValue(forKey: field) == nil ? nil : .fieldRemoved(field)
        case .event(let event):
            if let revision = event.revision {
                guard revision > snapshotRevision else { return nil }
                note(revision)
            }
            return .event(event)
        }
    }

    /// Takes in the revision that the reply to an operation has. Its signals came before.
    package mutating func take(replyAt revision: UInt64) {
        if revision > self.revision { gap = gap ?? self.revision }
    }

    private mutating func take(_ changes: [PropertyChange], of field: String?) -> SessionChange? {
        let revision = changes.revision
        guard let field else {
            guard revision > session.revision else { return nil }
            note(revision)
            session.take(changes, at: revision)
            if changes.contains(where: { $0.name == Self.fieldPaths }) { orderFields() }
            return .properties(of: nil, changes)
        }
        guard let known = fields[field]?.revision else {
            if revision > snapshotRevision { gap = gap ?? snapshotRevision }
            return nil
        }
        guard revision > known else { return nil }
        note(revision)
        fields[field]?.take(changes, at: revision)
        return .properties(of: field, changes)
    }

    private mutating func note(_ revision: UInt64) {
        guard revision > self.revision else { return }
        if revision - self.revision > 1 { gap = gap ?? self.revision }
        self.revision = revision
        session.news[Self.revisionName] = .uint64(revision)
    }

    // MARK: Snapshots

    /// Takes in the reply to `GetSnapshot(since)`, and returns what it changed: nothing for the first one. Everything that was
    /// known is forgotten before a snapshot since 0.
    package mutating func take(snapshot: Snapshot, since: UInt64) -> [SessionChange] {
        let before = self
        if since == 0 { self = SessionMirror() }
        var isNewest = snapshot.revision >= revision
        for (name, properties) in snapshot.objects {
            // It has all news up to its own revision.
            let new = Object(revision: snapshot.revision, snapshot: properties)
            let known = name.isEmpty ? session.revision : fields[name]?.revision ?? 0
            if new.revision < known {
                // News that came meanwhile is newer than the snapshot: another snapshot is needed.
                isNewest = false
            } else if name.isEmpty {
                session = new
            } else {
                fields[name] = new
            }
        }
        orderFields()
        if isNewest {
            revision = snapshot.revision
            snapshotRevision = snapshot.revision
            session.news[Self.revisionName] = .uint64(revision)
            gap = nil
        }
        return before.fieldNames.isEmpty ? [] : differences(from: before)
    }

    private func differences(from before: SessionMirror) -> [SessionChange] {
        var changes: [SessionChange] = before.fieldNames.filter { fields[$0] == nil }.map { .fieldRemoved($0) }
        for name in fieldNames {
            if before.contains(field: name) {
                changes += Self.differences(of: name, properties(of: name), from: before.properties(of: name))
            } else {
                changes.append(.fieldAdded(name))
            }
        }
        return changes + Self.differences(of: nil, properties(of: nil), from: before.properties(of: nil))
    }

    /// The change that leads from the old properties to the new ones, if one does.
    private static func differences(
        of field: String?,
        _ new: [String: Value],
        from old: [String: Value]
    ) -> [SessionChange] {
        let differing = new.filter { old[$0.key] != $0.value }.sorted { $0.key < $1.key }
        return differing.isEmpty ? [] : [.properties(of: field, differing.map { ($0.key, $0.value) })]
    }

    // MARK: Fields

    /// Orders the fields as the session's property says, and drops those that it does not name.
    private mutating func orderFields() {
        let paths = session[Self.fieldPaths]?.elements ?? []
        fieldNames = paths.compactMap { $0.objectPath?.name }
        guard fields.count > fieldNames.count else { return }
        let names = Set(fieldNames)
        fields = fields.filter { names.contains($0.key) }
    }

    private static let revisionName = SessionProperties.all.revision.name
    private static let fieldPaths = "Fields"

    // MARK: Properties that are not announced

    /// A property that no signal announces would grow old here.
    private static let unannouncedOfSession = unannounced(Contract.session)
    private static let unannouncedOfField = unannounced(Contract.field)

    private static func unannounced(of field: String?) -> Set<String> {
        field == nil ? unannouncedOfSession : unannouncedOfField
    }

    private static func unannounced(_ interface: InterfaceDescription) -> Set<String> {
        Set(interface.properties.filter { $0.emission == .never }.map(\.name.string))
    }
}

extension [PropertyChange] {
    /// The revision that the announcement of an object's properties has.
    fileprivate var revision: UInt64 {
        last { $0.name == SessionProperties.all.revision.name }?.value.uint64 ?? 0
    }
}

/// The reply to `GetSnapshot`.
package struct Snapshot: Sendable {
    package let revision: UInt64
    /// Properties by field; the session has the name "".
    package let objects: [(name: String, properties: EncodedProperties)]

    /// Throws if the message is no such reply.
    package init(_ reply: Message) throws(BusError) {
        var reader = MessageReader(reply)
        do throws(MessageError) {
            revision = try reader.uint64()
            objects = try reader.namedProperties()
        } catch {
            throw error.busError
        }
    }
}

package import DBus
import FormContract

/// A client's copy of a session: the properties of the session and its fields, updated from the daemon's signals.
///
/// The mirror is a value without input and output: messages are passed in, and changes are returned. It relies on the
/// contract: all signals of a transaction carry its revision, revisions increase by one, signals are sent before the
/// reply, and `GetSnapshot` returns all properties of each object that changed since a revision.
///
/// - The mirror stores the revision of the last signal for each object. A signal that is not newer is contained
///   already, and is ignored.
/// - A skipped revision, and a reply with a revision that was not announced, mean that signals were missed. `gap` is
///   then the last revision before the missing signals, and a snapshot since that revision fills the gap.
package struct SessionMirror: Sendable {
    private struct Object: Sendable {
        var revision: UInt64 = 0
        /// The properties in the last snapshot. They are decoded when they are read, because many properties of a large
        /// form never are.
        var snapshot: EncodedProperties?
        /// The values from signals and replies after the snapshot, or before the first one.
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

    /// The highest revision received.
    package private(set) var revision: UInt64 = 0
    /// The last revision before missing signals; `nil` if none are missing. 0 before the first snapshot.
    package private(set) var gap: UInt64? = 0
    /// The names of the fields in the form's order.
    package private(set) var fieldNames: [String] = []
    /// The revision of the last snapshot, which contains the effects of all events up to it.
    private var snapshotRevision: UInt64 = 0
    private var session = Object()
    private var fields: [String: Object] = [:]

    package init() {}

    // MARK: Reading

    package func contains(field: String) -> Bool { fields[field] != nil }

    /// A property of a field or, for `nil`, of the session; `nil` if the property or the field does not exist.
    package subscript(name: String, of field: String?) -> Value? {
        let value = field.map { fields[$0]?[name] } ?? session[name]
        guard value != nil, !Self.unannounced(of: field).contains(name) else { return nil }
        return value
    }

    package subscript<Item: PropertyItem>(key: PropertyKey<Item>, of field: String?) -> Item {
        self[key.name, of: field].flatMap { Item(busValue: $0) } ?? .absent
    }

    /// All properties of a field or, for `nil`, of the session.
    package func properties(of field: String?) -> [String: Value] {
        let properties = field.map { fields[$0]?.properties ?? [:] } ?? session.properties
        return properties.filter { !Self.unannounced(of: field).contains($0.key) }
    }

    /// The name of the focused field.
    package var focusedField: String? {
        let name = self[SessionProperties.all.focusedField, of: nil]
        return name.isEmpty ? nil : name
    }

    /// Decodes all properties that a snapshot brought, for a caller that reads many of them repeatedly. Without this,
    /// each read searches the snapshot from its start.
    package mutating func index(_ field: String?) {
        if let field { fields[field]?.index() } else { session.index() }
    }

    // MARK: Signals and replies

    /// Applies a signal. Returns the change; `nil` if there is none.
    package mutating func take(_ news: SessionNews) -> SessionChange? {
        // The first snapshot will contain what arrives before it.
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

    /// Applies the revision of a reply. Its signals must have arrived before.
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

    /// Applies the reply to `GetSnapshot(since)`. Returns the changes; none for the first snapshot. A snapshot since 0
    /// replaces everything.
    package mutating func take(snapshot: Snapshot, since: UInt64) -> [SessionChange] {
        let before = self
        if since == 0 { self = SessionMirror() }
        var isNewest = snapshot.revision >= revision
        for (name, properties) in snapshot.objects {
            // The snapshot contains all changes up to its revision.
            let new = Object(revision: snapshot.revision, snapshot: properties)
            let known = name.isEmpty ? session.revision : fields[name]?.revision ?? 0
            if new.revision < known {
                // A newer signal arrived meanwhile, so another snapshot is needed.
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

    /// The change from the old properties to the new ones, if they differ.
    private static func differences(
        of field: String?,
        _ new: [String: Value],
        from old: [String: Value]
    ) -> [SessionChange] {
        let differing = new.filter { old[$0.key] != $0.value }.sorted { $0.key < $1.key }
        return differing.isEmpty ? [] : [.properties(of: field, differing.map { ($0.key, $0.value) })]
    }

    // MARK: Fields

    /// Updates the order of the fields from the session's property, and removes fields that it does not contain.
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

    /// Properties without change signals are not mirrored, because they would become stale.
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
    /// The revision that is announced with an object's properties.
    fileprivate var revision: UInt64 {
        last { $0.name == SessionProperties.all.revision.name }?.value.uint64 ?? 0
    }
}

/// The reply to `GetSnapshot`.
package struct Snapshot: Sendable {
    package let revision: UInt64
    /// The properties by field name; the session has an empty name.
    package let objects: [(name: String, properties: EncodedProperties)]

    /// Throws if the message is not such a reply.
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

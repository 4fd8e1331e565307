public import DBus
import FormContract

/// A client's copy of a session: the properties of the session and of its fields.
///
/// The mirror is a value without input and output. It has one counter, the revision, and one way in, `take`: first the
/// whole state, then each `Changed`. What breaks the contract is refused as a whole.
@dynamicMemberLookup
public struct SessionMirror: Sendable {
    private struct Object: Sendable {
        /// The properties in the state. They are decoded when they are read, because many properties of a large form
        /// never are.
        var state: EncodedProperties?
        /// The values that came later.
        var news: [String: Value] = [:]

        func value(_ name: String, of field: String?) -> Value? {
            news[name] ?? state?[name, SessionNews.declared(of: field ?? "")]
        }

        /// All values. Decoding the state takes as long as reading a few of them.
        func properties(of field: String?) -> [String: Value] {
            let state = state?.entries(SessionNews.declared(of: field ?? "")) ?? []
            return Dictionary(state.map { ($0.name, $0.value) }) { $1 }.merging(news) { $1 }
        }

        var size: Int { news.reduce(0) { $0 + $1.key.utf8.count + $1.value.size } }
    }

    /// The largest state that is kept, in bytes. formd's largest state is a small part of this.
    private static let maximumSize = 64 << 20

    /// The revision of the last transaction that the mirror contains.
    public private(set) var revision: UInt64 = 0
    /// The names of the fields in the form's order.
    public private(set) var fieldNames: [String] = []
    private var session = Object()
    private var fields: [String: Object] = [:]
    /// The size of the message with the state, in bytes.
    private var stateSize = 0
    /// At least the size of the mirror. It is measured again when it exceeds the limit.
    private var size = 0

    package init() {}

    /// The state in the reply to `Follow`. Throws if it breaks the contract.
    package init(_ state: SessionNews) throws(BusError) {
        revision = state.revision
        stateSize = state.size
        size = state.size
        fields.reserveCapacity(state.objects.count)
        for (name, properties) in state.objects {
            let object = Object(state: properties)
            if name.isEmpty { session = object } else { fields[name] = object }
        }
        let known = fields
        fieldNames = try order(session.value(Self.fieldPaths, of: nil), of: fields.count) { known[$0] != nil } ?? []
    }

    // MARK: Reading

    /// Whether the session has a field of this name.
    public func contains(field: String) -> Bool { fields[field] != nil }

    /// A property of a field or, for `nil`, of the session; `nil` if the property or the field does not exist.
    public subscript(name: String, of field: String?) -> Value? {
        field.map { fields[$0]?.value(name, of: $0) } ?? session.value(name, of: nil)
    }

    /// A property by its key; empty, zero or false if it does not exist.
    public subscript<Item: PropertyItem>(key: PropertyKey<Item>, of field: String?) -> Item {
        self[key.name, of: field].flatMap { Item(busValue: $0) } ?? Item()
    }

    /// A property of the session.
    public subscript<Item>(dynamicMember key: KeyPath<SessionProperties, PropertyKey<Item>>) -> Item {
        self[SessionProperties.all[keyPath: key], of: nil]
    }

    /// All properties of a field or, for `nil`, of the session.
    public func properties(of field: String?) -> [String: Value] {
        field.map { fields[$0]?.properties(of: $0) ?? [:] } ?? session.properties(of: nil)
    }

    /// The name of the focused field.
    public var focusedField: String? {
        let name: String = self[dynamicMember: \.focusedField]
        return name.isEmpty ? nil : name
    }

    /// Decodes all properties of an object, for a caller that reads many of them repeatedly. Without this, each read
    /// searches the state from its start.
    public mutating func index(_ field: String?) {
        func index(_ object: inout Object) {
            object.news = object.properties(of: field)
            object.state = nil
        }
        guard let field else { return index(&session) }
        if contains(field: field) { index(&fields[field, default: Object()]) }
    }

    // MARK: Changes

    /// Takes in a `Changed`. Returns what it did. Throws without any change if it breaks the contract.
    package mutating func take(_ news: SessionNews) throws(BusError) -> SessionUpdate {
        guard news.revision >= revision else {
            throw .brokenContract("revision \(news.revision) came after \(revision)")
        }
        if size + news.size > Self.maximumSize {
            size = fields.values.reduce(stateSize + session.size) { $0 + $1.size }
        }
        guard size + news.size <= Self.maximumSize else {
            throw .brokenContract("the state has more than \(Self.maximumSize) bytes")
        }
        let changes = news.objects.map { name, encoded -> (field: String?, properties: [PropertyChange]) in
            (name.isEmpty ? nil : name, encoded.entries(SessionNews.declared(of: name)))
        }
        let removed = Set(news.removed)
        if let unknown = news.removed.first(where: { fields[$0] == nil }) {
            throw .brokenContract("the field \(unknown.prefix(80)) was removed, but was not there")
        }
        var added: [String] = []
        for case (let name?, _) in changes where fields[name] == nil || removed.contains(name) { added.append(name) }
        // Everything is checked before anything changes.
        let paths = changes.last { $0.field == nil }?.properties.last { $0.name == Self.fieldPaths }?.value
        let names = try order(paths, of: fields.count - removed.count + Set(added).count) { name in
            added.contains(name) || fields[name] != nil && !removed.contains(name)
        }
        revision = news.revision
        size += news.size
        session.news[Self.revisionName] = .uint64(revision)
        if let names { fieldNames = names }
        for name in removed { fields[name] = nil }
        for (field, properties) in changes {
            func merge(into object: inout Object) { for (name, value) in properties { object.news[name] = value } }
            if let field { merge(into: &fields[field, default: Object()]) } else { merge(into: &session) }
        }
        return SessionUpdate(
            revision: revision,
            changes: changes,
            added: added,
            removed: news.removed,
            events: news.events
        )
    }

    /// The names of the fields in the property `Fields`; `nil` without it. Throws unless these are the fields there are.
    private func order(_ paths: Value?, of count: Int, _ exists: (String) -> Bool) throws(BusError) -> [String]? {
        guard let paths = paths?.elements else {
            guard count == fieldNames.count else {
                throw .brokenContract("fields came or went, but Fields is as it was")
            }
            return nil
        }
        let names = paths.compactMap { $0.objectPath?.name }
        if let unknown = names.first(where: { !exists($0) }) {
            throw .brokenContract("Fields lists \(unknown.prefix(80)), which has no properties")
        }
        guard Set(names).count == count else {
            throw .brokenContract("there are \(count) fields, of which Fields lists \(names.count)")
        }
        return names
    }

    /// What differs from an earlier state.
    func update(from before: SessionMirror, with events: [SessionEvent]) -> SessionUpdate {
        let objects = [nil] + fieldNames.map(Optional.some)
        let changes = objects.map { field -> (field: String?, properties: [PropertyChange]) in
            let old = before.properties(of: field)
            let differing = properties(of: field).filter { old[$0.key] != $0.value }.sorted { $0.key < $1.key }
            return (field, differing.map { ($0.key, $0.value) })
        }
        return SessionUpdate(
            revision: revision,
            changes: changes.filter { !$0.properties.isEmpty },
            added: fieldNames.filter { !before.contains(field: $0) },
            removed: before.fieldNames.filter { !contains(field: $0) },
            events: events
        )
    }

    private static let revisionName = SessionProperties.all.revision.name
    private static let fieldPaths = "Fields"
}

extension Value {
    /// About the size in a message, in bytes.
    fileprivate var size: Int {
        switch self {
        case .string(let text): 8 + text.utf8.count
        case .objectPath(let path): 8 + path.string.utf8.count
        case .variant(let value): value.size
        case .array(_, let values), .structure(let values): values.reduce(8) { $0 + $1.size }
        case .dictionary(_, _, let entries): entries.reduce(8) { $0 + $1.key.size + $1.value.size }
        default: 8
        }
    }
}

/// The keys of a field.
enum FieldKey: Int, CaseIterable {
    case id, label, enabled, focusable, type, style, extends, placeholders, hint, visibleHintStates, value, maxLength
    case pasteOverflow, allowedCharacters, filterInserted, inputValidators, trim, formatter, validators, required
    case requiredMessage, validation, validateWithFormatter, mode, secret, height, maxTextHeight, fixedTextHeight
    case clearButton, input, keyboard, contentType, returnKey, next, previous, onReturn, disabledEditActions
    case clearOnRefocus, accessibilityId, appearance, all, visibleWhen, enabledWhen, requiredWhen, whenIrrelevant
    case readOnly, allowedEdits, filterProgram

    /// The key as a definition writes it.
    var name: String { "\(self)" }

    static let names = allCases.map(\.name)

    /// What a session may have otherwise than its definition: looks, and what the keys and buttons do.
    static let configurable: [FieldKey] = [
        .label, .style, .appearance, .placeholders, .hint, .visibleHintStates, .height, .maxTextHeight,
        .fixedTextHeight, .clearButton, .validation, .returnKey, .onReturn, .disabledEditActions,
        .allowedEdits,
    ]

    /// By the length of their names, which leaves few to compare with.
    private static let byLength: [[(name: String, key: FieldKey)]] = {
        let longest = names.map(\.utf8.count).max() ?? 0
        return (0...longest).map { length in
            zip(names, allCases).filter { $0.0.utf8.count == length }.map { ($0.0, $0.1) }
        }
    }()

    /// The key that a node of a document is; nil: none of a field's.
    init?(_ document: JSONDocument, at node: Int) {
        let length = document.keyLength(at: node)
        guard Self.byLength.indices.contains(length),
            let entry = Self.byLength[length].first(where: { document.isKey(at: node, $0.name) })
        else { return nil }
        self = entry.key
    }
}

/// A field's members, each found at once: what the field says itself, and below that what its preset says.
struct FieldKeys {
    private let own: Members
    private var preset: Members?
    /// What stands in place of the field's own, in one session.
    private var overlay: Members?
    /// The nodes of keys that no field has.
    private(set) var unknown: [JSONValue] = []

    /// One object's members.
    private struct Members {
        let document: JSONDocument
        /// The value's node by key; 0, which no member's value is, for a key that is not there.
        var nodes: [Int32]

        subscript(key: FieldKey) -> JSONValue? {
            let node = Int(nodes[key.rawValue])
            return node == 0 ? nil : JSONValue(document: document, index: node)
        }
    }

    init(_ object: JSONObject) {
        let document = object.value.document
        var members = Members(document: document, nodes: Array(repeating: 0, count: FieldKey.names.count))
        for node in object.keys {
            guard let key = FieldKey(document, at: node) else {
                unknown.append(JSONValue(document: document, index: node))
                continue
            }
            // Of a doubled key the first one counts.
            if members.nodes[key.rawValue] == 0 { members.nodes[key.rawValue] = Int32(node + 1) }
        }
        own = members
    }

    /// Puts a preset's members below the field's own.
    mutating func extend(_ preset: FieldKeys) {
        self.preset = preset.own
    }

    /// Puts another object's members above the field's own.
    mutating func cover(with overlay: FieldKeys) {
        self.overlay = overlay.own
    }

    subscript(key: FieldKey) -> JSONValue? {
        self[own: key] ?? preset?[key]
    }

    subscript(own key: FieldKey) -> JSONValue? {
        overlay?[key] ?? own[key]
    }

    subscript(preset key: FieldKey) -> JSONValue? {
        preset?[key]
    }
}

import DBus
import FormContract

/// Brings the rows, texts and the focus of a lost session into the session that was opened in its place.
///
/// This is a value without input and output: `next` compares what was known with what there is now, and returns the
/// operations of the next transaction. So a restoration that was interrupted goes on, and of two clients that restore the
/// same session neither does twice what the other has done, if each transaction requires the revision for which it was
/// made. What a user has typed in the new session is kept.
struct Restoration {
    /// How many texts are restored in one transaction.
    private static let textsPerTransaction = 200

    private let known: SessionMirror
    /// Groups and fields that were tried.
    private var tried: Set<String> = []
    private var refused: Set<String> = []
    private var hasFocused = false
    /// The former and the present prefix of the names in each row.
    private var rows: [(before: String, now: String)] = []

    private let keys = FieldProperties.all

    init(of known: SessionMirror) {
        self.known = known
    }

    /// The operations of the next transaction; `nil` if nothing is left.
    mutating func next(in now: SessionMirror) -> [Operation]? {
        if let change = nextRow(in: now) { return [change] }
        let texts = known.fieldNames.compactMap { name -> Operation? in
            let field = present(name)
            guard isLost(name), isKnown(name), !tried.contains(field), now.contains(field: field),
                !now[keys.modified, of: field]
            else { return nil }
            let options = Value.properties([("validate", .boolean(false))])
            return Operation(.field(field), "SetText", [.string(known[keys.value, of: name]), options])
        }
        if !texts.isEmpty { return Array(texts.prefix(refused.isEmpty ? Self.textsPerTransaction : 1)) }
        guard !hasFocused, let focus = known.focusedField, now.focusedField == nil, now.contains(field: present(focus))
        else { return nil }
        return [Operation(.session, "FocusField", [.string(present(focus))])]
    }

    /// Notes that the daemon has performed a transaction, or has refused it for good.
    mutating func note(_ operations: [Operation], isRefused: Bool) {
        // One text of several is tried by itself.
        guard !isRefused || operations.count == 1 else {
            refused.insert("")
            return
        }
        for operation in operations {
            if operation.method == "FocusField" { hasFocused = true }
            let name =
                if case .field(let field) = operation.target { field } else { operation.arguments[0].string ?? "" }
            if isRefused { refused.insert(name) }
            if isRefused || operation.target != .session { tried.insert(name) }
        }
    }

    /// The fields whose texts are lost.
    func missing(in now: SessionMirror) -> [String] {
        known.fieldNames.filter { name in
            let field = present(name)
            guard isLost(name) else { return false }
            return !now.contains(field: field) || refused.contains(field)
                || !isKnown(name) && now[keys.text, of: field].isEmpty
        }
    }

    /// Whether the session was opened without the field's text.
    private func isLost(_ name: String) -> Bool { known[keys.modified, of: name] && !known[keys.computed, of: name] }

    /// The mirror does not contain the values of secrets.
    private func isKnown(_ name: String) -> Bool {
        !known[keys.value, of: name].isEmpty || known[keys.text, of: name].isEmpty
    }

    /// The present name of a field or a group. The names of inner rows follow those of the rows around them, so the
    /// last match is the longest.
    private func present(_ name: String) -> String {
        rows.last { name.hasPrefix($0.before) }.map { $0.now + name.dropFirst($0.before.count) } ?? name
    }

    /// The operation that adds or removes a row of a group whose number of rows differs.
    private mutating func nextRow(in now: SessionMirror) -> Operation? {
        let groups = SessionProperties.all.groups
        rows = []
        for group in known[groups, of: nil] {
            let name = present(group.name)
            let present = now[groups, of: nil].first { $0.name == name }?.rows ?? []
            if !tried.contains(name) {
                if present.count < group.rows.count {
                    return Operation(.session, "AddRow", [.string(name), .int32(-1)])
                }
                if present.count > group.rows.count, let row = present.last, isUntouched("\(name)_\(row)_", in: now) {
                    return Operation(.session, "RemoveRow", [.string(name), .uint32(row)])
                }
            }
            rows += zip(group.rows, present).map { ("\(group.name)_\($0)_", "\(name)_\($1)_") }
        }
        return nil
    }

    /// Whether nobody has typed into a row.
    private func isUntouched(_ prefix: String, in now: SessionMirror) -> Bool {
        !now.fieldNames.contains { $0.hasPrefix(prefix) && now[keys.modified, of: $0] }
    }
}

import DBus

extension Value {
    /// The value for a shell: a string or path without quotation marks, but on one line; any other value as in
    /// `notation`.
    var text: String {
        switch self {
        case .string(let string): string.escapingControls
        case .objectPath(let path): path.string
        case .variant(let value): value.text
        default: notation()
        }
    }

    /// The value without quotation marks and escapes: a string unchanged, a list of strings with one per line.
    var rawText: String {
        switch self {
        case .string(let string): string
        case .array(.string, let elements): elements.map(\.rawText).joined(separator: "\n")
        case .variant(let value): value.rawText
        default: text
        }
    }

    /// The value in JSON notation, on one line, with spaces after commas.
    ///
    /// - Parameter briefly: whether dictionaries are written as `{…}`.
    func notation(briefly: Bool = false) -> String {
        switch self {
        case .byte(let value): String(value)
        case .boolean(let value): String(value)
        case .int16(let value): String(value)
        case .uint16(let value): String(value)
        case .int32(let value): String(value)
        case .uint32(let value): String(value)
        case .int64(let value): String(value)
        case .uint64(let value): String(value)
        case .double(let value): value.notation
        case .string(let value): value.quoted
        case .objectPath(let value): value.string.quoted
        case .signature(let value): value.string.quoted
        case .unixFD: "null"
        case .variant(let value): value.notation(briefly: briefly)
        case .array(_, let elements): "[" + elements.notation(briefly) + "]"
        case .structure(let members): "[" + members.notation(briefly) + "]"
        case .dictionary(_, _, let entries): briefly && !entries.isEmpty ? "{…}" : entries.notation
        }
    }
}

extension [Value] {
    fileprivate func notation(_ briefly: Bool) -> String {
        map { $0.notation(briefly: briefly) }.joined(separator: ", ")
    }
}

extension [Value.Entry] {
    fileprivate var notation: String {
        "{" + map { "\($0.key.notation()): \($0.value.notation())" }.joined(separator: ", ") + "}"
    }
}

extension Double {
    /// The number without ".0" if it is an integer.
    var notation: String {
        Int64(exactly: self).map(String.init) ?? String(self)
    }
}

extension [Value] {
    /// The rows of a reply that is an array of structures.
    var rows: [[Value]] { first?.elements?.compactMap(\.members) ?? [] }
}

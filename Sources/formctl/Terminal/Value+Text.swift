import DBus
import EventLoop
import FormModel

extension JSONText {
    /// The JSON of a D-Bus value: structures and arrays become arrays, dictionaries objects (with keys that are not
    /// strings as text), variants their content, and file descriptors null.
    ///
    /// - Parameter briefly: whether dictionaries become `{…}`.
    init(_ value: DBus.Value, briefly: Bool = false) {
        switch value {
        case .byte(let number): self = .number(number)
        case .boolean(let value): self = .boolean(value)
        case .int16(let number): self = .number(number)
        case .uint16(let number): self = .number(number)
        case .int32(let number): self = .number(number)
        case .uint32(let number): self = .number(number)
        case .int64(let number): self = .number(number)
        case .uint64(let number): self = .number(number)
        case .double(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .objectPath(let path): self = .string(path.string)
        case .signature(let signature): self = .string(signature.string)
        case .unixFD: self = .null
        case .variant(let value): self.init(value, briefly: briefly)
        case .array(_, let values), .structure(let values): self = .array(values.map { JSONText($0, briefly: briefly) })
        case .dictionary(_, _, let entries) where briefly && !entries.isEmpty: self = .literal("{…}")
        case .dictionary(_, _, let entries):
            self.init(entries.map { ($0.key.string ?? JSONText($0.key).line, $0.value) })
        }
    }

    /// An object.
    init(_ properties: [(String, DBus.Value)]) {
        self = .object(properties.map { Member($0.0, JSONText($0.1)) })
    }
}

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
    func notation(briefly: Bool = false) -> String { JSONText(self, briefly: briefly).line.shownSafely }
}

extension [Value] {
    /// The rows of a reply that is an array of structures.
    var rows: [[Value]] { first?.elements?.compactMap(\.members) ?? [] }
}

/// A tree of JSON that programs make, read and write. Members and numbers keep their order and spelling.
///
/// Two texts are equal if their code points are, as for the programs that read the JSON. For the positions of values in
/// a text see `JSONDocument`.
package indirect enum JSONText: Sendable, Hashable {
    case string(String)
    /// A number, `true`, `false` or `null`, as it is written.
    case literal(String)
    case array([JSONText])
    case object([Member])

    package struct Member: Sendable, Hashable {
        package var key: String
        package var value: JSONText

        package init(_ key: String, _ value: JSONText) {
            self.key = key
            self.value = value
        }
    }

    package static func == (one: JSONText, other: JSONText) -> Bool {
        switch (one, other) {
        case (.string(let one), .string(let other)), (.literal(let one), .literal(let other)):
            one.utf8.elementsEqual(other.utf8)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }

    package static func number(_ number: some BinaryInteger) -> JSONText { .literal("\(number)") }

    /// JSON has no infinity and no not-a-number: these become strings.
    package static func number(_ number: Double) -> JSONText {
        switch number {
        case .infinity: "Infinity"
        case -.infinity: "-Infinity"
        default: number.isNaN ? "NaN" : Int64(exactly: number).map { JSONText.number($0) } ?? .literal("\(number)")
        }
    }

    package static func boolean(_ value: Bool) -> JSONText { .literal("\(value)") }

    package static let null = JSONText.literal("null")

    /// The tree of a parsed value.
    package init(_ value: JSONValue) {
        if let text = value.string {
            self = .string(text)
        } else if let elements = value.elements {
            self = .array(elements.map { JSONText($0) })
        } else if let object = value.object {
            self = .object(object.members.map { Member($0.key, JSONText($0.value)) })
        } else {
            self = .literal(JSONWriter.text(of: value))
        }
    }

    /// The members of an object; none of any other value.
    package var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The maximum length of a line, in columns.
    private static let width = 100

    /// The JSON with an indentation of two spaces per level, without a final line break.
    package var written: String { written(indent: 0, used: 0) }

    private func written(indent: Int, used: Int) -> String {
        let flat = line
        guard indent + used + flat.count > Self.width else { return flat }
        let inner = indent + 2
        let margin = String(repeating: " ", count: inner)
        let end = "\n" + String(repeating: " ", count: indent)
        switch self {
        case .string, .literal: return flat
        case .array(let elements):
            let lines = elements.map { margin + $0.written(indent: inner, used: 0) }
            return "[\n" + lines.joined(separator: ",\n") + end + "]"
        case .object(let members):
            let lines = members.map { member in
                let key = Self.quoted(member.key) + ": "
                return margin + key + member.value.written(indent: inner, used: key.count)
            }
            return "{\n" + lines.joined(separator: ",\n") + end + "}"
        }
    }

    /// The JSON on one line.
    package var line: String {
        switch self {
        case .string(let text): Self.quoted(text)
        case .literal(let text): text
        case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.key) + ": " + $0.value.line }.joined(separator: ", ") + "}"
        }
    }

    /// The JSON on one line without white space, with sorted members: equal if the values are.
    package var canonical: String {
        switch self {
        case .string, .literal: line
        case .array(let elements): "[" + elements.map(\.canonical).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { Self.quoted($0.key) + ":" + $0.value.canonical }
                .joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

// MARK: Literals, as in `["type": "string", "maxLength": 64]`

extension JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
    package init(integerLiteral number: Int) { self = .number(number) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONText: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral elements: JSONText...) { self = .array(elements) }
    package init(dictionaryLiteral members: (String, JSONText)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }
}

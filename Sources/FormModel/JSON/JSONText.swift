/// JSON that is written for people: members keep their order, and a value that fits on one line is written on one.
///
/// Two texts are equal if their code points are, as for the programs that read the JSON.
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

    static func number(_ number: Int) -> JSONText { .literal("\(number)") }

    /// The members of an object; none of any other value.
    var members: [Member] {
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
    package init(booleanLiteral value: Bool) { self = .literal("\(value)") }
}

extension JSONText: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral elements: JSONText...) { self = .array(elements) }
    package init(dictionaryLiteral members: (String, JSONText)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }
}

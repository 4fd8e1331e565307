/// A place in a text where the answer of a field is shown: `{{name}}`.
package enum Insertion {
    /// One part of a text after the other: what stands there, or the name of the field whose answer is shown.
    package enum Piece: Sendable, Hashable {
        case text(String)
        case answer(String)
    }

    /// The answer at the beginning of a text, and what it takes of the text; `nil` if no answer begins there.
    package static func prefix(of text: some Collection<Unicode.Scalar>) -> (name: String, length: Int)? {
        guard text.starts(with: ["{", "{"]) else { return nil }
        // An identifier is short, so that no text is gone through twice.
        let rest = text.dropFirst(2).prefix(DefinitionLimits.identifier + 2)
        var name = ""
        for scalar in rest {
            guard scalar == "}" else {
                name.unicodeScalars.append(scalar)
                continue
            }
            let length = name.unicodeScalars.count
            guard Identifier.isValid(name), rest.dropFirst(length).starts(with: ["}", "}"]) else { return nil }
            return (name, length + 4)
        }
        return nil
    }

    /// The pieces of a text, in their order.
    package static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var plain = ""
        var rest = text.unicodeScalars[...]
        while let place = rest.firstIndex(of: "{") {
            plain.unicodeScalars.append(contentsOf: rest[..<place])
            rest = rest[place...]
            if let (name, length) = prefix(of: rest) {
                if !plain.isEmpty { pieces.append(.text(plain)) }
                plain = ""
                pieces.append(.answer(name))
                rest = rest.dropFirst(length)
            } else {
                plain.unicodeScalars.append("{")
                rest = rest.dropFirst()
            }
        }
        plain.unicodeScalars.append(contentsOf: rest)
        if !plain.isEmpty || pieces.isEmpty { pieces.append(.text(plain)) }
        return pieces
    }

    /// The names of the fields whose answers a text shows.
    package static func names(in text: String) -> [String] {
        guard text.mayInsert else { return [] }
        return pieces(of: text).compactMap { if case .answer(let name) = $0 { name } else { nil } }
    }
}

extension LocalizedText {
    /// Whether an answer is shown in any language.
    package var inserts: Bool { translations.contains { !Insertion.names(in: $0.text).isEmpty } }
}

extension String {
    /// Whether two braces open next to each other.
    var mayInsert: Bool {
        var wasBrace = false
        for byte in utf8 {
            let isBrace = byte == UInt8(ascii: "{")
            if isBrace, wasBrace { return true }
            wasBrace = isBrace
        }
        return false
    }
}

/// What a text of a definition does with `{{name}}`.
enum InsertionUse {
    /// The answer is shown.
    case answers
    /// The answer is shown in a message, whose own braces may stand next to each other.
    case message
    /// Nothing is shown.
    case none
}

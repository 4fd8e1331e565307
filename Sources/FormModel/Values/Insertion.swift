/// A placeholder in a text for the answer of a field: `{{name}}`.
package enum Insertion {
    /// A piece of a text: literal text, or the name of the field whose answer is inserted.
    package enum Piece: Sendable, Hashable {
        case text(String)
        case answer(String)
    }

    /// The insertion at the beginning of a text, and its length; `nil` if there is none.
    package static func prefix(of text: some Collection<Unicode.Scalar>) -> (name: String, length: Int)? {
        guard text.starts(with: ["{", "{"]) else { return nil }
        // An identifier is short, so that the search is bounded and parsing stays linear.
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

    /// The pieces of a text in order.
    package static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var plain = ""
        var rest = text.unicodeScalars[...]
        while let index = rest.firstIndex(of: "{") {
            plain.unicodeScalars.append(contentsOf: rest[..<index])
            rest = rest[index...]
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
    /// Whether the text inserts an answer in any language.
    package var inserts: Bool { translations.contains { !Insertion.names(in: $0.text).isEmpty } }
}

extension String {
    /// Whether the text contains two adjacent opening braces.
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

/// How `{{name}}` in a text of a definition is handled.
enum InsertionUse {
    /// It is replaced with the answer.
    case answers
    /// It is replaced with the answer in a message, whose format may contain adjacent braces, too.
    case message
    /// It is ordinary text.
    case none
}

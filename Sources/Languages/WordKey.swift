/// A word in the form that is compared with typed text: in lower case, without full stops and invisible characters, and
/// with a single kind of space, apostrophe and digit.
package struct WordKey: Sendable, Hashable {
    private var scalars: [Unicode.Scalar] = []

    package init(_ text: some Sequence<Unicode.Scalar>) {
        for scalar in text { Self.fold(scalar) { scalars.append($0) } }
    }

    package var hasLetters: Bool { scalars.contains(where: \.isOfWord) }

    package func hasPrefix(_ key: WordKey) -> Bool { scalars.starts(with: key.scalars) }

    /// Whether the word contains another one.
    package func contains(_ key: WordKey) -> Bool {
        scalars.indices.contains { scalars[$0...].starts(with: key.scalars) }
    }

    /// The first character that differs from another word.
    func distinction(from other: WordKey) -> Unicode.Scalar? {
        scalars.indices.first { $0 >= other.scalars.count || scalars[$0] != other.scalars[$0] }.map { scalars[$0] }
    }

    package var first: Unicode.Scalar? { scalars.first }

    /// The number of code points at the start of a text that are this word; `nil` if the text starts with another word,
    /// or the word continues with another letter.
    package func count(beginning text: Substring.UnicodeScalarView) -> Int? {
        guard let last = scalars.last, let start = text.first, WordKey([start]).first == first else { return nil }
        var matched = 0
        var count = 0
        for scalar in text {
            let goesOn = scalar.isOfWord && last.isOfWord || scalar.asciiDigit != nil && last.asciiDigit != nil
            if matched == scalars.count, goesOn { return nil }
            var isPart = true
            Self.fold(scalar) { folded in
                isPart = isPart && matched < scalars.count && scalars[matched] == folded
                if isPart { matched += 1 }
            }
            // The loop is bounded: a text of full stops alone is not read to its end.
            guard isPart, count < 2 * scalars.count else { break }
            count += 1
        }
        return matched == scalars.count ? count : nil
    }

    static func areSame(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
        if one == other { return true }
        let areLetters = one.isOfWord && other.isOfWord
        return (areLetters || one.isASCII != other.isASCII) && WordKey([one]) == WordKey([other])
    }

    private static func fold(_ scalar: Unicode.Scalar, _ take: (Unicode.Scalar) -> Void) {
        if let digit = scalar.asciiDigit {
            take(Unicode.Scalar(digit))
        } else if scalar.isMark || scalar == "." {
            return
        } else if scalar.properties.isWhitespace {
            take(" ")
        } else if ["\u{2019}", "\u{2BC}", "\u{FF07}"].contains(scalar) {
            take("'")
        } else {
            for scalar in scalar.properties.lowercaseMapping.unicodeScalars { take(scalar) }
        }
    }
}

extension Unicode.Scalar {
    /// Whether this is a letter, or a mark on a letter.
    package var isOfWord: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: properties.isAlphabetic
        }
    }
}

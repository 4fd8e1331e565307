import Languages
import TextEditing

/// Typed or pasted text, parsed as a part of a number.
struct NumberPiece: Sendable, Hashable {
    var sign: Sign?
    /// ASCII digits.
    var integer: [UInt8] = []
    /// `NumberEntry.decimal` or `NumberEntry.pending`.
    var separator: UInt8?
    var fraction: [UInt8] = []
    /// Whether there is nothing but digits and a sign: no separator, and nothing before or after the number.
    var isBare = true

    enum Sign: Sendable, Hashable {
        case plus, minus
    }

    /// The characters in the order of an entry, without the sign.
    var characters: [UInt8] { integer + (separator.map { [$0] } ?? []) + fraction }
}

// MARK: - One key

extension NumberPiece {
    /// The meaning of one key; `nil` if the key is not part of a number. Full stop and comma both mean the decimal
    /// separator, because keypads have only one of them; the one that this language uses for grouping is pending until
    /// more is typed.
    init?(key: Unicode.Scalar, symbols: NumberSymbols) {
        if let digit = key.asciiDigit {
            integer = [digit]
        } else if key.isMinus {
            sign = .minus
        } else if key == "+" || key == "\u{FF0B}" {
            sign = .plus
        } else if symbols.decimal.unicodeScalars.elementsEqual([key]) {
            separator = NumberEntry.decimal
        } else if symbols.hasDecimalAliases, [.stop, .comma, .otherDecimal].contains(NumberToken(key)) {
            let groups = symbols.primaryGroup > 0 && symbols.grouping.unicodeScalars.elementsEqual([key])
            separator = groups ? NumberEntry.pending : NumberEntry.decimal
        } else {
            return nil
        }
    }
}

// MARK: - A text

extension NumberPiece {
    /// Parses a text as people write numbers, in the digits of any script: grouped or not; with a sign before or after
    /// the number or in parentheses; with a currency or a unit before or after it. If a full stop or a comma could be
    /// either separator, the language determines which one it is.
    ///
    /// - Parameter affixes: the texts that may precede or follow the number, in lower case.
    /// - Returns: `nil` if the text is not such a number.
    init?(text: String, symbols: NumberSymbols, affixes: [[Unicode.Scalar]]) {
        var scalars = Array(text.unicodeScalars.filter { !$0.isMark })[...]
        var ends = NumberEnds(affixes: affixes)
        guard ends.strip(&scalars) else { return nil }
        guard let groups = NumberGroups(scalars, symbols: symbols) else { return nil }
        isBare = text.trimmed.unicodeScalars.allSatisfy { $0.asciiDigit != nil || $0.isMinus || $0 == "+" || $0.isMark }
        sign = ends.isNegative ? .minus : ends.isPositive ? .plus : nil
        integer = groups.integer
        separator = groups.hasDecimal ? NumberEntry.decimal : nil
        fraction = groups.fraction
    }
}

/// The texts before and after the digits.
private struct NumberEnds {
    /// Each of them may occur once.
    var affixes: [[Unicode.Scalar]]
    var isNegative = false
    var isPositive = false

    init(affixes: [[Unicode.Scalar]]) {
        self.affixes = affixes
    }

    /// Removes everything around the digits. Returns `false` if there are contradictory signs.
    mutating func strip(_ scalars: inout ArraySlice<Unicode.Scalar>) -> Bool {
        var (opened, closed, signs) = (0, 0, 0)
        for isFront in [true, false] {
            while let scalar = isFront ? scalars.first : scalars.last {
                var count = 1
                if scalar.properties.isWhitespace {
                    // Goes, and means nothing.
                } else if take(sign: scalar) {
                    signs += 1
                } else if isFront, scalar == "(" || scalar == "\u{FF08}" {
                    opened += 1
                } else if !isFront, scalar == ")" || scalar == "\u{FF09}" {
                    closed += 1
                } else if let index = affixes.firstIndex(where: { affix in
                    Self.equal(isFront ? scalars.prefix(affix.count) : scalars.suffix(affix.count), affix)
                }) {
                    count = affixes.remove(at: index).count
                } else {
                    break
                }
                if isFront { scalars.removeFirst(count) } else { scalars.removeLast(count) }
            }
        }
        guard opened == closed, signs + opened <= 1 else { return false }
        if opened > 0 { isNegative = true }
        return true
    }

    private mutating func take(sign scalar: Unicode.Scalar) -> Bool {
        if scalar.isMinus {
            isNegative = true
        } else if scalar == "+" || scalar == "\u{FF0B}" {
            isPositive = true
        } else {
            return false
        }
        return true
    }

    private static func equal(_ part: ArraySlice<Unicode.Scalar>, _ affix: [Unicode.Scalar]) -> Bool {
        part.count == affix.count
            && zip(part, affix).allSatisfy {
                $0 == $1 || $0.properties.lowercaseMapping.unicodeScalars.elementsEqual([$1])
            }
    }
}

/// The possible role of a character inside a number.
enum NumberToken: Sendable, Hashable {
    case digit(UInt8)
    /// Separators that are only used for grouping: spaces, apostrophes, the Arabic separator, a language's own.
    case space, apostrophe, otherGrouping
    /// Separators that are grouping separators in some languages and decimal separators in others.
    case stop, comma
    case otherDecimal

    init?(_ scalar: Unicode.Scalar) {
        if let digit = scalar.asciiDigit {
            self = .digit(digit)
            return
        }
        switch scalar.value {
        case 0x2E, 0xFF0E: self = .stop
        case 0x2C, 0xFF0C: self = .comma
        case 0x66B: self = .otherDecimal
        case 0x66C: self = .otherGrouping
        case 0x27, 0x2019, 0x2BC, 0xFF07: self = .apostrophe
        case 0x20, 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0x09: self = .space
        default: return nil
        }
    }

    fileprivate init?(_ symbol: String) {
        guard let scalar = symbol.unicodeScalars.first(where: { !$0.isMark }) else { return nil }
        self.init(scalar)
    }
}

/// The digits of a number that was written with separators, and the role of each separator.
struct NumberGroups: Sendable {
    private(set) var integer: [UInt8] = []
    private(set) var fraction: [UInt8] = []
    private(set) var hasDecimal = false

    /// Returns `nil` if the text is not a number, or if its separators contradict each other.
    init?(_ scalars: ArraySlice<Unicode.Scalar>, symbols: NumberSymbols) {
        var runs: [[UInt8]] = [[]]
        var separators: [NumberToken] = []
        for scalar in scalars {
            guard let token = NumberToken(scalar, symbols: symbols) else { return nil }
            if case .digit(let digit) = token {
                runs[runs.count - 1].append(digit)
            } else {
                separators.append(token)
                runs.append([])
            }
        }
        guard runs.contains(where: { !$0.isEmpty }) else { return nil }
        hasDecimal = Self.isDecimal(separators, runs: runs, symbols: symbols)
        let groups = hasDecimal ? separators.dropLast() : separators[...]
        let whole = hasDecimal ? runs.dropLast() : runs[...]
        guard Self.areGroups(whole, separatedBy: groups) else { return nil }
        integer = whole.flatMap(\.self)
        if hasDecimal, let last = runs.last { fraction = last }
    }

    /// Whether the last separator is the decimal one.
    private static func isDecimal(_ separators: [NumberToken], runs: [[UInt8]], symbols: NumberSymbols) -> Bool {
        guard let last = separators.last, let behind = runs.last else { return false }
        if !symbols.hasDecimalAliases {
            return NumberToken(symbols.decimal) == last && separators.count { $0 == last } == 1
        }
        switch last {
        case .otherDecimal: return true
        case .space, .apostrophe, .otherGrouping, .digit: return false
        case .stop, .comma: break
        }
        // Of two kinds of separators the last one is decimal; a kind that occurs more than once is for grouping.
        let same = separators.count { $0 == last }
        if same > 1 { return false }
        if separators.count > 1 { return true }
        if NumberToken(symbols.decimal) == last { return true }
        guard NumberToken(symbols.grouping) == last, symbols.primaryGroup > 0 else { return true }
        // This is the language's grouping separator: here it is one, too, if a whole group follows.
        let before = runs[0]
        return behind.count != symbols.primaryGroup || before.isEmpty || before.count > symbols.primaryGroup
            || before.first == NumberEntry.zero
    }

    /// Whether the digits form groups: one to three, then two or three each, and three at the end.
    private static func areGroups(_ runs: ArraySlice<[UInt8]>, separatedBy separators: ArraySlice<NumberToken>) -> Bool
    {
        guard let first = separators.first else { return true }
        guard separators.allSatisfy({ $0 == first }), let head = runs.first, let last = runs.last else { return false }
        let middle = runs.dropFirst().dropLast()
        return last.count == 3 && 1...3 ~= head.count && middle.allSatisfy { 2...3 ~= $0.count }
    }
}

extension NumberToken {
    /// The usual separators and those of a language.
    fileprivate init?(_ scalar: Unicode.Scalar, symbols: NumberSymbols) {
        if let token = NumberToken(scalar) {
            self = token
        } else if symbols.decimal.unicodeScalars.elementsEqual([scalar]) {
            self = .otherDecimal
        } else if symbols.grouping.unicodeScalars.elementsEqual([scalar]) {
            self = .otherGrouping
        } else {
            return nil
        }
    }
}

/// A typed or pasted text, read as a part of a number.
struct NumberPiece: Sendable, Hashable {
    var sign: Sign?
    /// ASCII digits.
    var integer: [UInt8] = []
    /// `NumberEntry.decimal` or `NumberEntry.pending`.
    var separator: UInt8?
    var fraction: [UInt8] = []
    /// Whether there is nothing but digits and a sign: no separator, nothing around the number.
    var isBare = true

    enum Sign: Sendable, Hashable {
        case plus, minus
    }

    /// The piece in the order of an entry, without its sign.
    var characters: [UInt8] { integer + (separator.map { [$0] } ?? []) + fraction }
}

// MARK: - One key

extension NumberPiece {
    /// What one key means. Full stop and comma are the decimal separator, as keypads have only one of them; the one
    /// that
    /// groups in this language stays undecided until more is typed. `nil` if the key is not part
    /// of a number.
    init?(key: Unicode.Scalar, symbols: NumberSymbols, usesGrouping: Bool) {
        if let digit = key.asciiDigit {
            integer = [digit]
        } else if key.isMinus {
            sign = .minus
        } else if key == "+" || key == "\u{FF0B}" {
            sign = .plus
        } else if symbols.decimal.unicodeScalars.elementsEqual([key]) {
            separator = NumberEntry.decimal
        } else if symbols.hasDecimalAliases, [.stop, .comma, .otherDecimal].contains(NumberToken(key)) {
            let groups =
                usesGrouping && symbols.primaryGroup > 0 && symbols.grouping.unicodeScalars.elementsEqual([key])
            separator = groups ? NumberEntry.pending : NumberEntry.decimal
        } else {
            return nil
        }
    }
}

// MARK: - A text

extension NumberPiece {
    /// Reads a text as people write numbers, in the digits of any script: grouped or not, with a sign before or behind
    /// or
    /// in parentheses, with a currency or a unit at its ends. Where a full stop or a comma can be either separator,
    /// this
    /// language decides.
    ///
    /// - Parameter affixes: what may stand before or behind the number, in lower case.
    /// - Returns: `nil` if the text is anything else.
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

/// What may stand around the digits.
private struct NumberEnds {
    /// Each stands there once at most.
    var affixes: [[Unicode.Scalar]]
    var isNegative = false
    var isPositive = false

    init(affixes: [[Unicode.Scalar]]) {
        self.affixes = affixes
    }

    /// Removes everything around the digits. Returns `false` if there are signs that contradict each other.
    mutating func strip(_ scalars: inout ArraySlice<Unicode.Scalar>) -> Bool {
        var isOpen = false
        var signs = 0
        while let first = scalars.first {
            if first.properties.isWhitespace {
                scalars.removeFirst()
            } else if note(sign: first) {
                signs += 1
                scalars.removeFirst()
            } else if first == "(" || first == "\u{FF08}" {
                guard !isOpen else { return false }
                isOpen = true
                scalars.removeFirst()
            } else if let place = affixes.firstIndex(where: { Self.equal(scalars.prefix($0.count), $0) }) {
                scalars.removeFirst(affixes.remove(at: place).count)
            } else {
                break
            }
        }
        var isClosed = false
        while let last = scalars.last {
            if last.properties.isWhitespace {
                scalars.removeLast()
            } else if note(sign: last) {
                signs += 1
                scalars.removeLast()
            } else if last == ")" || last == "\u{FF09}" {
                guard !isClosed else { return false }
                isClosed = true
                scalars.removeLast()
            } else if let place = affixes.firstIndex(where: { Self.equal(scalars.suffix($0.count), $0) }) {
                scalars.removeLast(affixes.remove(at: place).count)
            } else {
                break
            }
        }
        guard isOpen == isClosed, signs + (isOpen ? 1 : 0) <= 1 else { return false }
        if isOpen { isNegative = true }
        return true
    }

    private mutating func note(sign scalar: Unicode.Scalar) -> Bool {
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

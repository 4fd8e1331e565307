extension FieldStorage {
    /// The text as anybody may see it: bullets for a secret, one for each code point.
    var publishedText: String {
        isSecret ? String(repeating: "•", count: Int(textSize)) : text
    }

    mutating func take(_ result: FormattedText) {
        replaceText(result.text.string)
        selection = widened(result.selection)
        value = result.value
        completionLength = UInt16(clamping: result.completionLength)
        flags.remove(.verbatim)
        if result.isComplete { flags.insert(.complete) } else { flags.remove(.complete) }
    }

    /// What the formatter makes of the text, for the formatter itself to go on from.
    var formattedText: FormattedText {
        FormattedText(
            text: text,
            selection: selection,
            value: value,
            isComplete: flags.contains(.complete),
            completionLength: Int(completionLength)
        )
    }

    /// Asks the formatter what can still come of the text.
    mutating func lookAhead(_ field: CompiledField) {
        guard hasFormatter(field), !flags.contains(.verbatim), let formatter = formatter(field) else {
            if !tail.isEmpty { tail = "" }
            flags.insert(.possible)
            return
        }
        let current = formattedText
        tail = formatter.tail(of: current)
        if formatter.canComplete(current) { flags.insert(.possible) } else { flags.remove(.possible) }
    }

    /// The blocks of cells that the text consists of; none of a secret.
    func blocks(_ field: CompiledField) -> [MaskBlock] {
        guard !isSecret, !text.isEmpty, !flags.contains(.verbatim), let formatter = formatter(field) else { return [] }
        return formatter.blocks(of: formattedText)
    }

    /// Where a caret stands that is put at a place of the text; nil: there.
    func caret(at place: Int, _ field: CompiledField) -> Int? {
        guard hasFormatter(field), !flags.contains(.verbatim), let formatter = formatter(field) else { return nil }
        return formatter.caret(at: place, in: formattedText)
    }

    /// A range cut to the text and grown outwards so that it splits no cluster.
    func widened(_ range: TextSelection) -> TextSelection {
        let size = Int(textSize)
        let start = min(max(range.start, 0), size)
        let length = min(max(range.length, 0), size - start)
        if flags.contains(.simple) { return TextSelection(start: start, length: length) }
        let range = text.clusterRange(TextSelection(start: start, length: length))
        let lower = text.scalarOffset(of: range.lowerBound)
        return TextSelection(start: lower, length: text.scalarOffset(of: range.upperBound) - lower)
    }

    /// The cluster on one side of a caret; empty at the text's end.
    func cluster(beside caret: Int, forward: Bool) -> TextSelection {
        let size = Int(textSize)
        if flags.contains(.simple) {
            if forward { return TextSelection(start: caret, length: caret < size ? 1 : 0) }
            return caret > 0 ? TextSelection(start: caret - 1, length: 1) : TextSelection(start: 0)
        }
        let position = text.roundedDown(text.index(ofScalar: caret, isSimple: false))
        if forward {
            guard position < text.endIndex else { return TextSelection(start: size) }
            let length = text[position].unicodeScalars.count
            return TextSelection(start: text.scalarOffset(of: position), length: length)
        }
        guard position > text.startIndex else { return TextSelection(start: 0) }
        let start = text.index(before: position)
        return TextSelection(start: text.scalarOffset(of: start), length: text[start].unicodeScalars.count)
    }

    /// `range` lies in the text.
    func text(in range: TextSelection) -> String {
        let isSimple = flags.contains(.simple)
        let lower = text.index(ofScalar: range.start, isSimple: isSimple)
        let upper = text.index(ofScalar: range.end, isSimple: isSimple)
        return String(text[lower..<upper])
    }

    /// The word that a caret stands in or at, or the cluster beside it where no word is.
    func word(around caret: Int) -> TextSelection {
        var lower = text.roundedDown(text.index(ofScalar: caret, isSimple: false))
        var upper = lower
        while lower > text.startIndex, text[text.index(before: lower)].isWordPart { lower = text.index(before: lower) }
        while upper < text.endIndex, text[upper].isWordPart { upper = text.index(after: upper) }
        if lower == upper {
            if upper < text.endIndex {
                upper = text.index(after: upper)
            } else if lower > text.startIndex {
                lower = text.index(before: lower)
            }
        }
        let start = text.scalarOffset(of: lower)
        return TextSelection(start: start, length: text.scalarOffset(of: upper) - start)
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" || self == "'" || self == "’" }
}

import FormModel

extension Form {
    /// Puts one edit through filter, limit and formatter. False: the text is as it was.
    ///
    /// `edit.range` lies in the text on cluster boundaries.
    mutating func edit(_ edit: consuming TextEdit, in field: CompiledField) throws(FormError) -> Bool {
        let index = field.index
        touch(index)
        forgetRefusals()
        if fields[index].flags.contains(.left), field.clearsOnRefocus, fields[index].isSecret {
            // Typing anew in a secret field begins from nothing.
            edit.range = TextSelection(start: 0, length: Int(fields[index].textSize))
        }
        let isPrintable = !edit.replacement.hasByte { $0 >= 0x80 || $0 < 0x20 }
        let isSimple = isPrintable || edit.replacement.isSimple
        if !isPrintable, !isSimple || !field.isTextView {
            edit.replacement = edit.replacement.withLineBreaks(asSpaces: !field.isTextView)
        }
        let changed: Bool
        var isStep = false
        var change: LastEdit?
        if fields[index].hasFormatter(field) {
            let before = fields[index].formattedText
            changed = try applyFormatted(&edit, to: index, field)
            isStep = !changed && fields[index].hasSteppedOver(edit, from: before)
            if changed { change = fields[index].formatter(field)?.change(by: edit, to: before) }
        } else if isSimple, field.inputRules.isEmpty, fields[index].flags.contains(.simple) {
            var refusals: [Refusal] = []
            changed = try Self.applySimple(
                &edit,
                to: &fields[index],
                field,
                limit: compiled.types.maximumTextSize,
                &refusals
            )
            if !refusals.isEmpty { refuse(refusals, in: index) }
        } else {
            var current = fields[index]
            changed = try applyClusters(&edit, to: &current, field)
            fields[index] = current
        }
        guard changed else {
            if session.refusals.list.isEmpty, field.rules.contains(where: \.forgetsAtEachEdit) {
                fields[index].forgetMessage()
            }
            return isStep
        }
        fields[index].note(edit, change)
        session.isSubmitted = false
        if field.hasPicker { followText(index) }
        updateModified(field)
        return true
    }

    /// The way of nearly every key: each byte is a cluster and a code point.
    ///
    /// Here as below `edit` becomes what filter and limit leave of it. Where that is nothing, what was selected goes all the
    /// same.
    private static func applySimple(
        _ edit: inout TextEdit,
        to state: inout FieldStorage,
        _ field: CompiledField,
        limit: Int,
        _ refusals: inout [Refusal]
    ) throws(FormError) -> Bool {
        let range = edit.range
        if let filter = field.filter, let filtered = filter.filtered(edit.replacement) {
            refusals = filter.refusals(of: edit.replacement)
            guard field.definition.filtersInserted else { return false }
            edit.replacement = filtered
        }
        if let maximum = state.maxLength(field), !edit.replacement.isEmpty {
            let room = max(0, maximum - (Int(state.textSize) - range.length))
            if edit.replacement.utf8.count > room {
                let cuts = field.definition.pasteOverflow == .textThatFits
                refusals += Refusal.all(of: String(edit.replacement.dropFirst(cuts ? room : 0)), .length)
                guard cuts else { return false }
                edit.replacement = String(edit.replacement.prefix(room))
            }
        }
        let piece = edit.replacement
        let count = piece.utf8.count
        guard count > 0 || range.length > 0 else { return false }
        let size = Int(state.textSize) - range.length + count
        try checkSize(size, field, limit: limit)
        if range.start == Int(state.textSize) {
            state.text.append(piece)
        } else {
            let lower = state.text.index(ofScalar: range.start, isSimple: true)
            let upper = state.text.index(ofScalar: range.end, isSimple: true)
            if range.length == count, state.text[lower..<upper] == piece {
                state.selection = TextSelection(start: range.end)
                return false
            }
            state.text.replaceSubrange(lower..<upper, with: piece)
        }
        state.textSize = UInt32(clamping: size)
        state.selection = TextSelection(start: range.start + count)
        return true
    }

    /// The general case: clusters of several code points, which may merge where the pieces meet.
    private mutating func applyClusters(
        _ edit: inout TextEdit,
        to state: inout FieldStorage,
        _ field: CompiledField
    ) throws(FormError) -> Bool {
        if let filter = field.filter, let filtered = filter.filtered(edit.replacement) {
            refuse(filter.refusals(of: edit.replacement), in: field.index)
            guard field.definition.filtersInserted else { return false }
            edit.replacement = filtered
        }
        var piece = edit.replacement
        let lower = state.text.index(ofScalar: edit.range.start, isSimple: false)
        let upper = state.text.index(ofScalar: edit.range.end, isSimple: false)
        let head = String(state.text[..<lower])
        let tail = String(state.text[upper...])
        if let maximum = state.maxLength(field), !piece.isEmpty, (head + piece + tail).count > maximum {
            let cuts = field.definition.pasteOverflow == .textThatFits
            piece = cuts ? Self.longestPrefix(of: piece) { (head + $0 + tail).count <= maximum } : ""
            refuse(Refusal.all(of: String(edit.replacement.dropFirst(piece.count)), .length), in: field.index)
            guard cuts else { return false }
            edit.replacement = piece
        }
        let text = head + piece + tail
        guard !text.unicodeScalars.elementsEqual(state.text.unicodeScalars) else {
            if !piece.isEmpty { state.selection = TextSelection(start: edit.range.end) }
            return false
        }
        if !field.inputRules.isEmpty {
            for rule in field.inputRules where !judge(rule, text, of: field.index, .edit).isValid {
                refuse(Refusal.all(of: piece, .validator), in: field.index)
                return false
            }
        }
        if let filter = field.filter, !piece.isEmpty, !Self.seams(head, piece, tail, in: text).allSatisfy(filter.admits)
        {
            refuse(Refusal.all(of: piece, .filter), in: field.index)
            return false
        }
        try Self.checkSize(text.unicodeScalars.count, field, limit: compiled.types.maximumTextSize)
        let caret = edit.range.start + piece.unicodeScalars.count
        state.replaceText(text)
        // An insertion may have become part of the cluster after it: the caret goes behind that.
        let position = text.roundedUp(text.index(ofScalar: caret, isSimple: false))
        state.selection = TextSelection(start: text.scalarOffset(of: position))
        return true
    }

    private mutating func applyFormatted(
        _ edit: inout TextEdit,
        to index: Int,
        _ field: CompiledField
    ) throws(FormError) -> Bool {
        if field.hasPluginPlaceholders { anticipatePlaceholders(after: edit, in: field) }
        var current = fields[index]
        var changed = try applyFormatted(&edit, to: &current, field)
        if changed, edit.replacement.isEmpty, !current.isFocused, current.showsPrefixOnly(field) {
            // The last character of the user's was deleted, and what is left belongs to the focus.
            current.takeFormatted(nil)
            changed = !fields[index].text.isEmpty
        }
        fields[index] = current
        return changed
    }

    /// Limit and filter speak of the unformatted value, so the formatter is asked first.
    private mutating func applyFormatted(
        _ edit: inout TextEdit,
        to state: inout FieldStorage,
        _ field: CompiledField
    ) throws(FormError) -> Bool {
        guard let formatter = state.formatter(field) else { return false }
        let current = state.formattedText
        var result = formatter.apply(edit, to: current)
        if let filter = field.filter, !edit.replacement.isEmpty, !result.value.allSatisfy(filter.admits) {
            refuse(filter.refusals(of: edit.replacement), in: field.index)
            guard field.definition.filtersInserted, let filtered = filter.filtered(edit.replacement),
                !filtered.isEmpty || edit.range.length > 0
            else { return false }
            edit.replacement = filtered
            result = formatter.apply(edit, to: current)
        }
        if let maximum = state.maxLength(field), !edit.replacement.isEmpty, result.value.count > maximum,
            result.value.count >= current.value.count
        {
            let whole = edit
            edit.replacement = ""
            let cuts = field.definition.pasteOverflow == .textThatFits
            if cuts {
                edit.replacement = Self.longestPrefix(of: whole.replacement) { piece in
                    var attempt = whole
                    attempt.replacement = piece
                    return formatter.apply(attempt, to: current).value.count <= maximum
                }
            }
            let rest = whole.replacement.dropFirst(edit.replacement.count)
            refuse(Refusal.all(of: String(rest), .length), in: field.index)
            guard cuts, !edit.replacement.isEmpty || edit.range.length > 0 else { return false }
            result = formatter.apply(edit, to: current)
        }
        // A literal that is typed brings no value to be judged.
        if !result.value.hasSameCodePoints(as: current.value) {
            for rule in field.inputRules where !judge(rule, result.value, of: field.index, .edit).isValid {
                refuse(Refusal.all(of: edit.replacement, .validator), in: field.index)
                return false
            }
        }
        if !edit.replacement.isEmpty, edit.mayHaveLost(in: current, leaving: result) {
            refuse(formatter.refusals(of: edit, to: current, leaving: result), in: field.index)
        }
        try Self.checkSize(result.text.count, field, limit: compiled.types.maximumTextSize)
        guard result.text != FormText(state.text) else {
            if result.value.hasSameCodePoints(as: state.value), result.isComplete == current.isComplete {
                state.completionLength = UInt16(clamping: result.completionLength)
                state.selection = state.widened(result.selection)
            } else {
                // Another mask may have the same text with another value.
                state.take(result)
            }
            return false
        }
        state.take(result)
        return true
    }

    /// A formatter's result becomes the field's text.
    mutating func take(_ result: FormattedText, in index: Int) {
        fields[index].take(result)
        updateModified(index)
    }

    private static func checkSize(_ size: Int, _ field: CompiledField, limit: Int) throws(FormError) {
        guard size <= limit else {
            throw FormError(.textTooLong, "the text of \(field.definition.id) would exceed \(limit) code points")
        }
    }

    /// The longest beginning of a text, in whole clusters, that fits; a longer one fits no better.
    private static func longestPrefix(of text: String, _ fits: (String) -> Bool) -> String {
        var low = 0
        var high = text.count
        while low < high {
            let middle = (low + high + 1) / 2
            if fits(text.firstClusters(middle)) { low = middle } else { high = middle - 1 }
        }
        return text.firstClusters(low)
    }

    /// The clusters of `text` at both ends of the inserted piece.
    private static func seams(_ head: String, _ piece: String, _ tail: String, in text: String) -> [Character] {
        let first = text.index(ofScalar: head.unicodeScalars.count, isSimple: false)
        let last = text.index(ofScalar: head.unicodeScalars.count + piece.unicodeScalars.count, isSimple: false)
        return [first, last].compactMap { position in
            let start = text.roundedDown(position)
            return start < text.endIndex && start != position ? text[start] : nil
        }
    }

    /// Compares a field's text with the initial one.
    mutating func updateModified(_ index: Int) {
        updateModified(configured(index))
    }

    private mutating func updateModified(_ field: CompiledField) {
        let index = field.index
        let isInitial: Bool
        let initial = fields[index].overrides?.value.initialText ?? field.initialText
        if field.hasPicker, fields[index].choice != .none {
            isInitial = isInitialChoice(index)
        } else if !fields[index].hasFormatter(field) {
            isInitial = fields[index].text == initial
        } else if fields[index].value.isEmpty, !fields[index].flags.contains(.verbatim) {
            isInitial = initial.isEmpty
        } else {
            isInitial = fields[index].text == initial || fields[index].text == fields[index].formatted(initial, field)
        }
        if isInitial { fields[index].flags.remove(.modified) } else { fields[index].flags.insert(.modified) }
    }
}

extension TextEdit {
    /// Whether something of the insertion may be missing: not where the value has grown by all of it.
    fileprivate func mayHaveLost(in current: FormattedText, leaving result: FormattedText) -> Bool {
        range.length > 0 || result.value.utf8.count != current.value.utf8.count + replacement.utf8.count
    }
}

extension FieldStorage {
    /// Whether an insertion that left the text as it was typed what stands there already: literals of a mask.
    fileprivate func hasSteppedOver(_ edit: TextEdit, from before: FormattedText) -> Bool {
        !edit.replacement.isEmpty && edit.range.length == 0
            && (Int(completionLength) < before.completionLength || selection.start > edit.range.start)
    }

    fileprivate func formatted(_ text: String, _ field: CompiledField) -> String {
        guard !text.isEmpty, let formatter = formatter(field) else { return text }
        return formatter.format(text).text.string
    }

    private static func change(by edit: TextEdit) -> LastEdit {
        edit.replacement.isEmpty ? .delete : edit.range.length > 0 ? .replace : .insert
    }

    /// What an edit that changed the text leaves besides the text.
    fileprivate mutating func note(_ edit: TextEdit, _ change: LastEdit?) {
        lastEdit = change ?? Self.change(by: edit)
        textOrigin = .user
        flags.formUnion([.touched, .textDirty, .verdictDirty])
        flags.remove(.left)
        if !text.isEmpty { flags.insert(.entered) }
        forgetMessage()
    }

    fileprivate mutating func forgetMessage() {
        if !flags.isDisjoint(with: [.error, .warning]) { clearError() }
    }
}

import FormModel

/// One edit's way into a field: its filter, its limit, its formatter, the rules that are asked at each edit.
///
/// An edit that leaves the text as it was changes nothing about the field but the selection.
struct Editor {
    /// The open transaction's own copy.
    let field: FormField
    let judge: Judge
    /// The characters that the edit brought and the text has not, and why.
    private(set) var refusals: [Refusal] = []

    private var definition: FieldDefinition { field.definition }

    /// What an edit came to.
    enum Effect {
        case changed
        /// The text stays, and what was typed stands there already.
        case stepped
        case unchanged
    }

    private var context: FormContext { judge.context }
    private var attempt: Attempt { judge.attempt }

    init(_ field: FormField, _ judge: Judge) {
        self.field = field
        self.judge = judge
    }

    /// Carries out one edit of a user. Throws `textTooLong`.
    ///
    /// - Parameter edit: its range lies in the text, on boundaries of grapheme clusters.
    /// - Returns: whether the text is another one now, or the insertion stepped over literals that stand there already.
    mutating func apply(_ edit: TextEdit) throws(FormError) -> Effect {
        var edit = edit
        if field.flags.contains(.left), definition.clearsOnRefocus, field.isSecret, !isInVain(edit) {
            // Typing anew in a secret field begins from nothing.
            edit.range = field.text.everything
        }
        if !edit.replacement.isPrintableASCII {
            edit.replacement = edit.replacement.withLineBreaks(asSpaces: !field.plan.isTextView)
        }
        let change: LastEdit?
        if let formatter = field.formatter(asking: attempt) {
            let before = field.formattedText
            field.anticipatePlaceholders(after: edit, asking: attempt)
            guard try format(&edit, with: formatter) else {
                return hasSteppedOver(edit, from: before) ? .stepped : notChanged()
            }
            change = formatter.change(by: edit, to: before)
        } else {
            guard try replace(&edit) else { return notChanged() }
            change = nil
        }
        noteChange(change ?? edit.kind)
        return .changed
    }

    /// Puts a text in place that a formatter made of a step. `false` where a rule that is asked at each edit does not let it in.
    /// Throws `textTooLong`.
    mutating func put(_ text: FormattedText) throws(FormError) -> Bool {
        guard field.plan.inputRules.allSatisfy({ judge.admits($0, text.value, of: field) }) else { return false }
        try context.form.check(text.text.string, for: field.id)
        field.take(text)
        noteChange(.replace)
        return true
    }

    private func noteChange(_ kind: LastEdit) {
        field.lastEdit = kind
        field.textOrigin = .user
        var flags = field.flags.union(.touched).subtracting(.left)
        if !field.text.isEmpty { flags.insert(.entered) }
        field.flags = flags
        field.clearMessage()
        field.followText(context)
        field.updateModified(context, asking: attempt)
    }

    /// Whether an edit takes nothing away and brings nothing, or nothing that the filter lets through.
    private func isInVain(_ edit: TextEdit) -> Bool {
        guard edit.range.length == 0 else { return false }
        // What a formatter brings is not known before it is asked.
        guard !edit.replacement.isEmpty, field.formatter == nil else { return edit.replacement.isEmpty }
        return field.plan.filter?.filtered(edit.replacement)?.isEmpty == true
    }

    /// FormController's rules forget what they said at each edit, even at one that changes nothing.
    private func notChanged() -> Effect {
        if refusals.isEmpty, field.plan.rules.contains(where: { $0.rule.compatibility == .formController }) {
            field.clearMessage()
        }
        return .unchanged
    }

    // MARK: Without a formatter

    /// Replaces a piece of the text. Where filter and limit leave nothing of the insertion, what was selected goes all the
    /// same.
    private mutating func replace(_ edit: inout TextEdit) throws(FormError) -> Bool {
        let old = field.text
        if let filter = field.plan.filter, let filtered = filter.filtered(edit.replacement) {
            refusals += filter.refusals(of: edit.replacement)
            guard definition.filtersInserted else { return false }
            edit.replacement = filtered
        }
        if let maximum = field.maxLength, !edit.replacement.isEmpty {
            let whole = edit.replacement
            let piece = longestPrefix(of: whole, old, edit.range, maximum)
            if piece.utf8.count < whole.utf8.count {
                refusals += Refusal.all(of: String(whole.dropFirst(piece.count)), .length)
                guard definition.pasteOverflow == .textThatFits else { return false }
                edit.replacement = piece
            }
        }
        let text = old.replacing(edit.range, with: edit.replacement)
        guard text != old else {
            if !edit.replacement.isEmpty { field.selection = TextSelection(start: edit.range.end) }
            return false
        }
        for rule in field.plan.inputRules where !judge.admits(rule, text.string, of: field) {
            refusals += Refusal.all(of: edit.replacement, .validator)
            return false
        }
        if field.plan.picker != nil, !edit.replacement.isEmpty, let picker = field.picker,
            !picker.allowsTyping(text.string, locale: context.locale)
        {
            refusals += Refusal.all(of: edit.replacement, .values)
            return false
        }
        // What stands behind the range has kept its length.
        let caret = text.count - (old.count - edit.range.end)
        if !text.isSimple, let filter = field.plan.filter, !edit.replacement.isEmpty {
            guard text.seams(at: [edit.range.start, caret]).allSatisfy(filter.admits) else {
                refusals += Refusal.all(of: edit.replacement, .filter)
                return false
            }
        }
        try checkSize(of: text, after: edit)
        field.text = text
        // An insertion may have become part of the grapheme cluster after it: the caret goes behind that.
        field.selection = TextSelection(start: text.isSimple ? caret : text.roundedUp(caret))
        return true
    }

    /// The longest beginning of a piece, in whole grapheme clusters, with which the text has at most `maximum` of them.
    private func longestPrefix(of piece: String, _ text: FormText, _ range: TextSelection, _ maximum: Int) -> String {
        if text.isSimple, piece.isSimple {
            let room = max(0, maximum - (text.count - range.length))
            return piece.utf8.count <= room ? piece : String(piece.prefix(room))
        }
        return piece.longestPrefix { text.replacing(range, with: $0).clusterCount <= maximum }
    }

    // MARK: With a formatter

    /// Lets the formatter make a text. Limit and filter speak of the unformatted value, so the formatter is asked first.
    private mutating func format(_ edit: inout TextEdit, with formatter: any TextFormatter) throws(FormError) -> Bool {
        let current = field.formattedText
        // A key is short, whatever it brings.
        let isLong = edit.replacement.utf8.count > 64
        if isLong, !attempt.hasTime(for: edit.replacement.formattingWork) { throw attempt.outOfTime }
        var result = formatter.apply(edit, to: current)
        if let filter = field.plan.filter, !edit.replacement.isEmpty, !result.value.allSatisfy(filter.admits) {
            refusals += filter.refusals(of: edit.replacement)
            guard definition.filtersInserted, let filtered = filter.filtered(edit.replacement),
                !filtered.isEmpty || edit.range.length > 0
            else { return false }
            edit.replacement = filtered
            result = formatter.apply(edit, to: current)
        }
        if let maximum = field.maxLength, !edit.replacement.isEmpty, result.value.count > maximum,
            result.value.count >= current.value.count
        {
            let whole = edit
            let cuts = definition.pasteOverflow == .textThatFits
            edit.replacement =
                cuts
                ? whole.replacement.longestPrefix { piece in
                    var shorter = whole
                    shorter.replacement = piece
                    return attempt.hasTime() && formatter.apply(shorter, to: current).value.count <= maximum
                } : ""
            refusals += Refusal.all(of: String(whole.replacement.dropFirst(edit.replacement.count)), .length)
            guard cuts, !edit.replacement.isEmpty || edit.range.length > 0 else { return false }
            result = formatter.apply(edit, to: current)
        }
        // A literal that is typed brings no value to be judged.
        if !result.value.hasSameCodePoints(as: current.value) {
            for rule in field.plan.inputRules where !judge.admits(rule, result.value, of: field) {
                refusals += Refusal.all(of: edit.replacement, .validator)
                return false
            }
        }
        if !edit.replacement.isEmpty, edit.mayHaveLost(in: current, leaving: result) {
            if isLong, !attempt.hasTime(for: edit.replacement.formattingWork) { throw attempt.outOfTime }
            refusals += formatter.refusals(of: edit, to: current, leaving: result)
        }
        try checkSize(of: result.text, after: edit)
        guard result.text != current.text else {
            if result.value.hasSameCodePoints(as: current.value), result.isComplete == current.isComplete {
                field.completionLength = result.completionLength
                field.selection = field.text.widened(result.selection)
                return false
            }
            // Another mask may have the same text with another value.
            field.take(result)
            return true
        }
        field.take(result)
        guard edit.replacement.isEmpty, !field.isFocused, field.showsPrefixOnly else { return true }
        // The last of the user's characters was deleted, and what is left belongs to the focus.
        field.takeFormatted(nil)
        return !current.text.isEmpty
    }

    /// Whether an insertion that left the text as it was typed what stands there already: literals of a mask.
    private func hasSteppedOver(_ edit: TextEdit, from before: FormattedText) -> Bool {
        !edit.replacement.isEmpty && edit.range.length == 0
            && (field.completionLength < before.completionLength || field.selection.start > edit.range.start)
    }

    /// Throws `textTooLong`. A deletion is always possible.
    private func checkSize(of text: FormText, after edit: TextEdit) throws(FormError) {
        let limit = context.form.types.maximumTextSize
        guard text.count > limit, !edit.replacement.isEmpty else { return }
        throw FormError(.textTooLong, "the text of \(field.id) would exceed \(limit) code points")
    }
}

extension TextEdit {
    fileprivate var kind: LastEdit {
        replacement.isEmpty ? .delete : range.length > 0 ? .replace : .insert
    }

    /// Whether something of the insertion may be missing: not where the value has grown by all of it.
    fileprivate func mayHaveLost(in current: FormattedText, leaving result: FormattedText) -> Bool {
        range.length > 0 || result.value.utf8.count != current.value.utf8.count + replacement.utf8.count
    }
}

extension String {
    fileprivate var isPrintableASCII: Bool { !hasByte { $0 >= 0x80 || $0 < 0x20 } }

    /// The longest beginning, in whole grapheme clusters, that fits. A longer one fits no better than a shorter one.
    fileprivate func longestPrefix(_ fits: (String) -> Bool) -> String {
        if fits(self) { return self }
        var low = 0
        var high = count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if fits(String(prefix(middle))) { low = middle } else { high = middle - 1 }
        }
        return String(prefix(max(low, 0)))
    }
}

extension FormText {
    /// The grapheme clusters that code point positions fall into, where they are not on a boundary.
    fileprivate func seams(at positions: [Int]) -> [Character] {
        positions.compactMap { offset in
            let position = index(offset)
            let start = string.roundedDown(position)
            return start < string.endIndex && start != position ? string[start] : nil
        }
    }

    /// A code point position moved to the end of the grapheme cluster that it is in.
    fileprivate func roundedUp(_ offset: Int) -> Int {
        string.scalarOffset(of: string.roundedUp(index(offset)))
    }
}

import Formatters
import FormModel
import TextEditing

/// Applies one edit to a field: through its filter, its length limit, its formatter and the rules that are evaluated at
/// each edit.
///
/// An edit that does not change the text changes at most the selection.
struct Editor {
    /// The open transaction's own copy of the field.
    let field: FormField
    let judge: Judge
    /// The characters of the edit that were refused, with the reasons.
    private(set) var refusals: [Refusal] = []

    private var definition: FieldDefinition { field.definition }

    /// The result of an edit.
    enum Effect {
        case changed
        /// The text stays, because the typed characters are literals that it contains already.
        case stepped
        case unchanged
    }

    private var context: FormContext { judge.context }
    private var attempt: Attempt { judge.attempt }

    init(_ field: FormField, _ judge: Judge) {
        self.field = field
        self.judge = judge
    }

    /// Applies a user's edit. Throws `textTooLong`.
    ///
    /// - Parameter edit: its range is inside the text, on boundaries of grapheme clusters.
    /// - Returns: whether the text changed, or the caret stepped over literals.
    mutating func apply(_ edit: TextEdit) throws(FormError) -> Effect {
        var edit = edit
        if field.flags.contains(.left), definition.clearsOnRefocus, field.isSecret, !isInVain(edit) {
            // The first edit after the focus returns replaces the whole secret.
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
        finish(change ?? edit.kind)
        return .changed
    }

    /// Sets the formatted result of a step. Returns `false` if a rule that is evaluated at each edit refuses it. Throws
    /// `textTooLong`.
    mutating func put(_ text: FormattedText) throws(FormError) -> Bool {
        guard field.plan.inputRules.allSatisfy({ judge.admits($0, text.value, of: field) }) else { return false }
        try context.form.check(text.text.string, for: field.id)
        field.take(text)
        finish(.replace)
        return true
    }

    private func finish(_ kind: LastEdit) {
        field.lastEdit = kind
        field.textOrigin = .user
        var flags = field.flags.union(.touched).subtracting(.left)
        if !field.text.isEmpty { flags.insert(.entered) }
        field.flags = flags
        field.clearMessage()
        field.followText(context)
        field.updateModified(context, asking: attempt)
    }

    /// Whether an edit deletes nothing and inserts nothing that the filter accepts.
    private func isInVain(_ edit: TextEdit) -> Bool {
        guard edit.range.length == 0 else { return false }
        // What a formatter accepts is known only after it has formatted.
        guard !edit.replacement.isEmpty, field.formatter == nil else { return edit.replacement.isEmpty }
        return field.plan.filter?.filtered(edit.replacement)?.isEmpty == true
    }

    /// FormController's rules clear their messages at each edit, even at one that changes nothing.
    private func notChanged() -> Effect {
        if refusals.isEmpty, field.plan.rules.contains(where: { $0.rule.compatibility == .formController }) {
            field.clearMessage()
        }
        return .unchanged
    }

    // MARK: Without a formatter

    /// Replaces a part of the text. If filter and limit refuse the whole insertion, the selection is deleted all the
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
        // The text behind the range has kept its length.
        let caret = text.count - (old.count - edit.range.end)
        if !text.isSimple, let filter = field.plan.filter, !edit.replacement.isEmpty {
            guard text.seams(at: [edit.range.start, caret]).allSatisfy(filter.admits) else {
                refusals += Refusal.all(of: edit.replacement, .filter)
                return false
            }
        }
        try checkSize(of: text, after: edit)
        field.text = text
        // The insertion may have joined the grapheme cluster behind it; the caret then goes behind that cluster.
        field.selection = TextSelection(start: text.isSimple ? caret : text.roundedUp(caret))
        return true
    }

    /// The longest prefix of `piece`, in whole grapheme clusters, that keeps the text within `maximum` clusters.
    private func longestPrefix(of piece: String, _ text: FormText, _ range: TextSelection, _ maximum: Int) -> String {
        if text.isSimple, piece.isSimple {
            let room = max(0, maximum - (text.count - range.length))
            return piece.utf8.count <= room ? piece : String(piece.prefix(room))
        }
        return piece.longestPrefix { text.replacing(range, with: $0).clusterCount <= maximum }
    }

    // MARK: With a formatter

    /// Lets the formatter apply the edit. Limit and filter apply to its unformatted value, so it comes first.
    private mutating func format(_ edit: inout TextEdit, with formatter: any TextFormatter) throws(FormError) -> Bool {
        let current = field.formattedText
        // The time is checked only for long insertions: a key is always short.
        let isLong = edit.replacement.utf8.count > 64
        if isLong, !attempt.hasTime(for: edit.replacement.formattingWork) { throw attempt.outOfTime }
        var result = formatter.apply(edit, to: current)
        if let filter = field.plan.filter, !edit.replacement.isEmpty, !filter.admits(result.value) {
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
        // A typed literal does not change the value, so there is nothing to validate.
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
            // The new mask of a choice may give the same text another value.
            field.take(result)
            return true
        }
        field.take(result)
        guard edit.replacement.isEmpty, !field.isFocused, field.showsPrefixOnly else { return true }
        // The user's last character was deleted; without the focus the prefix goes, too.
        field.takeFormatted(nil)
        return !current.text.isEmpty
    }

    /// Whether the characters of an insertion that did not change the text are literals that it contains already.
    private func hasSteppedOver(_ edit: TextEdit, from before: FormattedText) -> Bool {
        !edit.replacement.isEmpty && edit.range.length == 0
            && (field.completionLength < before.completionLength || field.selection.start > edit.range.start)
    }

    /// Throws `textTooLong`. Deletions are always allowed.
    private func checkSize(of text: FormText, after edit: TextEdit) throws(FormError) {
        let limit = context.form.types.maximumTextSize
        guard text.count > limit, !edit.replacement.isEmpty else { return }
        throw FormError(
            .textTooLong,
            "the text of \(field.words(in: context.locale)) would exceed \(limit) code points"
        )
    }
}

extension TextEdit {
    fileprivate var kind: LastEdit {
        replacement.isEmpty ? .delete : range.length > 0 ? .replace : .insert
    }

    /// Whether a part of the insertion may have been refused. If the value grew by its whole length, nothing was.
    fileprivate func mayHaveLost(in current: FormattedText, leaving result: FormattedText) -> Bool {
        range.length > 0 || result.value.utf8.count != current.value.utf8.count + replacement.utf8.count
    }
}

extension String {
    fileprivate var isPrintableASCII: Bool { !hasByte { $0 >= 0x80 || $0 < 0x20 } }

    /// The longest prefix, in whole grapheme clusters, for which `fits` is true. Assumes that shorter prefixes fit,
    /// too.
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
    /// The grapheme clusters that contain code point positions in their inside.
    fileprivate func seams(at positions: [Int]) -> [Character] {
        positions.compactMap { offset in
            let position = index(offset)
            let start = string.roundedDown(position)
            return start < string.endIndex && start != position ? string[start] : nil
        }
    }

    /// The end of the grapheme cluster that contains a position in code points; the position itself if it is on a
    /// boundary.
    fileprivate func roundedUp(_ offset: Int) -> Int {
        string.scalarOffset(of: string.roundedUp(index(offset)))
    }
}

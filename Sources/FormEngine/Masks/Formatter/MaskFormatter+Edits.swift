import FormModel

// Edits with the default behaviour
//
// The pass through the mask is that of InputMask, with these additions:
//
// - The literals before the first cell belong to the mask. While the text contains a character of the user, they cannot
//   be deleted or split, and the caret does not stay among them. When the user's last character is deleted, the text
//   after it is deleted, too.
// - Literals that the mask has added after the user's text can be typed nevertheless. A key replaces them, and the pass
//   writes them again. So keys give the same text as pasting all of them.
// - A key that neither a literal nor a cell accepts is refused, and causes no text to be written.
// - If a text that is pasted into the text begins with the first literals itself, they are removed. If it is complete
//   by itself, and the text would otherwise lose characters, it replaces the whole text.
// - A trunk prefix, such as the 8 of `8 916 …`, is dropped if there is no room for it.
// - An invalid character does not end a group of optional cells, and a character that would merge with its neighbour is
//   dropped.
// - Of several masks the one that contains most of the text is used. If several contain the same, the mask does not
//   change.
// - A forward deletion steps over a literal, as a backward one does.

extension MaskFormatter {
    /// The step of an edit; `nil` if the edit is refused.
    @inline(__always)
    func follow(_ edit: TextEdit, of current: FormattedText) -> MaskStep? {
        if definition.isReversed { return followReversed(edit, of: current) }
        let variant = variants.count > 1 ? step(of: current).variant : 0
        return edit.isDeletion
            ? delete(edit, from: current, variant: variant)
            : insert(edit, into: current, variant: variant)
    }

    func place(_ text: String) -> MaskStep {
        if let step = placeValue(text) { return step }
        let edit = TextEdit(range: TextSelection(start: 0), replacement: text, origin: .program)
        return follow(edit, of: .empty) ?? run("", TextSelection(start: 0), "", gravity: insertion, now: 0)
    }

    /// The step for a program's text that is a value, in which literals only occur if they belong to the value. In a
    /// mask that fills from its end it may also be a text that the mask shows. Returns `nil` for any other text, which
    /// is then treated as if it had been typed.
    private func placeValue(_ text: String) -> MaskStep? {
        let text = text.composed
        var best: MaskStep?
        // Each mask that can contain the value may be compared with all others, so that a long value is only tried with
        // the first mask.
        let isLong = variants.count * variants.count * text.utf8.count > 1 << 18
        for variant in isLong ? 0..<1 : variants.indices where !text.isEmpty {
            let program = variants[variant]
            func run(_ special: MaskRepairs) -> MaskResult {
                MaskInput.with(text, caret: .max) {
                    let gravity = program.isReversed ? CaretGravity.backward(autoskip: false) : insertion
                    return program.apply($0, gravity: gravity, repairs: repairs.union(special))
                }
            }
            var result = run(.withoutFree)
            if program.isReversed {
                if !result.value.hasSameCodePoints(as: text) {
                    result = run([])
                    guard result.text.hasSameCodePoints(as: text) else { continue }
                }
                result.caret = program.caret(in: result.text, before: 0, skipsLiterals: false)
            } else if !result.value.hasSameCodePoints(as: text) {
                continue
            }
            let step = MaskStep(variant: variant, result: result)
            if best == nil || best.map({ fits(step, betterThan: $0) }) == true, stays(step) { best = step }
        }
        return best
    }

    /// Whether a text stays in the mask that wrote it: no other mask fits it better.
    private func stays(_ step: MaskStep) -> Bool {
        guard variants.count > 1, !definition.isReversed else { return true }
        let chosen = MaskInput.with(step.result.text, caret: .max) {
            choose($0, gravity: insertion, repairs, now: step.variant)
        }
        return chosen.result.text.hasSameCodePoints(as: step.result.text)
    }

    /// Whether a value fits one mask better than another one that can contain the whole value, too.
    private func fits(_ step: MaskStep, betterThan other: MaskStep) -> Bool {
        guard definition.affinity == .wholeString else { return score(of: step) > score(of: other) }
        return step.result.isComplete && !other.result.isComplete
    }

    /// The mask that wrote a text, and its state for the text.
    func step(of current: FormattedText) -> MaskStep {
        if isCompatible, variants.count > 1 { return listened(current) }
        func step(_ variant: Int) -> MaskStep {
            let result = MaskInput.with(current.text.string, caret: .max) {
                variants[variant].apply(
                    $0,
                    gravity: .forward(autocomplete: false),
                    repairs: isCompatible ? [] : repairs
                )
            }
            return MaskStep(variant: variant, result: result)
        }
        let first = step(0)
        if variants.count == 1 || isTooLongToChoose(current.text.count) || first.formatted.isSame(as: current) {
            return first
        }
        for variant in variants.indices.dropFirst() {
            let other = step(variant)
            if other.formatted.isSame(as: current) { return other }
        }
        return first
    }

    /// Replaces a part of a text and runs it through the masks.
    @inline(__always)
    func run(
        _ text: String,
        _ range: TextSelection,
        _ replacement: String,
        gravity: CaretGravity,
        now current: Int,
        besides special: MaskRepairs = [],
        isContinued: Bool = false
    ) -> MaskStep {
        let repairs = repairs.union(special)
        let program = variants[current]
        if program.isAmbiguous, !text.isEmpty, !isContinued {
            // The characters behind the edit move to other places in the mask, and those before it may be a part of a
            // run of literals.
            let flags = program.userFlags(of: text)
            let input = MaskInput.keepingRoles(text, flags, replacing: range, with: replacement)
            return variants.count == 1
                ? MaskStep(variant: 0, result: program.apply(input, gravity: gravity, repairs: repairs))
                : choose(input, gravity: gravity, repairs, now: current)
        }
        return MaskInput.with(text, replacing: range, with: replacement, composes: true) { input in
            variants.count == 1
                ? MaskStep(variant: 0, result: program.apply(input, gravity: gravity, repairs: repairs))
                : choose(input, gravity: gravity, repairs, now: current)
        }
    }
}

extension FormattedText {
    fileprivate func isSame(as other: FormattedText) -> Bool {
        text == other.text && value == other.value
    }
}

// MARK: - Deletions

extension MaskFormatter {
    @inline(__always)
    private func delete(_ edit: TextEdit, from current: FormattedText, variant: Int) -> MaskStep {
        let program = variants[variant]
        let text = current.text
        let range = program.withoutLeadingLiterals(edit.range, of: text.string)
        var step = run(text.string, range, "", gravity: deletion, now: variant)
        if step.result.counts.filled == 0 {
            // This deletes the user's last character, so the text after it is deleted, too.
            let start = edit.range.start
            let rest = TextSelection(start: start, length: max(0, text.count - start))
            step = run(text.string, rest, "", gravity: deletion, now: variant)
            // If the deletion has removed the value, all remaining literals can be typed again.
            step.result.limitTyped(to: current.value.isEmpty ? current.typedLength : 0)
            return step
        }
        if step.result.caret < program.leadingLiteralLength {
            step.result.caret = min(program.leadingLiterals.count, step.result.text.count)
        }
        let isStep = step.result.text == text.string
        if edit.range.end == text.count, program.isAmbiguous, step.variant == variant {
            // What is left of a run of literals is the mask's, so that the next key does not make it the user's.
            let flags = program.userFlags(of: step.result.text)
            step.result.counts.completed = flags.reversed().prefix { !$0 }.count
        } else if isStep || edit.range.end == text.count {
            step.result.limitTyped(to: current.typedLength)
        }
        if edit.origin == .deleteForward, isStep {
            step.result.caret = max(step.result.caret, text.string.clusterCount(before: edit.range.end))
        }
        return step
    }
}

// MARK: - Insertions

extension MaskFormatter {
    @inline(__always)
    private func insert(_ edit: TextEdit, into current: FormattedText, variant: Int) -> MaskStep? {
        let program = variants[variant]
        let text = current.text
        let typed = current.typedLength
        var range = edit.range
        // If the user continues typing, the literals that the mask has added are replaced, and the pass writes them
        // again.
        let isContinued = range.start >= typed
        if isContinued {
            range = TextSelection(start: typed, length: text.count - typed)
        } else {
            if range.end > typed { range.length = text.count - range.start }
            range = program.withoutLeadingLiterals(range, of: text.string)
        }
        if edit.origin == .paste, range.start > 0,
            let step = pasteWithoutLiterals(edit.replacement, range, current, variant, program)
        {
            return step
        }
        let special: MaskRepairs = range.end >= text.count ? .wholeLiterals : []
        var step = run(
            text.string,
            range,
            edit.replacement,
            gravity: insertion,
            now: variant,
            besides: special,
            isContinued: isContinued
        )
        if edit.origin == .program, let whole = placeBehindLiterals(edit.replacement, unless: step, program) {
            return whole
        }
        if step.result.counts.lost > 0, !definition.trunkPrefixes.isEmpty {
            step = leastLossy([step] + withoutTrunkPrefix(edit.replacement, range, current, program))
        }
        if isContinued {
            let isShown = !step.result.text.hasSameCodePoints(as: text.string)
            let isTaken = isShown || step.result.counts.dropped < edit.replacement.count
            let isTyped = !step.result.typedText.hasSameCodePoints(as: current.typedText)
            guard isTaken && isTyped || repairs.contains(.notes) else { return nil }
            keepCompletion(of: current, after: &step)
        }
        return step
    }

    /// Without autocompletion: keeps literals visible that were added earlier and are stepped over.
    private func keepCompletion(of current: FormattedText, after step: inout MaskStep) {
        guard !insertion.completesLiterals, current.completionLength > 0,
            current.text.string.unicodeScalars.starts(with: step.result.text.unicodeScalars)
        else { return }
        let typed = step.result.text.unicodeScalars.count
        step.result.text = current.text.string
        step.result.value = current.value
        step.result.caret = step.result.text.count
        step.result.limitTyped(to: typed)
    }

    /// Formats a program's text that begins like the mask by coincidence, such as a number that begins with 7 for a
    /// mask that begins with `+7`. The text is only complete when it follows the literals of the mask.
    @inline(never)
    private func placeBehindLiterals(_ text: String, unless step: MaskStep, _ program: MaskProgram) -> MaskStep? {
        guard !step.result.isComplete, let rest = program.withoutLeadingLiterals(text), !rest.isCertain else {
            return nil
        }
        let whole = run("", TextSelection(start: 0), program.leadingLiterals + text, gravity: insertion, now: 0)
        return whole.result.isComplete && whole.result.counts.lost == 0 ? whole : nil
    }

    /// The result for a pasted text without its first literals, which the text already contains; `nil` if it does not
    /// begin with them.
    @inline(never)
    private func pasteWithoutLiterals(
        _ text: String,
        _ range: TextSelection,
        _ current: FormattedText,
        _ variant: Int,
        _ program: MaskProgram
    ) -> MaskStep? {
        guard current.text.string.hasPrefix(program.leadingLiterals), let rest = program.withoutLeadingLiterals(text)
        else { return nil }
        var steps = [run(current.text.string, range, rest.text, gravity: insertion, now: variant)]
        if !rest.isCertain {
            steps.insert(run(current.text.string, range, text, gravity: insertion, now: variant), at: 0)
        }
        if steps.allSatisfy({ $0.result.counts.lost > 0 }) {
            let whole = run("", TextSelection(start: 0), text, gravity: insertion, now: variant)
            if whole.result.counts.lost == 0, whole.result.isComplete { return whole }
        }
        return leastLossy(steps)
    }

    private func leastLossy(_ steps: [MaskStep]) -> MaskStep {
        steps.dropFirst().reduce(steps[0]) { best, step in
            let (old, new) = (best.result.counts, step.result.counts)
            return (new.lost, -new.placed) < (old.lost, -old.placed) ? step : best
        }
    }

    /// For each trunk prefix with which the user's characters begin: the result without the prefix.
    @inline(never)
    private func withoutTrunkPrefix(
        _ text: String,
        _ range: TextSelection,
        _ current: FormattedText,
        _ program: MaskProgram
    ) -> [MaskStep] {
        let parts = program.userCharacters(of: current.text.string, around: range)
        let inserted = text.composed.filter(program.accepts)
        let user = parts.before + inserted + parts.after
        return definition.trunkPrefixes.compactMap { trunk in
            guard !trunk.isEmpty, user.starts(with: trunk), user.count > trunk.count else { return nil }
            // The literals are prepended, so that the user's first character is not mistaken for one of them.
            let literals = Array(program.leadingLiterals)
            let caret = literals.count + max(0, parts.before.count + inserted.count - trunk.count)
            let input = MaskInput(
                clusters: literals + user.dropFirst(trunk.count),
                caret: caret,
                insertedFrom: literals.count + max(0, parts.before.count - trunk.count)
            )
            return choose(input, gravity: insertion, repairs, now: 0)
        }
    }
}

extension FormattedText {
    fileprivate var typedText: String {
        completionLength == 0 ? text.string : String(text[TextSelection(start: 0, length: typedLength)])
    }
}

extension MaskResult {
    fileprivate var typedText: String {
        counts.completed == 0 ? text : String(text.dropLast(counts.completed))
    }

    /// Counts the text after a position in code points as added by the mask.
    fileprivate mutating func limitTyped(to codePoints: Int) {
        counts.completed = max(0, text.count - text.clusterCount(before: codePoints))
    }
}

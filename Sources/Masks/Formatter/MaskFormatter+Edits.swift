import TextEditing

// Edits
//
// An edit is applied to the characters of the text with their roles: what the user entered and what the mask wrote. The
// result is passed through the mask again, so that no character changes its owner. In addition:
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
//   change. A paste into several masks is typed key by key, so that each key finds the same masks as when it is typed.
// - A forward deletion steps over a literal, as a backward one does.

extension MaskFormatter {
    /// The result of `apply` with additional data; `nil` if the edit is refused.
    func step(_ edit: TextEdit, to current: FormattedText) -> MaskStep? {
        if definition.isReversed { return followReversed(edit, of: current) }
        if edit.isDeletion { return delete(edit, from: current) }
        if let step = type(edit, into: current) { return step }
        return insert(edit, into: current)
    }

    /// The step for a text that a program sets.
    func place(_ text: String) -> MaskStep {
        let edit = TextEdit(range: TextSelection(start: 0), replacement: text, origin: .program)
        let typed = definition.isReversed ? nil : type(edit, into: .empty)
        if let typed, typed.result.value.hasSameCodePoints(as: text.composed) { return typed }
        // A text of which nothing would be the user's, or that would become a longer value, is a value of another mask.
        let isValue = typed.map { $0.result.value.isEmpty || $0.result.value.count > text.composed.count } ?? false
        if let step = placeValue(text, isValue: isValue) { return step }
        return typed ?? step(edit, to: .empty)
            ?? MaskStep(variant: 0, result: variants[0].apply(MaskInput(""), gravity: insertion))
    }

    /// The step for a program's text that is a value, in which literals only occur if they belong to the value. In a
    /// mask that fills from its end it may also be a text that the mask shows. Returns `nil` for any other text, which
    /// is then treated as if it had been typed.
    ///
    /// - Parameter isValue: whether any mask that can contain the value is better than typing the text.
    private func placeValue(_ text: String, isValue: Bool) -> MaskStep? {
        let text = text.composed
        var best: MaskStep?
        // A mask that can contain the value, although another one would be chosen for its text.
        var other: MaskStep?
        // Each mask that can contain the value may be compared with all others, so that a long value is only tried with
        // the first mask.
        let isLong = variants.count * variants.count * text.utf8.count > 1 << 18
        for variant in isLong ? 0..<1 : variants.indices where !text.isEmpty {
            let program = variants[variant]
            func run(_ role: OwnedText.Role) -> MaskResult {
                let gravity = program.isReversed ? CaretGravity.backward(autoskip: false) : insertion
                return program.apply(MaskInput(text, role: role), gravity: gravity, options: options)
            }
            var result = run(.value)
            if program.isReversed {
                if !result.value.hasSameCodePoints(as: text) {
                    result = run(.open)
                    guard result.text.hasSameCodePoints(as: text) else { continue }
                }
                result.caret = caret(in: result.characters, before: 0, skipsLiterals: false)
            } else if !result.value.hasSameCodePoints(as: text) {
                continue
            }
            let step = MaskStep(variant: variant, result: result)
            if !stays(step) {
                if isValue || step.result.characters.items.contains(where: { $0.role == .fixed }) {
                    other = other ?? step
                }
            } else if best.map({ fits(step, betterThan: $0) }) != false {
                best = step
            }
        }
        return best ?? other
    }

    /// Whether a text stays in the mask that wrote it: no other mask fits it better.
    private func stays(_ step: MaskStep) -> Bool {
        guard variants.count > 1, !definition.isReversed else { return true }
        let text = step.result.characters
        let chosen = choose(MaskInput(text, caret: text.count), gravity: insertion, now: step.variant)
        return chosen.result.characters.hasSameCharacters(as: text)
    }

    /// Whether a value fits one mask better than another one that can contain the whole value, too.
    private func fits(_ step: MaskStep, betterThan other: MaskStep) -> Bool {
        guard definition.affinity == .wholeString else { return score(of: step) > score(of: other) }
        return step.result.isComplete && !other.result.isComplete
    }

    /// The text of the mask, or of the one of several masks that fits best.
    func run(
        _ input: MaskInput,
        gravity: CaretGravity,
        now current: Int,
        besides special: MaskPassOptions = []
    ) -> MaskStep {
        if variants.count > 1 { return choose(input, gravity: gravity, now: current, besides: special) }
        let result = variants[0].apply(input, gravity: gravity, options: options.union(special))
        return MaskStep(variant: 0, result: result)
    }
}

/// A text before an edit, as the mask that wrote it reads it.
struct CurrentText {
    let variant: Int
    let program: MaskProgram
    let characters: OwnedText
    /// The number of clusters before those that the mask has added at the end.
    let typed: Int

    init(_ formatted: FormattedText, of formatter: MaskFormatter) {
        variant = formatter.variant(of: formatted)
        program = formatter.variants[variant]
        characters = formatter.read(formatted, by: variant)
        typed = characters.clusters(before: formatted.typedLength)
    }

    /// - Parameter range: code points.
    func clusters(in range: TextSelection) -> Range<Int> {
        let start = characters.clusters(before: range.start)
        return start..<max(start, characters.clusters(before: range.end))
    }

    /// The user's characters before and behind a range of clusters.
    func users(around range: Range<Int>) -> (before: [Character], after: [Character]) {
        func users(_ range: Range<Int>) -> [Character] {
            range.filter { !characters.role(at: $0).isLiteral && program.accepts(characters.character(at: $0)) }
                .map(characters.character)
        }
        return (users(0..<range.lowerBound), users(range.upperBound..<characters.count))
    }
}

// MARK: - Deletions

extension MaskFormatter {
    private func delete(_ edit: TextEdit, from current: FormattedText) -> MaskStep {
        let text = CurrentText(current, of: self)
        let range = text.clusters(in: text.program.withoutLeadingLiterals(edit.range, of: current.text))
        var step = run(text.characters.replacing(range, with: ""), gravity: deletion, now: text.variant)
        if step.result.counts.filled == 0 {
            // This deletes the user's last character, so the text after it is deleted, too.
            let rest = text.characters.clusters(before: edit.range.start)..<text.characters.count
            step = run(text.characters.replacing(rest, with: ""), gravity: deletion, now: text.variant)
            // If the deletion has removed the value, all remaining literals can be typed again.
            step.result.limitTyped(to: current.value.isEmpty ? current.typedLength : 0)
            return step
        }
        if step.variant == text.variant, step.result.caret < text.program.leadingLiterals.count {
            step.result.caret = min(text.program.leadingLiterals.count, step.result.characters.count)
        }
        let isStep = step.result.characters.hasSameCharacters(as: text.characters)
        if edit.range.end >= current.text.count {
            // What is left of a run of literals is the mask's, so that the next key does not make it the user's.
            step.result.counts.completed = step.result.characters.items.reversed().prefix { $0.role.isLiteral }.count
        } else if isStep {
            step.result.limitTyped(to: current.typedLength)
        }
        if edit.origin == .deleteForward, isStep {
            step.result.caret = max(step.result.caret, text.characters.clusters(before: edit.range.end))
        }
        return step
    }
}

// MARK: - Insertions

extension MaskFormatter {
    /// A paste at the end, or in place of the whole text, into several masks: it is typed key by key. `nil` for any
    /// other edit, and for a paste that would take long this way.
    private func type(_ edit: TextEdit, into current: FormattedText) -> MaskStep? {
        guard variants.count > 1, edit.origin == .paste || edit.origin == .program, definition.affinity == .wholeString
        else { return nil }
        let keys = edit.replacement.composed
        let count = current.text.count + keys.utf8.count
        guard keys.count > 1 || edit.origin == .program, variants.count * count * count <= 1 << 22 else { return nil }
        var state = current
        if edit.range.start == 0, edit.range.end >= current.text.count {
            state = .empty
        } else if edit.range.start < current.typedLength || edit.range.start > 0 && !current.value.isEmpty {
            return nil
        }
        var last: MaskStep?
        var refusals: [Refusal] = []
        var lost = 0
        for key in keys {
            let edit = TextEdit(range: TextSelection(start: state.text.count), replacement: String(key), origin: .key)
            let step = insert(edit, into: state)
            refusals += step.map(\.result.refusals) ?? [Refusal(key, .place)]
            lost += step?.result.counts.lost ?? 0
            guard let step else { continue }
            state = step.formatted
            last = step
        }
        last?.result.refusals = Array(refusals.prefix(Refusal.maximumCount))
        last?.result.counts.lost = lost
        return last
    }

    private func insert(_ edit: TextEdit, into current: FormattedText) -> MaskStep? {
        let text = CurrentText(current, of: self)
        let program = text.program
        var characters = text.characters
        let replacement = edit.replacement.composed
        var range = text.clusters(in: edit.range)
        let typed = text.typed
        // If the user continues typing, the literals that the mask has added are replaced, and the pass writes them
        // again. The last literals that were typed may be the beginning of the user's text.
        let isContinued = range.lowerBound >= typed
        if isContinued {
            range = typed..<characters.count
            let begun = characters.items[..<typed].reversed().prefix { $0.role.isLiteral }.count
            characters.setRoles(in: (typed - begun)..<typed, to: .open)
        } else {
            if range.upperBound > typed { range = range.lowerBound..<characters.count }
            if !(range.lowerBound == 0 && range.upperBound == characters.count) {
                let start = text.characters.clusters(
                    before: program.withoutLeadingLiterals(edit.range, of: current.text).start
                )
                range = max(range.lowerBound, start)..<max(range.upperBound, start)
            }
        }
        let special: MaskPassOptions = range.upperBound >= characters.count ? .wholeLiterals : []
        func run(_ replacement: String, besides special: MaskPassOptions = special) -> MaskStep {
            self.run(
                characters.replacing(range, with: replacement),
                gravity: insertion,
                now: text.variant,
                besides: special
            )
        }
        if edit.origin == .paste, range.lowerBound > 0,
            let step = pasteWithoutLiterals(replacement, into: current, text, run: { run($0, besides: []) })
        {
            return step
        }
        var step = run(replacement)
        if edit.origin == .program, let whole = placeBehindLiterals(replacement, unless: step, program) { return whole }
        if step.result.counts.lost > 0, !definition.trunkPrefixes.isEmpty {
            step = leastLossy([step] + withoutTrunkPrefix(replacement, range, text))
        }
        if isContinued {
            let isShown = !step.result.characters.hasSameCharacters(as: text.characters)
            let isTaken = isShown || step.result.counts.dropped < replacement.clusterCount
            let count = step.result.characters.count - step.result.counts.completed
            let isTyped = count != typed || !step.result.characters.hasSameCharacters(as: characters, upTo: typed)
            guard isTaken && isTyped || options.contains(.refusals) else { return nil }
            keepCompletion(of: current, text.characters, after: &step)
        }
        return step
    }

    /// Without autocompletion: keeps literals visible that were added earlier and are stepped over.
    private func keepCompletion(of current: FormattedText, _ characters: OwnedText, after step: inout MaskStep) {
        let count = step.result.characters.count
        guard !insertion.completesLiterals, current.completionLength > 0,
            characters.hasSameCharacters(as: step.result.characters, upTo: count)
        else { return }
        step.result.characters = characters
        step.result.hasValue = !current.value.isEmpty
        step.result.caret = characters.count
        step.result.counts.completed = characters.count - count
    }

    /// Formats a program's text that begins like the mask by coincidence, such as a number that begins with 7 for a
    /// mask that begins with `+7`. The text is only complete when it follows the literals of the mask.
    private func placeBehindLiterals(_ text: String, unless step: MaskStep, _ program: MaskProgram) -> MaskStep? {
        guard !step.result.isComplete, let rest = program.withoutLeadingLiterals(text), !rest.isCertain else {
            return nil
        }
        let whole = run(MaskInput(program.leadingLiterals + text), gravity: insertion, now: 0)
        return whole.result.isComplete && whole.result.counts.lost == 0 ? whole : nil
    }

    /// The result for a pasted text without its first literals, which the text already contains; `nil` if it does not
    /// begin with them.
    private func pasteWithoutLiterals(
        _ pasted: String,
        into current: FormattedText,
        _ text: CurrentText,
        run: (String) -> MaskStep
    ) -> MaskStep? {
        guard current.text.string.hasPrefix(text.program.leadingLiterals),
            let rest = text.program.withoutLeadingLiterals(pasted)
        else { return nil }
        var steps = [run(rest.text)]
        if !rest.isCertain { steps.insert(run(pasted), at: 0) }
        if steps.allSatisfy({ $0.result.counts.lost > 0 }) {
            let whole = self.run(MaskInput(pasted), gravity: insertion, now: text.variant)
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
    private func withoutTrunkPrefix(_ replacement: String, _ range: Range<Int>, _ text: CurrentText) -> [MaskStep] {
        let (before, after) = text.users(around: range)
        let inserted = replacement.filter(text.program.accepts)
        let user = before + inserted + after
        return definition.trunkPrefixes.compactMap { trunk in
            guard !trunk.isEmpty, user.starts(with: trunk), user.count > trunk.count else { return nil }
            // The literals are prepended, so that the user's first character is not mistaken for one of them.
            var characters = OwnedText(text.program.leadingLiterals, role: .free)
            let first = characters.count
            characters.replace(first..<first, with: OwnedText(user.dropFirst(trunk.count), role: .user))
            let caret = first + max(0, before.count + inserted.count - trunk.count)
            let start = first + max(0, before.count - trunk.count)
            return run(
                MaskInput(characters, caret: caret, inserted: min(start, caret)..<caret),
                gravity: insertion,
                now: 0
            )
        }
    }
}

extension MaskResult {
    /// Counts the text after a position in code points as added by the mask.
    fileprivate mutating func limitTyped(to codePoints: Int) {
        counts.completed = max(0, characters.count - characters.clusters(before: codePoints))
    }
}

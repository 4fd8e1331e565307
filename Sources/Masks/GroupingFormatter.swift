package import TextEditing

/// The formatter `grouping`: characters in groups, with a separator between them.
package struct GroupingDefinition: Sendable, Hashable {
    /// Characters of each group from the beginning; the last size repeats. At least one.
    package var groups = [4]
    package var separator = " "
    /// Characters without separators; `nil` for no limit.
    package var maximum: Int?

    package init() {}
}

/// The `grouping` formatter: writes a separator after each group of characters. It accepts all characters; the field's
/// filter and input validators restrict them.
package struct GroupingFormatter: TextFormat {
    private let groups: [Int]
    private let separator: String
    /// The characters of ASCII that are not the user's: those of the separator, and control characters.
    private let skipped: ASCIISet
    /// The most grapheme clusters of the value.
    private let maximum: Int

    /// - Parameter definition: a group of less than one character counts as a group of one.
    package init(_ definition: GroupingDefinition) {
        groups = definition.groups.isEmpty ? [4] : definition.groups.map { max(1, $0) }
        let separator = definition.separator
        self.separator = separator
        skipped = ASCIISet { separator.contains(Character($0)) || $0.properties.generalCategory == .control }
        maximum = definition.maximum ?? .max
    }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        let text = current.text
        let before = entered(String(text[TextSelection(start: 0, length: edit.range.start)]))
        let after = entered(String(text[TextSelection(from: edit.range.end, to: text.count)]))
        let room = max(0, maximum - before.clusterCount - after.clusterCount)
        let head = before + entered(edit.replacement.composed).prefix(room)
        let value = head + after
        // Characters may have merged where the pieces meet. Then the caret moves behind the merged one.
        let caret = value.roundedUp(value.index(ofScalar: head.unicodeScalars.count, isSimple: value.isSimple))
        return show(value, caret: caret, isBehindSeparator: !edit.isDeletion || edit.origin == .deleteForward)
    }

    package func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal] {
        var room = max(0, result.value.count - entered(current.text.replacing(edit.range, with: "").string).count)
        return edit.replacement.composed.prefix(4 * Refusal.maximumCount).compactMap { character -> Refusal? in
            guard !separator.contains(character) else { return nil }
            guard !entered(String(character)).isEmpty else { return Refusal(character, .place) }
            guard room > 0 else { return Refusal(character, .room) }
            room -= 1
            return nil
        }
    }

    package func format(_ text: String) -> FormattedText {
        let value = String(entered(text.composed).prefix(maximum))
        return show(value, caret: value.endIndex, isBehindSeparator: true)
    }

    /// The text without separators and control characters, with digits of all scripts as digits of ASCII.
    private func entered(_ text: String) -> String {
        if text.isSimple { return String(decoding: text.utf8.filter { !skipped.contains($0) }, as: UTF8.self) }
        return String(
            text.lazy.filter { character in
                !separator.contains(character)
                    && !character.unicodeScalars.contains { $0.properties.generalCategory == .control }
            }.map { $0.foreignDigit ?? $0 }
        )
    }

    /// - Parameter isBehindSeparator: whether the caret goes behind a separator that stands there.
    private func show(_ value: String, caret: String.Index, isBehindSeparator: Bool) -> FormattedText {
        var text = ""
        var position = value.scalarOffset(of: caret)
        var (count, group, next) = (0, 0, groups[0])
        for index in value.indices {
            if count == next {
                text += separator
                if index < caret || index == caret && isBehindSeparator { position += separator.unicodeScalars.count }
                group = min(group + 1, groups.count - 1)
                // A group that does not end before the largest number is the last.
                next = next.addingReportingOverflow(groups[group]).partialValue
            }
            text.append(value[index])
            count += 1
        }
        let shown = FormText(text)
        // A separator may have merged with the character before it.
        if !shown.isSimple { position = text.scalarOffset(of: text.roundedUp(shown.index(position))) }
        return FormattedText(
            text: shown,
            selection: TextSelection(start: position),
            value: value,
            isComplete: maximum == .max ? count > 0 : count == maximum
        )
    }
}

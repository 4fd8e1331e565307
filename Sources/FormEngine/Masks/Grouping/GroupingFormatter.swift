package import FormModel

/// The `grouping` formatter: separators after so many characters, whatever these are. Which characters a field takes is
/// for its filter and its input validators to say.
package struct GroupingFormatter: TextFormatter {
    let groups: [Int]
    let separator: [Character]
    /// Clusters of the value.
    let maximum: Int
    private let definition: GroupingDefinition

    /// Groups of less than one character count as of one.
    package init(_ definition: GroupingDefinition) {
        groups = definition.groups.isEmpty ? [4] : definition.groups.map { max(1, $0) }
        separator = Array(definition.separator)
        maximum = definition.maximum ?? .max
        self.definition = definition
    }

    package var prefix: FormattedText {
        FormattedText(text: "", selection: TextSelection(start: 0), value: "", isComplete: false)
    }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        let scalars = current.text.unicodeScalars
        func index(_ offset: Int) -> String.Index {
            scalars.index(scalars.startIndex, offsetBy: max(0, offset), limitedBy: scalars.endIndex) ?? scalars.endIndex
        }
        let before = unformatted(String(current.text[..<index(edit.range.start)]))
        let after = unformatted(String(current.text[index(edit.range.end)...]))
        let room = max(0, maximum - before.count - after.count)
        let inserted = unformatted(edit.replacement.composed).prefix(room)
        let head = before + inserted
        // Put together, characters may have become one; then the caret goes behind it.
        let value = Array(head + after)
        let count = value.count(before: head.unicodeScalars.count)
        let isForward = !edit.isDeletion || edit.origin == .deleteForward
        return show(value, caret: count, isBehindSeparator: isForward)
    }

    package func refusals(
        of edit: TextEdit,
        to current: FormattedText,
        leaving result: FormattedText
    ) -> [Refusal] {
        var room = max(0, result.value.count - unformatted(current.text(without: edit.range)).count)
        return edit.replacement.composed.prefix(4 * Refusal.maximumCount).compactMap { character -> Refusal? in
            guard !separator.contains(character) else { return nil }
            guard !unformatted(String(character)).isEmpty else { return Refusal(character, .place) }
            guard room > 0 else { return Refusal(character, .room) }
            room -= 1
            return nil
        }
    }

    package func format(_ text: String) -> FormattedText {
        let value = Array(unformatted(text.composed).prefix(maximum))
        return show(value, caret: value.count, isBehindSeparator: true)
    }

    /// Without separators and control characters, digits of all scripts as those of ASCII.
    private func unformatted(_ text: String) -> String {
        String(
            text.lazy.filter { character in
                !separator.contains(character)
                    && !character.unicodeScalars.contains { $0.properties.generalCategory == .control }
            }.map { $0.foreignDigit ?? $0 }
        )
    }

    /// - Parameter caret: characters of the value before it.
    private func show(_ value: [Character], caret: Int, isBehindSeparator: Bool) -> FormattedText {
        var text = ""
        var place = 0
        var length = 0
        var group = 0
        var room = groups[0]
        for (index, character) in value.enumerated() {
            if index == caret, !isBehindSeparator { place = length }
            if room == 0 {
                for character in separator {
                    text.append(character)
                    length += character.unicodeScalars.count
                }
                group = min(group + 1, groups.count - 1)
                room = groups[group]
            }
            if index == caret, isBehindSeparator { place = length }
            text.append(character)
            length += character.unicodeScalars.count
            room -= 1
        }
        if caret >= value.count { place = length }
        // A separator may melt into the character before it.
        let position = text.unicodeScalars.index(text.startIndex, offsetBy: place)
        place = text.scalarOffset(of: text.roundedUp(position))
        return FormattedText(
            text: text,
            selection: TextSelection(start: place),
            value: String(value),
            isComplete: maximum == .max ? !value.isEmpty : value.count == maximum
        )
    }
}

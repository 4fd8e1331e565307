package import FormModel

/// The formatter `grouping`: characters in groups, with a separator between them.
package struct GroupingDefinition: TextFormatterKind {
    /// Characters of each group from the beginning; the last size repeats. At least one.
    package var groups = [4]
    package var separator = " "
    /// Characters without separators; `nil` for no limit.
    package var maximum: Int?

    package init() {}

    package static let name = "grouping"
    package static let about = "groups of characters; see *Masks*"
    package static let keys = KeyTable<GroupingDefinition>("a grouping formatter") {
        Key("groups", \.groups, groupsReader, "the sizes of the groups in characters; the last size is repeated")
        Key("separator", \.separator, .name(limit: 16), default: "a space")
        Key("maximum", \.maximum, .characters(from: 1), "the maximum length without separators")
    }

    private static let groupsReader = ValueReader.characters(from: 1)
        .list("groups", from: 1, to: DefinitionLimits.maskParts, orReport: "there must be at least one group")
        .shown { "\($0)" }

    package func makeFormatter(_ symbols: any LocaleSymbols) throws -> any TextFormatter {
        GroupingFormatter(self)
    }
}

/// The `grouping` formatter: writes a separator after each group of characters. It accepts all characters; the field's
/// filter and input validators restrict them.
package struct GroupingFormatter: TextFormatter {
    let groups: [Int]
    let separator: [Character]
    /// The separator, if it is ASCII. Then texts of ASCII are worked on byte by byte, which is faster.
    private let separatorBytes: [UInt8]?
    /// The most grapheme clusters of the value.
    let maximum: Int
    private let definition: GroupingDefinition

    /// - Parameter definition: a group of less than one character counts as a group of one.
    package init(_ definition: GroupingDefinition) {
        groups = definition.groups.isEmpty ? [4] : definition.groups.map { max(1, $0) }
        separator = Array(definition.separator)
        separatorBytes = definition.separator.asciiBytes
        maximum = definition.maximum ?? .max
        self.definition = definition
    }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        let isForward = !edit.isDeletion || edit.origin == .deleteForward
        if let separatorBytes, let text = current.text.string.asciiBytes, let replacement = edit.replacement.asciiBytes
        {
            let start = min(max(0, edit.range.start), text.count)
            let end = min(max(start, edit.range.end), text.count)
            var value = unformatted(text[..<start], separatorBytes)
            let after = unformatted(text[end...], separatorBytes)
            value += unformatted(replacement[...], separatorBytes).prefix(max(0, maximum - value.count - after.count))
            let caret = value.count
            value += after
            return show(value, separatorBytes, caret: caret, isBehindSeparator: isForward)
        }
        let text = current.text
        let rest = TextSelection(start: edit.range.end, length: max(0, text.count - edit.range.end))
        let before = unformatted(String(text[TextSelection(start: 0, length: edit.range.start)]))
        let after = unformatted(String(text[rest]))
        let room = max(0, maximum - before.count - after.count)
        let inserted = unformatted(edit.replacement.composed).prefix(room)
        let head = before + inserted
        // Characters may have merged where the pieces meet. Then the caret moves behind the merged one.
        let value = Array(head + after)
        let count = value.count(before: head.unicodeScalars.count)
        return show(value, caret: count, isBehindSeparator: isForward)
    }

    package func refusals(of edit: TextEdit, to current: FormattedText, leaving result: FormattedText) -> [Refusal] {
        var room = max(0, result.value.count - unformatted(current.text.replacing(edit.range, with: "").string).count)
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

    /// The text without separators and control characters, with digits of all scripts as digits of ASCII.
    private func unformatted(_ text: String) -> String {
        String(
            text.lazy.filter { character in
                !separator.contains(character)
                    && !character.unicodeScalars.contains { $0.properties.generalCategory == .control }
            }.map { $0.foreignDigit ?? $0 }
        )
    }

    private func unformatted(_ text: ArraySlice<UInt8>, _ separator: [UInt8]) -> [UInt8] {
        text.filter { byte in byte >= 0x20 && byte != 0x7F && !separator.contains(byte) }
    }

    /// - Parameters:
    ///   - caret: how many characters of the value are before the caret.
    ///   - isBehindSeparator: whether the caret goes behind a separator that stands there.
    private func show(_ value: [Character], caret: Int, isBehindSeparator: Bool) -> FormattedText {
        let layout = GroupLayout(of: value.count, in: groups)
        let text = String(layout.joined(value, by: separator))
        // A separator may have merged with the character before it.
        let separators = layout.separators(before: caret, orAt: isBehindSeparator)
        let length = value.prefix(caret).reduce(0) { $0 + $1.unicodeScalars.count }
        let place = length + separators * definition.separator.unicodeScalars.count
        let position = text.unicodeScalars.index(text.startIndex, offsetBy: place)
        return formatted(text, String(value), value.count, caret: text.scalarOffset(of: text.roundedUp(position)))
    }

    private func show(_ value: [UInt8], _ separator: [UInt8], caret: Int, isBehindSeparator: Bool) -> FormattedText {
        let layout = GroupLayout(of: value.count, in: groups)
        let text = String(decoding: layout.joined(value, by: separator), as: UTF8.self)
        let separators = layout.separators(before: caret, orAt: isBehindSeparator)
        let place = caret + separators * separator.count
        return formatted(text, String(decoding: value, as: UTF8.self), value.count, caret: place)
    }

    private func formatted(_ text: String, _ value: String, _ count: Int, caret: Int) -> FormattedText {
        FormattedText(
            text: text,
            selection: TextSelection(start: caret),
            value: value,
            isComplete: maximum == .max ? count > 0 : count == maximum
        )
    }
}

/// The places of separators among a number of characters.
private struct GroupLayout {
    /// The characters before which a separator stands.
    private var starts: [Int] = []

    /// - Parameter groups: the sizes of the groups; the last one repeats.
    init(of count: Int, in groups: [Int]) {
        var group = 0
        var start = groups[0]
        while start < count {
            starts.append(start)
            group = min(group + 1, groups.count - 1)
            let (next, isBeyond) = start.addingReportingOverflow(groups[group])
            if isBeyond { return }
            start = next
        }
    }

    func joined<Element>(_ value: [Element], by separator: [Element]) -> [Element] {
        var joined: [Element] = []
        joined.reserveCapacity(value.count + starts.count * separator.count)
        var from = 0
        for start in starts {
            joined += value[from..<start]
            joined += separator
            from = start
        }
        return joined + value[from...]
    }

    /// How many separators stand before a place.
    ///
    /// - Parameter includesOwn: whether one directly before the place counts.
    func separators(before place: Int, orAt includesOwn: Bool) -> Int {
        starts.count { $0 < place || $0 == place && includesOwn }
    }
}

extension String {
    /// The bytes of the text, if it is ASCII.
    fileprivate var asciiBytes: [UInt8]? {
        let bytes = Array(utf8)
        return bytes.allSatisfy { $0 < 0x80 } ? bytes : nil
    }
}

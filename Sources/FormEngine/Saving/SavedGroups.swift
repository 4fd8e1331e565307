import FormModel

// The rows of a form's groups: first those of the form's groups, then, row by row, those of the groups in each row.
// Forms without nested groups keep the format that they had before groups could be nested.

extension FormDefinition {
    /// Whether a group contains another one.
    var hasInnerGroups: Bool { groups.contains { !$0.elements.groups.isEmpty } }

    func write(_ rows: [String: [Int]], to writer: inout SavedWriter) {
        visit(elements, "", { rows[$0] ?? [] }) { groups in
            writer.list(groups) { $0.list(rows[$1.name] ?? []) { $0.number($1) } }
        }
    }

    /// - Parameter rows: the existing rows.
    func write(_ numbers: RowNumbers, _ rows: [String: [Int]], to writer: inout SavedWriter) {
        visit(elements, "", { rows[$0] ?? [] }) { groups in
            writer.list(groups) { $0.number(numbers.last[$1.name] ?? 0) }
        }
    }

    /// Visits the groups among some elements, and then, row by row, those in each row.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of the names of the groups; empty for those of the form.
    ///   - rows: the numbers of a group's rows, by its name. Called after `level` got the group.
    ///   - level: called with groups that stand beside each other.
    private func visit<Failure: Error>(
        _ elements: [FormStructure.Element],
        _ prefix: String,
        _ rows: (String) -> [Int],
        _ level: ([(group: GroupDefinition, name: String)]) throws(Failure) -> Void
    ) throws(Failure) {
        let groups = elements.groups.map { (group: $0, name: prefix + $0.id) }
        guard !groups.isEmpty || prefix.isEmpty else { return }
        try level(groups)
        for (group, name) in groups {
            for number in rows(name) {
                try visit(group.elements, RowField.Row(group: name, number: number).prefix, rows, level)
            }
        }
    }

    /// Throws for row numbers that a group cannot have.
    func rows(_ reader: inout SavedReader) throws(SavedFormError) -> [String: [Int]] {
        var rows: [String: [Int]] = [:]
        try read(&reader, { rows[$0] ?? [] }) { reader, group, name throws(SavedFormError) in
            let numbers = try reader.list { reader throws(SavedFormError) in
                try reader.number(in: 1...GroupDefinition.lastRow, "a row's number")
            }
            guard group.minimum...max(group.minimum, group.maximum) ~= numbers.count,
                Set(numbers).count == numbers.count
            else {
                throw SavedFormError("the group \(name) cannot have \(numbers.count) rows with these numbers")
            }
            rows[name] = numbers
        }
        return rows
    }

    /// - Parameter rows: the existing rows.
    func rowNumbers(_ reader: inout SavedReader, _ rows: [String: [Int]]) throws(SavedFormError) -> RowNumbers {
        var last: [String: Int] = [:]
        try read(&reader, { rows[$0] ?? [] }) { reader, _, name throws(SavedFormError) in
            last[name] = try reader.number(in: 0...GroupDefinition.lastRow, "a row's number")
        }
        return RowNumbers(last: last)
    }

    private func read(
        _ reader: inout SavedReader,
        _ rows: (String) -> [Int],
        _ take: (inout SavedReader, GroupDefinition, String) throws(SavedFormError) -> Void
    ) throws(SavedFormError) {
        try visit(elements, "", rows) { groups throws(SavedFormError) in
            let count = try reader.count()
            guard count == groups.count else {
                throw SavedFormError("there are rows of \(count) groups, and the form has \(groups.count)")
            }
            for (group, name) in groups { try take(&reader, group, name) }
        }
    }
}

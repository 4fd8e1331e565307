import FormModel

/// The rows of a form's groups by their numbers. A row keeps its number as long as it lives, and no later row of the session
/// gets the same one.
struct RowNumbers: Sendable {
    /// The highest number that a row has had, by group.
    private(set) var last: [Int] = []

    /// The rows of a form without groups.
    init() {}

    init(_ rows: [[Int]]) {
        last = rows.map { $0.max() ?? 0 }
    }

    /// `nil` if there are rows with numbers that have not been given.
    init?(last: [Int], _ rows: [[Int]]) {
        guard last.count == rows.count, zip(last, rows).allSatisfy({ $0 >= $1.max() ?? 0 }) else { return nil }
        self.last = last
    }

    /// A row more, and its number. Throws `unknownField`, `limitExceeded` and `outOfRange`.
    func adding(to id: String, at position: Int?, _ context: FormContext) throws(FormError) -> (rows: [[Int]], row: Int)
    {
        let (place, group) = try Self.group(id, context)
        try Self.checkIsFree(group)
        var rows = context.placement.rows
        let count = rows[place].count
        guard count < group.maximum else {
            throw FormError(.limitExceeded, "the group \(id) has \(count) rows, which is its maximum")
        }
        let position = position ?? count
        guard 0...count ~= position else {
            throw FormError(.outOfRange, "the group \(id) has \(count) rows; there is no place \(position)")
        }
        let row = last[place] + 1
        guard row <= GroupDefinition.lastRow else {
            throw FormError(.limitExceeded, "the group \(id) has had \(GroupDefinition.lastRow) rows")
        }
        rows[place].insert(row, at: position)
        return (rows, row)
    }

    /// Throws `unknownField`, `limitExceeded` and `outOfRange`.
    func removing(_ row: Int, from id: String, _ context: FormContext) throws(FormError) -> [[Int]] {
        let (place, group) = try Self.group(id, context)
        try Self.checkIsFree(group)
        var rows = context.placement.rows
        let position = try Self.position(of: row, in: rows[place], group: id)
        guard rows[place].count > group.minimum else {
            throw FormError(.limitExceeded, "the group \(id) has \(rows[place].count) rows, which is its minimum")
        }
        rows[place].remove(at: position)
        return rows
    }

    /// Throws `unknownField` and `outOfRange`.
    func moving(_ row: Int, of id: String, to position: Int, _ context: FormContext) throws(FormError) -> [[Int]] {
        let (place, _) = try Self.group(id, context)
        var rows = context.placement.rows
        let start = try Self.position(of: row, in: rows[place], group: id)
        guard rows[place].indices.contains(position) else {
            throw FormError(
                .outOfRange,
                "the group \(id) has \(rows[place].count) rows; there is no place \(position)"
            )
        }
        rows[place].remove(at: start)
        rows[place].insert(row, at: position)
        return rows
    }

    /// The rows of all groups as the fields that count them say. The last rows go, and new ones come last.
    ///
    /// - Parameter count: the rows that a group is to have; `nil` for one that stays.
    func following(_ count: (GroupDefinition) -> Int?, _ context: FormContext) -> [[Int]] {
        var rows = context.placement.rows
        for (place, group) in context.form.definition.groups.enumerated() {
            guard let count = count(group) else { continue }
            rows[place] = Array(rows[place].prefix(count))
            let missing = max(0, count - rows[place].count)
            rows[place] += (last[place]..<last[place] + missing).map { $0 + 1 }.filter { $0 <= GroupDefinition.lastRow }
        }
        return rows
    }

    /// Remembers the numbers of rows that exist now.
    mutating func note(_ rows: [[Int]]) {
        for (place, rows) in rows.enumerated() { last[place] = max(last[place], rows.max() ?? 0) }
    }

    private static func group(
        _ id: String,
        _ context: FormContext
    ) throws(FormError) -> (place: Int, group: GroupDefinition) {
        let groups = context.form.definition.groups
        guard let place = groups.firstIndex(where: { $0.id == id }) else {
            throw FormError(.unknownField, "the form has no group \"\(id.prefix(80))\"")
        }
        return (place, groups[place])
    }

    /// Throws `actionDisabled` for a group whose rows a field counts.
    private static func checkIsFree(_ group: GroupDefinition) throws(FormError) {
        guard let field = group.count else { return }
        throw FormError(.actionDisabled, "the field \(field) says how many rows the group \(group.id) has")
    }

    private static func position(of row: Int, in rows: [Int], group: String) throws(FormError) -> Int {
        guard let position = rows.firstIndex(of: row) else {
            throw FormError(.outOfRange, "the group \(group) has no row \(row)")
        }
        return position
    }
}

extension CompiledForm {
    /// The form with the rows that initial values name, besides the first ones. Throws `limitExceeded`.
    func placed(withRowsFor values: [String: String]) throws(FormError) -> Placement {
        guard !values.isEmpty, !definition.groups.isEmpty else { return firstPlacement }
        var rows = definition.firstRows
        for (place, group) in definition.groups.enumerated() {
            if let value = group.count.flatMap({ values[$0] }) {
                rows[place] = Array(1..<(group.rowCount(for: value) + 1))
            }
            let named = Set(values.keys.compactMap(group.row(ofField:))).union(rows[place])
            guard named.count <= group.maximum else {
                let count = "the values name \(named.count) rows of the group \(group.id)"
                throw FormError(.limitExceeded, "\(count); its maximum is \(group.maximum)")
            }
            rows[place] = named.sorted()
        }
        return placed(rows: rows)
    }
}

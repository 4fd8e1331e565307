import FormModel

/// The highest row number of each group. A row keeps its number, and no later row of the same group gets it again in
/// the session. A group inside a row has the row's name in front of its own: `orders_3_items`.
struct RowNumbers: Sendable {
    /// The highest number that a row has had, by the group's full name. `History` keeps the numbers of removed groups.
    private(set) var last: [String: Int]

    init(_ placement: Placement) {
        self.init()
        update(for: placement)
    }

    /// `nil` if a row has a higher number than `last` says.
    init?(last: [String: Int], _ placement: Placement) {
        guard placement.groups.allSatisfy({ last[$0.name] ?? 0 >= $0.rows.max() ?? 0 }) else { return nil }
        self.last = last
    }

    /// The row numbers of removed groups.
    init(last: [String: Int] = [:]) {
        self.last = last
    }

    /// Adds a row. Returns all rows and the new row's number. Throws `unknownField`, `limitExceeded` and `outOfRange`.
    func adding(
        to id: String,
        at position: Int?,
        _ context: FormContext
    ) throws(FormError) -> (rows: [String: [Int]], row: Int) {
        let group = try Self.group(id, context)
        try Self.checkIsFree(group)
        let (count, maximum) = (group.rows.count, group.definition.maximum)
        guard count < maximum else {
            throw FormError(.limitExceeded, "the group \(id) has \(count) rows, which is its maximum")
        }
        let position = position ?? count
        guard 0...count ~= position else {
            throw FormError(.outOfRange, "the group \(id) has \(count) rows; there is no place \(position)")
        }
        let row = (last[id] ?? 0) + 1
        guard row <= GroupDefinition.lastRow else {
            throw FormError(.limitExceeded, "the group \(id) has had \(GroupDefinition.lastRow) rows")
        }
        var rows = group.rows
        rows.insert(row, at: position)
        return (context.placement.rows(rows, of: group), row)
    }

    /// Removes a row. Returns all rows. Throws `unknownField`, `limitExceeded` and `outOfRange`.
    func removing(_ row: Int, from id: String, _ context: FormContext) throws(FormError) -> [String: [Int]] {
        let group = try Self.group(id, context)
        try Self.checkIsFree(group)
        let position = try Self.position(of: row, in: group)
        guard group.rows.count > group.definition.minimum else {
            throw FormError(.limitExceeded, "the group \(id) has \(group.rows.count) rows, which is its minimum")
        }
        var rows = group.rows
        rows.remove(at: position)
        return context.placement.rows(rows, of: group)
    }

    /// Moves a row. Returns all rows. Throws `unknownField` and `outOfRange`.
    func moving(
        _ row: Int,
        of id: String,
        to position: Int,
        _ context: FormContext
    ) throws(FormError) -> [String: [Int]] {
        let group = try Self.group(id, context)
        let start = try Self.position(of: row, in: group)
        guard group.rows.indices.contains(position) else {
            throw FormError(.outOfRange, "the group \(id) has \(group.rows.count) rows; there is no place \(position)")
        }
        var rows = group.rows
        rows.remove(at: start)
        rows.insert(row, at: position)
        return context.placement.rows(rows, of: group)
    }

    /// Gives each group the number of rows that its counting field demands. Rows are removed and added at the end.
    ///
    /// - Parameter count: the demanded number of rows; `nil` for a group that does not change.
    func following(_ count: (GroupPlace) -> Int?, _ context: FormContext) -> [String: [Int]] {
        var rows = context.placement.rows
        for group in context.placement.groups {
            guard let count = count(group) else { continue }
            let (kept, last) = (group.rows.prefix(count), last[group.name] ?? 0)
            let new = (last..<last + max(0, count - kept.count)).map { $0 + 1 }
            rows[group.name] = kept + new.filter { $0 <= GroupDefinition.lastRow }
        }
        return rows
    }

    /// Records the numbers of existing rows, and removes those of groups that no longer exist.
    ///
    /// - Parameter saved: the numbers of groups that an undo restores.
    mutating func update(for placement: Placement, restoring saved: RowNumbers? = nil) {
        let pairs = placement.groups.map { group in
            let known = last[group.name] ?? saved?.last[group.name] ?? 0
            return (group.name, max(known, group.rows.max() ?? 0))
        }
        last = Dictionary(pairs) { first, _ in first }
    }

    private static func group(_ id: String, _ context: FormContext) throws(FormError) -> GroupPlace {
        guard let group = context.placement.groups.first(where: { $0.name == id }) else {
            throw FormError(.unknownField, "the form has no group \"\(id.prefix(80))\"")
        }
        return group
    }

    /// Throws `actionDisabled` for a group whose rows are counted by a field.
    private static func checkIsFree(_ group: GroupPlace) throws(FormError) {
        guard let field = group.definition.count else { return }
        throw FormError(.actionDisabled, "the field \(field) determines how many rows the group \(group.name) has")
    }

    private static func position(of row: Int, in group: GroupPlace) throws(FormError) -> Int {
        guard let position = group.rows.firstIndex(of: row) else {
            throw FormError(.outOfRange, "the group \(group.name) has no row \(row)")
        }
        return position
    }
}

extension Placement {
    /// The form's rows, with other rows of one group.
    fileprivate func rows(_ rows: [Int], of group: GroupPlace) -> [String: [Int]] {
        self.rows.merging([group.name: rows]) { $1 }
    }
}

extension CompiledForm {
    /// The form with its first rows and those that initial values name. Throws `limitExceeded`.
    func placed(withRowsFor values: [String: String]) throws(FormError) -> Placement {
        guard !values.isEmpty, !definition.groups.isEmpty else { return firstPlacement }
        var named: [String: Set<Int>] = [:]
        for name in values.keys {
            for row in RowField(name, in: definition.elements)?.rows ?? [] {
                named[row.group, default: []].insert(row.number)
            }
        }
        var rows: [String: [Int]] = [:]
        try addRows(of: elements, in: nil, named, values, to: &rows)
        return placed(rows: rows)
    }

    private func addRows(
        of elements: [Element],
        in row: RowName?,
        _ named: [String: Set<Int>],
        _ values: [String: String],
        to rows: inout [String: [Int]]
    ) throws(FormError) {
        for case .group(let plan) in elements {
            let group = plan.definition
            let name = row?.id(of: group.id) ?? group.id
            var first = plan.firstRows
            if let count = group.count, let value = row.prefixes.lazy.compactMap({ values[$0 + count] }).first {
                first = Array(1..<group.rowCount(for: value) + 1)
            }
            let all = (named[name] ?? []).union(first).sorted()
            guard all.count <= group.maximum else {
                let count = "the values name \(all.count) rows of the group \(name)"
                throw FormError(.limitExceeded, "\(count); its maximum is \(group.maximum)")
            }
            rows[name] = all
            for number in all {
                try addRows(of: plan.elements, in: RowName(number, of: name, in: row), named, values, to: &rows)
            }
        }
    }
}

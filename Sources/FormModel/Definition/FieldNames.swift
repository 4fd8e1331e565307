/// The names of a row, which may be inside a row of another group.
package struct RowName: Sendable {
    /// The group's full name and the row's number: `orders_3_items_2`.
    package let id: String
    /// The numbers of the enclosing rows from the outside in, and the row's own.
    package let numbers: [Int]
    /// The prefixes of names in this row and in the rows around it: `orders_3_items_2_`, `orders_3_`.
    fileprivate let ownPrefixes: [String]

    package init(_ number: Int, of group: String, in outer: RowName?) {
        id = "\(group)_\(number)"
        numbers = (outer?.numbers ?? []) + [number]
        ownPrefixes = [id + "_"] + (outer?.ownPrefixes ?? [])
    }

    /// The full name of an element of the row.
    package func id(of name: String) -> String { "\(id)_\(name)" }
}

extension RowName? {
    /// The prefixes to try for a name that is used in a row, from the inside out. Names of the form have an empty
    /// prefix.
    package var prefixes: [String] { (self?.ownPrefixes ?? []) + [""] }

    /// The index of the field that a name means in a row. The row's own fields come first, then those of the row around
    /// it, and last those of the form.
    package func index(of name: String, among indices: [String: Int]) -> Int? {
        for prefix in self?.ownPrefixes ?? [] {
            if let index = indices[prefix + name] { return index }
        }
        return indices[name]
    }
}

/// Resolves the names of fields and columns in a form with its rows.
package final class FieldNames {
    private let indices: [String: Int]
    private let rows: [String: [Int]]
    /// The fields of the columns resolved so far, by the full name of the first group. Plans that read the same column
    /// share the array.
    private var columns: [FieldReference: [Int]] = [:]

    /// - Parameters:
    ///   - indices: the indices of fields by their full names.
    ///   - rows: the row numbers by the groups' full names.
    package init(_ indices: [String: Int], rows: [String: [Int]]) {
        self.indices = indices
        self.rows = rows
    }

    /// The fields that a reference means in a row; none if the form does not have them. The first group of a column is
    /// found as a field is. A column has the cells of all rows of its groups.
    package func fields(_ reference: FieldReference, in row: RowName?) -> [Int] {
        guard case .column(let groups, let field) = reference else {
            return row.index(of: reference.name, among: indices).map { [$0] } ?? []
        }
        guard let first = groups.first,
            let group = row.prefixes.lazy.map({ $0 + first }).first(where: { rows[$0] != nil })
        else { return [] }
        let column = FieldReference.column(groups: [group] + groups.dropFirst(), field: field)
        if let fields = columns[column] { return fields }
        let fields = cells(named: field, in: groups.dropFirst(), of: group)
        columns[column] = fields
        return fields
    }

    /// What the rows of a group give to a reader in a row.
    package func rows(_ operation: Computation.RowOperator, of group: String, in row: RowName?) -> Int {
        switch operation {
        case .rows:
            let name = row.prefixes.lazy.map { $0 + group }.first { self.rows[$0] != nil }
            return name.flatMap { self.rows[$0]?.count } ?? 0
        case .position:
            let names = row.prefixes.dropFirst().map { $0 + group }
            for (name, number) in zip(names, row?.numbers.reversed() ?? []) {
                if let index = self.rows[name]?.firstIndex(of: number) { return index + 1 }
            }
            return 0
        }
    }

    private func cells(named field: String, in groups: ArraySlice<String>, of group: String) -> [Int] {
        (rows[group] ?? []).flatMap { number in
            let prefix = RowField.Row(group: group, number: number).prefix
            guard let inner = groups.first else { return indices[prefix + field].map { [$0] } ?? [] }
            return cells(named: field, in: groups.dropFirst(), of: prefix + inner)
        }
    }
}

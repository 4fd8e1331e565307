/// The fields and nested groups that each row of a group has.
package struct GroupDefinition: Sendable, Hashable {
    package var id: String
    /// The title of a row.
    package var label: LocalizedText?
    /// The number of rows.
    package var minimum: Int
    package var maximum: Int
    /// The field whose value determines the number of rows within the bounds; `nil` if users add and remove rows. It
    /// belongs to the same scope as the group, or to an enclosing one.
    package var count: String?
    /// The elements of a row. Neighbours are fields of the same row. Rules and conditions refer to a field of the row
    /// if it has one of that name, otherwise of the enclosing row, otherwise of the form.
    package var elements: [FormStructure.Element]
    /// The sections of a row.
    package var sections: [FormStructure.Section] = []
    /// The number of columns, of twelve.
    package var span = FormStructure.columns
    /// `nil` for a group that is always visible.
    package var visibleWhen: Condition?
    /// `nil` for rows that are written under the group's identifier.
    package var document: DocumentPlace?

    package init(id: String, minimum: Int = 0, maximum: Int, elements: [FormStructure.Element] = []) {
        self.id = id
        self.minimum = minimum
        self.maximum = maximum
        self.elements = elements
    }

    package init(id: String, minimum: Int = 0, maximum: Int, fields: [FieldDefinition]) {
        self.init(id: id, minimum: minimum, maximum: maximum, elements: fields.map { .field($0) })
    }

    /// The fields of one row, without those of nested groups.
    package var fields: [FieldDefinition] { elements.fields }

    /// The number of rows while the counting field has a value.
    package func rowCount(for value: String) -> Int {
        let number = DecimalNumber(value).flatMap { $0.fraction.isEmpty ? Int($0.description) ?? maximum : nil }
        return min(max(number ?? minimum, minimum), maximum)
    }

    /// The maximum of a group that is being decoded, whose definition has none.
    static let unlimited = 0

    /// The largest number of a row of a group in one session.
    package static let lastRow = 9_999_999
}

/// The name of a field in a row, parsed: `orders_3_items_2_name`.
package struct RowField: Sendable {
    /// A row of a group. The name of a nested group begins with that of the row: `orders_3_items`.
    package struct Row: Sendable, Hashable {
        package let group: String
        package let number: Int

        package init(group: String, number: Int) {
            self.group = group
            self.number = number
        }

        /// The prefix of the names of the row's fields and groups.
        package var prefix: String { "\(group)_\(number)_" }
    }

    /// The rows from the outermost to the innermost.
    package let rows: [Row]
    /// The column that contains the field.
    package let column: FieldReference
    package let field: FieldDefinition

    /// Returns `nil` for a name that no field of a row can have.
    ///
    /// - Parameter elements: the elements of the form, or of a row.
    package init?(_ name: String, in elements: [FormStructure.Element]) {
        self.init(name[...], in: elements, called: "", [])
    }

    private init?(
        _ name: Substring,
        in elements: [FormStructure.Element],
        called prefix: String,
        _ outer: [(row: Row, group: String)]
    ) {
        for element in elements {
            guard case .group(let group) = element, name.hasPrefix(group.id + "_") else { continue }
            let rest = name.dropFirst(group.id.utf8.count + 1)
            guard let end = rest.firstIndex(of: "_"), let number = Int(rest[..<end]), String(number) == rest[..<end],
                1...GroupDefinition.lastRow ~= number
            else { continue }
            let row = Row(group: prefix + group.id, number: number)
            let rows = outer + [(row, group.id)]
            let own = rest[rest.index(after: end)...]
            if let field = group.fields.first(where: { $0.id == own }) {
                self.rows = rows.map(\.row)
                self.field = field
                column = .column(groups: rows.map(\.group), field: field.id)
                return
            }
            if let inner = RowField(own, in: group.elements, called: row.prefix, rows) {
                self = inner
                return
            }
        }
        return nil
    }
}

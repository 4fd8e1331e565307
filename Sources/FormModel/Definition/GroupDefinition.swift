/// What exists once in each row: fields, and groups with rows of their own.
package struct GroupDefinition: Sendable, Hashable {
    package var id: String
    /// What a row is called.
    package var label: LocalizedText?
    /// Rows.
    package var minimum: Int
    package var maximum: Int
    /// The field whose value says how many rows there are, within the bounds; `nil` if people add and remove rows. It stands
    /// beside the group, or around it.
    package var count: String?
    /// What stands in one row. Fields that they name as neighbours are of the same row; those that their rules and
    /// conditions name, too, if the row has such a field, else of the row around it, else of the form.
    package var elements: [FormStructure.Element]
    /// The sections of a row.
    package var sections: [FormStructure.Section] = []
    /// Columns of twelve.
    package var span = FormStructure.columns
    /// `nil` for a group that is always visible.
    package var visibleWhen: Condition?

    package init(id: String, minimum: Int = 0, maximum: Int, elements: [FormStructure.Element] = []) {
        self.id = id
        self.minimum = minimum
        self.maximum = maximum
        self.elements = elements
    }

    package init(id: String, minimum: Int = 0, maximum: Int, fields: [FieldDefinition]) {
        self.init(id: id, minimum: minimum, maximum: maximum, elements: fields.map { .field($0) })
    }

    /// The fields of one row, without those of groups in it.
    package var fields: [FieldDefinition] { elements.fields }

    /// The rows that there are while the field that counts them has a value.
    package func rowCount(for value: String) -> Int {
        let number = DecimalNumber(value).flatMap { $0.fraction.isEmpty ? Int($0.description) ?? maximum : nil }
        return min(max(number ?? minimum, minimum), maximum)
    }

    /// Rows of one group are numbered up to here in one session.
    package static let lastRow = 9_999_999
}

/// The name of a field in a row, taken apart: `orders_3_items_2_name`.
package struct RowField: Sendable {
    /// A row of a group. A group in a row is called after the row: `orders_3_items`.
    package struct Row: Sendable, Hashable {
        package let group: String
        package let number: Int

        package init(group: String, number: Int) {
            self.group = group
            self.number = number
        }

        /// What the names of the row's fields and groups begin with.
        package var prefix: String { "\(group)_\(number)_" }
    }

    /// From the outermost on.
    package let rows: [Row]
    package let field: FieldDefinition

    /// `nil` for a name that no field of any row can have.
    package init?(_ name: String, in structure: FormStructure) {
        self.init(name[...], in: structure.elements, called: "")
    }

    private init?(_ name: Substring, in elements: [FormStructure.Element], called prefix: String) {
        for element in elements {
            guard case .group(let group) = element, name.hasPrefix(group.id + "_") else { continue }
            let rest = name.dropFirst(group.id.utf8.count + 1)
            guard let end = rest.firstIndex(of: "_"), let number = Int(rest[..<end]), String(number) == rest[..<end],
                1...GroupDefinition.lastRow ~= number
            else { continue }
            let row = Row(group: prefix + group.id, number: number)
            let own = rest[rest.index(after: end)...]
            if let field = group.fields.first(where: { $0.id == own }) {
                self.init(rows: [row], field: field)
                return
            }
            if let inner = RowField(own, in: group.elements, called: row.prefix) {
                self.init(rows: [row] + inner.rows, field: inner.field)
                return
            }
        }
        return nil
    }

    private init(rows: [Row], field: FieldDefinition) {
        self.rows = rows
        self.field = field
    }
}

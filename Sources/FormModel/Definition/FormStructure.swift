/// How a form is built: its fields and groups in their order, and its pages.
package struct FormStructure: Sendable, Hashable {
    /// In the form's order.
    package var elements: [Element]
    /// Together all elements, each once, in their order; empty: there are no pages.
    package var pages: [Page]

    package enum Element: Sendable, Hashable {
        case field(FieldDefinition)
        case group(GroupDefinition)

        package var id: String {
            switch self {
            case .field(let field): field.id
            case .group(let group): group.id
            }
        }
    }

    package struct Page: Sendable, Hashable {
        package var title: LocalizedText?
        /// Places in `elements`.
        package var elements: Range<Int>

        package init(title: LocalizedText?, elements: Range<Int>) {
            self.title = title
            self.elements = elements
        }
    }

    package init(elements: [Element], pages: [Page] = []) {
        self.elements = elements
        self.pages = pages
    }

    /// The fields that stand in no group.
    package var fields: [FieldDefinition] {
        elements.compactMap { element in
            if case .field(let field) = element { field } else { nil }
        }
    }

    /// The fields that there can be, whatever rows are added.
    package var maximumFieldCount: Int {
        elements.reduce(0) { sum, element in
            switch element {
            case .field: sum + 1
            case .group(let group): sum + group.maximum * group.fields.count
            }
        }
    }

    /// In the form's order.
    package var groups: [GroupDefinition] {
        elements.compactMap { element in
            if case .group(let group) = element { group } else { nil }
        }
    }
}

/// Fields that exist once in each row.
package struct GroupDefinition: Sendable, Hashable {
    package var id: String
    /// What a row is called.
    package var label: LocalizedText?
    /// Rows.
    package var minimum: Int
    package var maximum: Int
    /// The fields of one row. Those that they name as neighbours are of the same row; those that their rules and
    /// conditions name, too, if the group has such a field, else of the form.
    package var fields: [FieldDefinition]

    package init(id: String, minimum: Int = 0, maximum: Int, fields: [FieldDefinition]) {
        self.id = id
        self.minimum = minimum
        self.maximum = maximum
        self.fields = fields
    }

    /// What a field is called in a row.
    package func id(of field: String, inRow row: Int) -> String { "\(id)_\(row)_\(field)" }

    /// The row that a field's name stands for, if it is a field of this group.
    package func row(ofField name: String) -> Int? {
        guard name.hasPrefix(id + "_") else { return nil }
        let rest = name.dropFirst(id.utf8.count + 1)
        guard let end = rest.firstIndex(of: "_"), let row = Int(rest[..<end]), String(row) == rest[..<end],
            1...GroupDefinition.lastRow ~= row, fields.contains(where: { $0.id == rest[rest.index(after: end)...] })
        else { return nil }
        return row
    }

    /// Rows of one session are numbered up to here.
    package static let lastRow = 9_999_999
}

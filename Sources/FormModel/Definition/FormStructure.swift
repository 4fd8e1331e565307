/// The structure of a form: its fields, notes and groups in their order, its sections and its pages.
package struct FormStructure: Sendable, Hashable {
    /// All elements in the form's order, including those in sections. A note is a field of the kind `note`.
    package var elements: [Element]
    /// Every section precedes the sections that it contains.
    package var sections: [Section]
    /// The pages, which together contain every element once and in order. Empty for a form without pages.
    package var pages: [Page]
    /// The values of the form that do not belong to fields.
    package var constants: [Constant] = []
    /// The condition under which the form ends before its last element; `nil` if it never does.
    package var earlyEnd: EarlyEnd?
    /// The index of the note that is shown when the form has been submitted. It belongs to no page.
    package var endNote: Int?

    package enum Element: Sendable, Hashable {
        case field(FieldDefinition)
        case group(GroupDefinition)

        package var id: String {
            switch self {
            case .field(let field): field.id
            case .group(let group): group.id
            }
        }

        package var document: DocumentPlace? {
            switch self {
            case .field(let field): field.document
            case .group(let group): group.document
            }
        }
    }

    /// A part of a form, or of each row of a group, with a title.
    package struct Section: Sendable, Hashable {
        package var id: String
        package var title: LocalizedText?
        /// Indices of the list that contains the section: the form's `elements`, or a group's `fields`.
        package var elements: Range<Int>
        /// The number of sections that contain this one.
        package var depth = 0
        /// The number of columns, of twelve.
        package var span = FormStructure.columns
        /// Whether the section's fields with options are the lines of one table.
        package var isGrid = false
        /// `nil` for a section that is always visible.
        package var visibleWhen: Condition?
        /// The object that a submitted document has while the section is visible, even without values; `nil` if none.
        package var document: DocumentPlace?
    }

    package struct Page: Sendable, Hashable {
        package var title: LocalizedText?
        /// Indices of `elements`.
        package var elements: Range<Int>
        /// `nil` for a page that is always visible.
        package var visibleWhen: Condition?
        /// Whether the page shows the answers and has no fields of its own.
        package var isReview = false
    }

    /// A fixed value of the form that the user does not enter.
    package struct Constant: Sendable, Hashable {
        package var id: String
        /// The text of a string; a number, `true` or `false` as in the definition.
        package var text: String
        package var isString: Bool
        /// The index in `elements` of the element that follows.
        package var position: Int
        /// The sections that contain the constant, as indices of `sections`.
        package var sections: [Int] = []
        /// `nil` for a value that is written under its identifier.
        package var document: DocumentPlace?
    }

    /// While the condition holds, the elements after the fields that it reads are hidden.
    package struct EarlyEnd: Sendable, Hashable {
        package var when: Condition
        /// Indices of `elements`.
        package var hidden: Range<Int>
    }

    package init(elements: [Element], sections: [Section] = [], pages: [Page] = []) {
        self.elements = elements
        self.sections = sections
        self.pages = pages
    }

    /// The number of columns of a line of a form.
    package static let columns = 12

    /// The fields that belong to no group.
    package var fields: [FieldDefinition] { elements.fields }

    /// The maximum number of fields with all rows that can be added.
    package var maximumFieldCount: Int { elements.maximumFieldCount }

    /// Gives the groups without a maximum the same one: the largest with which all rows together fit into a form.
    mutating func limitRows() {
        guard elements.haveUnlimitedRows else { return }
        var bounds = 1...DefinitionLimits.fields
        while bounds.count > 1 {
            let rows = (bounds.lowerBound + bounds.upperBound + 1) / 2
            let fits = elements.limited(to: rows).maximumFieldCount <= DefinitionLimits.fields
            bounds = fits ? rows...bounds.upperBound : bounds.lowerBound...rows - 1
        }
        elements = elements.limited(to: bounds.lowerBound)
    }

    /// The groups that are not nested in another one, in the form's order.
    package var groups: [GroupDefinition] { elements.groups }
}

extension [FormStructure.Element] {
    /// The fields among these elements, without the fields of groups.
    package var fields: [FieldDefinition] {
        compactMap { if case .field(let field) = $0 { field } else { nil } }
    }

    package var groups: [GroupDefinition] {
        compactMap { if case .group(let group) = $0 { group } else { nil } }
    }

    fileprivate var haveUnlimitedRows: Bool {
        groups.contains { $0.maximum == GroupDefinition.unlimited || $0.elements.haveUnlimitedRows }
    }

    /// The elements, with a maximum for the groups that have none.
    fileprivate func limited(to rows: Int) -> Self {
        map { element in
            guard case .group(var group) = element else { return element }
            if group.maximum == GroupDefinition.unlimited { group.maximum = Swift.max(rows, group.minimum) }
            group.elements = group.elements.limited(to: rows)
            return .group(group)
        }
    }

    fileprivate var maximumFieldCount: Int {
        reduce(0) { sum, element in
            switch element {
            case .field: sum + 1
            case .group(let group): sum + group.maximum * group.elements.maximumFieldCount
            }
        }
    }

    /// All fields, including those of groups, which occur once independent of their rows.
    package var allFields: [FieldDefinition] {
        flatMap { element in
            switch element {
            case .field(let field): [field]
            case .group(let group): group.elements.allFields
            }
        }
    }
}

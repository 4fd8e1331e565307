/// How a form is built: its fields, notes and groups in their order, the sections that they stand in, and its pages.
package struct FormStructure: Sendable, Hashable {
    /// In the form's order; those that stand in sections are among them. A note is a field of the kind `note`.
    package var elements: [Element]
    /// A section comes before those that stand in it.
    package var sections: [Section]
    /// Together all elements, each once, in their order. Empty for a form without pages.
    package var pages: [Page]
    /// What the form's values have besides those of fields.
    package var constants: [Constant] = []
    /// Where the form may end before its last element; `nil` for one that never does.
    package var earlyEnd: EarlyEnd?
    /// The place of the note that is shown when the form has been submitted. It stands on no page.
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
    }

    /// A titled part of a form, or of each row of a group.
    package struct Section: Sendable, Hashable {
        package var id: String
        package var title: LocalizedText?
        /// Places in the list that the section is a part of: a form's `elements`, or a group's `fields`.
        package var elements: Range<Int>
        /// How many sections this one stands in.
        package var depth = 0
        /// Columns of twelve.
        package var span = FormStructure.columns
        /// Whether the section's fields with options are the lines of one table.
        package var isGrid = false
        /// `nil` for a section that is always visible.
        package var visibleWhen: Condition?
    }

    package struct Page: Sendable, Hashable {
        package var title: LocalizedText?
        /// Places in `elements`.
        package var elements: Range<Int>
        /// `nil` for a page that is always visible.
        package var visibleWhen: Condition?
        /// Whether the page shows what was answered, and has no fields of its own.
        package var isReview = false
    }

    /// A value that nobody enters.
    package struct Constant: Sendable, Hashable {
        package var id: String
        /// A string's own text; a number, `true` or `false` as the definition writes it.
        package var text: String
        package var isString: Bool
        /// The place in `elements` of what follows it.
        package var place: Int
        /// The sections that it stands in, by their places in `sections`.
        package var sections: [Int] = []
    }

    /// While the condition holds, what follows the fields that it reads is not visible.
    package struct EarlyEnd: Sendable, Hashable {
        package var when: Condition
        /// Places in `elements`.
        package var hidden: Range<Int>
    }

    package init(elements: [Element], sections: [Section] = [], pages: [Page] = []) {
        self.elements = elements
        self.sections = sections
        self.pages = pages
    }

    /// The columns that a line of a form is divided into.
    package static let columns = 12

    /// The fields that stand in no group.
    package var fields: [FieldDefinition] { elements.fields }

    /// The fields that there can be, whatever rows are added.
    package var maximumFieldCount: Int { elements.maximumFieldCount }

    /// The groups that stand in no other, in the form's order.
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

    fileprivate var maximumFieldCount: Int {
        reduce(0) { sum, element in
            switch element {
            case .field: sum + 1
            case .group(let group): sum + group.maximum * group.elements.maximumFieldCount
            }
        }
    }

    /// Those of groups stand here once, whatever rows there are.
    package var allFields: [FieldDefinition] {
        flatMap { element in
            switch element {
            case .field(let field): [field]
            case .group(let group): group.elements.allFields
            }
        }
    }
}

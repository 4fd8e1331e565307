import FormModel

/// Where a plan stands in a form: one field, and the fields that its plan's references mean here.
final class FieldPlace: Sendable {
    /// The field's name. In a row it begins with the group's name and the row's number.
    let id: String
    let accessibilityID: String
    /// The place in the form's order.
    let index: Int
    let plan: FieldPlan
    /// The fields that the plan reads, by their places in `plan.reads`; `nil` where the form has no such field.
    let reads: [Int?]
    /// The neighbours by the form's order, which ends at the edges of a page.
    let nextInOrder: Int?
    let previousInOrder: Int?
    /// The neighbours unless the session names others.
    let next: Int?
    let previous: Int?

    init(_ name: FieldName, index: Int, onPage page: Range<Int>, indices: [String: Int]) {
        id = name.id
        plan = name.plan
        let definition = plan.definition
        accessibilityID =
            name.row.map { row in
                definition.accessibilityID == definition.id ? name.id : "\(definition.accessibilityID)_\(row)"
            } ?? definition.accessibilityID
        self.index = index
        // A reference means the field of the same row, if the group has a field of that name, else the form's own.
        reads = plan.reads.map { indices[name.sibling($0)] ?? indices[$0] }
        nextInOrder = index + 1 < page.upperBound ? index + 1 : nil
        previousInOrder = index > page.lowerBound ? index - 1 : nil
        func neighbour(_ neighbour: Neighbour, _ inOrder: Int?) -> Int? {
            switch neighbour {
            case .formOrder: inOrder
            case .field(let id): indices[name.sibling(id)] ?? indices[id]
            }
        }
        next = neighbour(definition.next, nextInOrder)
        previous = neighbour(definition.previous, previousInOrder)
    }
}

/// A plan, and what its field is called in a row.
struct FieldName {
    let id: String
    let plan: FieldPlan
    /// The row's number; `nil` for a field of no group.
    let row: Int?
    private let group: GroupDefinition?

    init(_ plan: FieldPlan, in group: GroupDefinition? = nil, row: Int? = nil) {
        self.plan = plan
        self.row = row
        self.group = group
        id = if let group, let row { group.id(of: plan.definition.id, inRow: row) } else { plan.definition.id }
    }

    /// What another field of the same row is called; in no row, the name itself.
    func sibling(_ name: String) -> String {
        if let group, let row { group.id(of: name, inRow: row) } else { name }
    }
}

/// A compiled form with its rows: every field that there is, in the form's order. Sessions with the same rows share it.
package final class Placement: Sendable {
    let fields: [FieldPlace]
    /// Where the field of a name stands in `fields`.
    let indices: [String: Int]
    /// The numbers of the rows that there are, by group.
    package let rows: [[Int]]
    /// In the form's order, as are `rows`.
    let groups: [Group]
    /// Empty if the form has no pages.
    let pages: [Page]
    let dependencies: FormDependencies

    /// A page with the fields that stand on it now.
    struct Page: Sendable {
        let title: LocalizedText?
        let fields: Range<Int>
        /// Whether a group on the page has no rows: its first one is added here.
        let hasEmptyGroup: Bool
    }

    /// A group with the fields of its rows.
    struct Group: Sendable {
        let definition: GroupDefinition
        /// The place among the form's elements.
        let element: Int
        let fields: Range<Int>
    }

    init(_ definition: FormDefinition, _ elements: [CompiledForm.Element], rows: [[Int]]) {
        var names: [FieldName] = []
        /// Where the fields of each element begin, and where those of the last one end.
        var starts: [Int] = []
        var remaining = rows[...]
        var groups: [Group] = []
        for element in elements {
            starts.append(names.count)
            switch element {
            case .field(let plan): names.append(FieldName(plan))
            case .group(let group):
                let start = names.count
                for row in remaining.popFirst() ?? [] {
                    for plan in group.plans { names.append(FieldName(plan, in: group.definition, row: row)) }
                }
                let element = starts.count - 1
                groups.append(Group(definition: group.definition, element: element, fields: start..<names.count))
            }
        }
        starts.append(names.count)
        pages = definition.pages.map { page in
            Page(
                title: page.title,
                fields: starts[page.elements.lowerBound]..<starts[page.elements.upperBound],
                hasEmptyGroup: page.elements.contains { starts[$0] == starts[$0 + 1] }
            )
        }
        var indices = [String: Int](minimumCapacity: names.count)
        for (index, name) in names.enumerated().reversed() { indices[name.id] = index }
        self.indices = indices
        self.rows = rows
        self.groups = groups
        var edges = pages.map(\.fields)
        if edges.isEmpty { edges = [names.indices] }
        fields = edges.flatMap { page in
            page.map { FieldPlace(names[$0], index: $0, onPage: page, indices: indices) }
        }
        dependencies = FormDependencies(fields)
    }

    /// Throws `unknownField`.
    func index(of id: String) throws(FormError) -> Int {
        guard let index = indices[id] else {
            throw FormError(.unknownField, "the form has no field \"\(id)\"")
        }
        return index
    }

    /// The page that a field stands on; `nil` if the form has none.
    func page(of index: Int) -> Int? {
        pages.firstIndex { $0.fields.contains(index) }
    }
}

extension Placement.Group {
    /// The fields of a row, by its place among the group's rows.
    func fields(ofRow place: Int) -> Range<Int> {
        let start = fields.lowerBound + place * definition.fields.count
        return start..<min(start + definition.fields.count, fields.upperBound)
    }

    /// Whether a page has the group; the first page of a form without pages has all.
    func stands(onPage page: Int, of form: CompiledForm) -> Bool {
        let pages = form.definition.pages
        return pages.isEmpty || pages.indices.contains(page) && pages[page].elements.contains(element)
    }
}

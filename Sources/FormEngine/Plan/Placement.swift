import FormModel

/// A compiled field or part at its place, with its references resolved.
protocol FieldReader {
    /// The fields that each of the plan's references means, in the order of the rows; none for a field that the form
    /// does not have.
    var reads: [[Int]] { get }
    /// The numbers that the rows of groups give, by their slots in the plan's references.
    var rows: [Int] { get }
}

extension FieldReader {
    /// The fields that some of the plan's references mean.
    func fields(at slots: [Int]) -> Set<Int> { Set(slots.flatMap { reads[$0] }) }

    func field(at slot: Int) -> Int? { reads[slot].first }
}

/// The place of a field in the form, with the references of its plan resolved.
final class FieldPlace: FieldReader, Sendable {
    /// The field's name. In a row it starts with the group's name and the row's number.
    let id: String
    let accessibilityID: String
    /// The index in the form's order.
    let index: Int
    let plan: FieldPlan
    /// The conditional parts that contain the field: indices in the placement's `parts`.
    let parts: [Int]
    let reads: [[Int]]
    let rows: [Int]
    /// The field's share of the width in a session with columns, at most 1.
    let share: Double
    /// The neighbours in the form's order, which ends at the edges of a page.
    let nextInOrder: Int?
    let previousInOrder: Int?
    /// The neighbours that the definition names, otherwise those in the form's order. A session may name others.
    let next: Int?
    let previous: Int?

    init(_ name: FieldName, index: Int, next nextInOrder: Int?, previous previousInOrder: Int?, _ names: FieldNames) {
        id = name.id
        plan = name.plan
        let definition = plan.definition
        // The rows' numbers make an accessible name of the definition unique.
        let own = definition.accessibilityID
        let numbers = (name.row?.numbers ?? []).map { "_\($0)" }.joined()
        accessibilityID = own == definition.id ? name.id : own + numbers
        self.index = index
        parts = name.parts
        share = name.share
        reads = plan.references.list.map { names.fields($0, in: name.row) }
        rows = plan.references.rows.map { names.rows($0.operation, of: $0.group, in: name.row) }
        self.nextInOrder = nextInOrder
        self.previousInOrder = previousInOrder
        func neighbour(_ neighbour: Neighbour, _ inOrder: Int?) -> Int? {
            switch neighbour {
            case .formOrder: inOrder
            case .field(let id): names.fields(.field(id), in: name.row).first
            }
        }
        next = neighbour(definition.next, nextInOrder)
        previous = neighbour(definition.previous, previousInOrder)
    }
}

extension FieldPlace {
    /// The places of the fields of one page. The focus skips notes.
    fileprivate static func places(_ names: [FieldName], _ page: Range<Int>, _ known: FieldNames) -> [FieldPlace] {
        var next = [Int?](repeating: nil, count: page.count)
        var following: Int?
        for index in page.reversed() {
            next[index - page.lowerBound] = following
            if !names[index].plan.isNote { following = index }
        }
        var previous: Int?
        return page.map { index in
            defer { if !names[index].plan.isNote { previous = index } }
            let next = next[index - page.lowerBound]
            return FieldPlace(names[index], index: index, next: next, previous: previous, known)
        }
    }
}

/// A group at its place. A group inside a group has a place in each row of the outer one.
struct GroupPlace: Sendable {
    /// The group's full name. Inside a row it starts with the row's name: `orders_3_items`.
    let name: String
    let definition: GroupDefinition
    /// The row that contains the group; `nil` for a group of the form.
    let row: RowName?
    /// The numbers of the rows, in their order.
    let rows: [Int]
}

/// A plan with the full name of its field.
struct FieldName: Sendable {
    let id: String
    let plan: FieldPlan
    /// The row that contains the field; `nil` if it is in no group.
    let row: RowName?
    /// The conditional parts that contain the field.
    let parts: [Int]
    let share: Double

    init(_ plan: FieldPlan, in row: RowName?, parts: [Int], share: Double) {
        self.plan = plan
        self.row = row
        self.parts = parts
        self.share = share
        id = row?.id(of: plan.definition.id) ?? plan.definition.id
    }
}

/// A compiled form with its rows: all fields in the form's order. Sessions with the same rows may share it.
package final class Placement: Sendable {
    let fields: [FieldPlace]
    /// The indices in `fields` by name.
    let indices: [String: Int]
    /// All groups, those inside rows included. A group comes before those in its rows.
    let groups: [GroupPlace]
    /// The row numbers by the groups' full names.
    let rows: [String: [Int]]
    /// The pages; empty if the form has none.
    let pages: [Outline.Page]
    /// All elements, from top to bottom.
    let outline: [Outline.Item]
    let parts: [Part]
    let constants: [Outline.Constant]
    /// The titles that show answers.
    let titles: [Title]
    let dependencies: FormDependencies
    /// The note that is shown after the submission.
    let endNote: Int?
    /// Whether there can be more than fields one below the other; see `PageLayout`.
    let hasSupplements: Bool
    /// Whether an element takes less than a whole line.
    let hasSpans: Bool
    /// Whether a field counts the rows of a group.
    let hasCountedRows: Bool

    /// A part of the form that is visible only while a condition holds.
    struct Part: FieldReader, Sendable {
        let plan: PartPlan
        let reads: [[Int]]
        let rows: [Int]
        let fields: Range<Int>
    }

    /// The title of the form, a section, a group, a row or a page that shows answers.
    struct Title: Sendable {
        /// The titled element; the numbers are indices in `outline` and `pages`.
        enum Owner: Sendable, Hashable {
            case form
            case item(Int)
            case page(Int)
        }

        let owner: Owner
        let template: LocalizedTemplate
        /// The fields whose answers are shown; `nil` for a field that the form does not have.
        let reads: [Int?]

        /// `nil` for a title that shows no answer.
        init?(_ title: LocalizedText?, _ owner: Owner, in row: RowName? = nil, _ names: FieldNames) {
            guard let title, title.inserts else { return nil }
            var references = References()
            template = LocalizedTemplate(title, hasMarkup: false) { references.slot(of: $0) }
            reads = references.list.map { names.fields($0, in: row).first }
            self.owner = owner
        }
    }

    /// - Parameter rows: the row numbers by the groups' full names. A group that is missing has its first rows.
    init(
        _ definition: FormDefinition,
        _ elements: [CompiledForm.Element],
        _ plans: PartPlans,
        rows: [String: [Int]]
    ) {
        let outline = Outline(definition.structure, elements, plans, rows: rows)
        let names = outline.names
        var indices = [String: Int](minimumCapacity: names.count)
        for (index, name) in names.enumerated().reversed() { indices[name.id] = index }
        self.indices = indices
        groups = outline.groups
        self.rows = Dictionary(outline.groups.map { ($0.name, $0.rows) }) { first, _ in first }
        self.outline = outline.items
        pages = outline.pages
        constants = outline.constants
        hasSpans = outline.items.contains { $0.span < FormStructure.columns }
        hasSupplements =
            hasSpans || !outline.pages.isEmpty || outline.items.contains { $0.kind == .group || $0.kind == .section }
        hasCountedRows = outline.groups.contains { $0.definition.count != nil }
        let known = FieldNames(indices, rows: self.rows)
        parts = outline.parts.map { part in
            let references = part.plan.references
            return Part(
                plan: part.plan,
                reads: references.list.map { known.fields($0, in: part.row) },
                rows: references.rows.map { known.rows($0.operation, of: $0.group, in: part.row) },
                fields: part.fields
            )
        }
        titles =
            outline.items.enumerated().compactMap { Title($1.title, .item($0), in: $1.row, known) }
            + outline.pages.enumerated().compactMap { Title($1.title, .page($0), known) }
            + [Title(definition.title, .form, known)].compactMap { $0 }
        endNote = definition.structure.endNote == nil || names.isEmpty ? nil : names.count - 1
        let pages = pages.map(\.fields)
        let rest = (pages.last?.upperBound ?? 0)..<names.count
        fields = (pages + [rest]).flatMap { FieldPlace.places(names, $0, known) }
        dependencies = FormDependencies(fields, parts)
    }

    /// The index of the field with a name. Throws `unknownField`.
    func index(of id: String) throws(FormError) -> Int {
        guard let index = indices[id] else {
            throw FormError(.unknownField, "the form has no field \"\(id)\"")
        }
        return index
    }

    /// The page that contains a field; `nil` if the form has no pages.
    func page(of index: Int) -> Int? {
        pages.firstIndex { $0.fields.contains(index) }
    }
}

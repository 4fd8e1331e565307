import FormModel

/// A plan at its place: what its references mean there.
protocol FieldReader {
    /// The fields that the plan reads, by their places in its references; `nil` where the form has no such field.
    var reads: [Int?] { get }
    /// The fields of the columns that the plan reads, row by row.
    var columns: [[Int]] { get }
}

/// Where a plan stands in a form: one field, and the fields that its plan's references mean here.
final class FieldPlace: FieldReader, Sendable {
    /// The field's name. In a row it begins with the group's name and the row's number.
    let id: String
    let accessibilityID: String
    /// The place in the form's order.
    let index: Int
    let plan: FieldPlan
    /// The conditional parts of the form that the field stands in, by their places in the placement's `parts`.
    let parts: [Int]
    let reads: [Int?]
    let columns: [[Int]]
    /// The neighbours by the form's order, which ends at the edges of a page.
    let nextInOrder: Int?
    let previousInOrder: Int?
    /// The neighbours unless the session names others.
    let next: Int?
    let previous: Int?

    init(_ name: FieldName, index: Int, next nextInOrder: Int?, previous previousInOrder: Int?, _ names: KnownNames) {
        let indices = names.indices
        id = name.id
        plan = name.plan
        let definition = plan.definition
        accessibilityID =
            name.row.map { row in
                definition.accessibilityID == definition.id ? name.id : "\(definition.accessibilityID)_\(row.number)"
            } ?? definition.accessibilityID
        self.index = index
        parts = name.parts
        reads = names.fields(plan.references, in: name.row)
        columns = names.columns(plan.references)
        self.nextInOrder = nextInOrder
        self.previousInOrder = previousInOrder
        func neighbour(_ neighbour: Neighbour, _ inOrder: Int?) -> Int? {
            switch neighbour {
            case .formOrder: inOrder
            case .field(let id): name.row.index(of: id, among: indices)
            }
        }
        next = neighbour(definition.next, nextInOrder)
        previous = neighbour(definition.previous, previousInOrder)
    }
}

extension FieldPlace {
    /// The places of the fields of one page. The order in which the focus goes through them leaves out notes.
    fileprivate static func places(_ names: [FieldName], _ page: Range<Int>, _ known: KnownNames) -> [FieldPlace] {
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

/// A row of a group.
struct RowName: Sendable {
    let group: GroupDefinition
    let number: Int

    var id: String { "\(group.id)_\(number)" }

    /// What a field or a section of the group is called in the row.
    func id(of name: String) -> String { group.id(of: name, inRow: number) }
}

extension RowName? {
    /// The field that a name means in a row: the row's own, if the group has a field of that name, else the form's.
    func index(of name: String, among indices: [String: Int]) -> Int? {
        self.flatMap { indices[$0.id(of: name)] } ?? indices[name]
    }
}

/// A plan, and what its field is called in a row.
struct FieldName: Sendable {
    let id: String
    let plan: FieldPlan
    /// `nil` for a field of no group.
    let row: RowName?
    /// The conditional parts of the form that the field stands in.
    let parts: [Int]

    init(_ plan: FieldPlan, in row: RowName?, parts: [Int]) {
        self.plan = plan
        self.row = row
        self.parts = parts
        id = row?.id(of: plan.definition.id) ?? plan.definition.id
    }
}

/// What the names of fields and columns mean in a form with its rows.
struct KnownNames {
    let indices: [String: Int]
    /// The fields of each column that is read. Those that read one share the list.
    private var columns: [References.Column: [Int]] = [:]

    init(_ indices: [String: Int], _ read: [References.Column], _ groups: [GroupDefinition], _ rows: [[Int]]) {
        self.indices = indices
        for column in Set(read) {
            guard let number = groups.firstIndex(where: { $0.id == column.group }) else { continue }
            columns[column] = rows[number].compactMap { indices[groups[number].id(of: column.field, inRow: $0)] }
        }
    }

    /// A reference means the field of the same row, if the group has a field of that name, else the form's own.
    func fields(_ references: References, in row: RowName?) -> [Int?] {
        references.names.map { row.index(of: $0, among: indices) }
    }

    func columns(_ references: References) -> [[Int]] {
        references.columns.map { columns[$0] ?? [] }
    }
}

/// A compiled form with its rows: every field that there is, in the form's order. Sessions with the same rows share it.
package final class Placement: Sendable {
    let fields: [FieldPlace]
    /// Where the field of a name stands in `fields`.
    let indices: [String: Int]
    /// The numbers of the rows that there are, by group.
    package let rows: [[Int]]
    /// Empty if the form has no pages.
    let pages: [Outline.Page]
    /// All that there is, from top to bottom.
    let outline: [Outline.Item]
    let parts: [Part]
    let constants: [Outline.Constant]
    /// The titles that show answers.
    let titles: [Title]
    let dependencies: FormDependencies
    /// The note that is shown when the form has been submitted.
    let endNote: Int?
    /// Whether anything besides fields may be shown; see `Supplements`.
    let hasSupplements: Bool
    /// Whether a field wants less than a whole line.
    let hasSpans: Bool
    /// Whether each field stands below the one before it, whatever their spans are. Empty without spans.
    let beginsLine: [Bool]
    /// Whether a field says how many rows a group has.
    let hasCountedRows: Bool

    /// Fields that are visible only while a condition holds.
    struct Part: FieldReader, Sendable {
        let plan: PartPlan
        let reads: [Int?]
        let columns: [[Int]]
        let fields: Range<Int>
    }

    /// The title of the form, a section, a group, a row or a page that shows answers.
    struct Title: Sendable {
        /// Places in `outline` and in `pages`.
        enum Owner: Sendable, Hashable {
            case form
            case item(Int)
            case page(Int)
        }

        let owner: Owner
        let template: LocalizedTemplate
        /// The fields whose answers are shown; `nil` where the form has no such field.
        let reads: [Int?]

        /// `nil` for a title that shows none.
        init?(_ title: LocalizedText?, _ owner: Owner, _ index: (String) -> Int?) {
            guard let title, title.inserts else { return nil }
            var references = References()
            template = LocalizedTemplate(title, hasMarkup: false) { references.place(of: $0) }
            reads = references.names.map(index)
            self.owner = owner
        }
    }

    init(_ definition: FormDefinition, _ elements: [CompiledForm.Element], _ plans: PartPlans, rows: [[Int]]) {
        let outline = Outline(definition.structure, elements, plans, rows: rows)
        let names = outline.names
        var indices = [String: Int](minimumCapacity: names.count)
        for (index, name) in names.enumerated().reversed() { indices[name.id] = index }
        self.indices = indices
        self.rows = rows
        self.outline = outline.items
        pages = outline.pages
        constants = outline.constants
        hasSpans = names.contains { $0.plan.definition.span < FormStructure.columns }
        beginsLine = hasSpans ? outline.lineBeginnings : []
        hasSupplements =
            hasSpans || !outline.pages.isEmpty || outline.items.contains { $0.kind == .group || $0.kind == .section }
        hasCountedRows = definition.groups.contains { $0.count != nil }
        let columns = names.flatMap(\.plan.references.columns) + outline.parts.flatMap(\.plan.references.columns)
        let known = KnownNames(indices, columns, definition.groups, rows)
        parts = outline.parts.map { part in
            let references = part.plan.references
            return Part(
                plan: part.plan,
                reads: known.fields(references, in: part.row),
                columns: known.columns(references),
                fields: part.fields
            )
        }
        titles =
            outline.items.enumerated().compactMap { place, item in
                Title(item.title, .item(place)) { item.row.index(of: $0, among: indices) }
            }
            + outline.pages.enumerated().compactMap { place, page in
                Title(page.title, .page(place)) { indices[$0] }
            } + [Title(definition.title, .form) { indices[$0] }].compactMap { $0 }
        endNote = definition.structure.endNote == nil || names.isEmpty ? nil : names.count - 1
        let pages = pages.map(\.fields)
        let rest = (pages.last?.upperBound ?? 0)..<names.count
        fields = (pages + [rest]).flatMap { FieldPlace.places(names, $0, known) }
        dependencies = FormDependencies(fields, parts)
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

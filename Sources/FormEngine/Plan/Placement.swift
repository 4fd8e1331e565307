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
    /// How much of the width of a session with columns the field has, at most 1.
    let share: Double
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
        // An accessible name of the field's own is told apart by the rows' numbers.
        let own = definition.accessibilityID
        let rows = (name.row?.numbers ?? []).map { "_\($0)" }.joined()
        accessibilityID = own == definition.id ? name.id : own + rows
        self.index = index
        parts = name.parts
        share = name.share
        reads = names.fields(plan.references, in: name.row)
        columns = names.columns(plan.references, in: name.row)
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

/// A group at its place: once for each row of the group that it stands in.
struct GroupPlace: Sendable {
    /// The group's own name, in a row with the row's before it: `orders_3_items`.
    let name: String
    let definition: GroupDefinition
    /// The row that the group stands in; `nil` for a group of the form.
    let row: RowName?
    /// The numbers of its rows, in their order.
    let rows: [Int]
}

/// A row of a group, be that one in a row of another group.
struct RowName: Sendable {
    /// The group's name at its place and the row's number: `orders_3_items_2`.
    let id: String
    /// The row's number, and before it those of the rows around it.
    let numbers: [Int]
    /// What the names in the row begin with, and after it those in the rows around it: `orders_3_items_2_`, `orders_3_`.
    let prefixes: [String]

    init(_ number: Int, of group: String, in outer: RowName?) {
        id = "\(group)_\(number)"
        numbers = (outer?.numbers ?? []) + [number]
        prefixes = [id + "_"] + (outer?.prefixes ?? [])
    }

    /// What an element of the row is called.
    func id(of name: String) -> String { "\(id)_\(name)" }
}

extension RowName? {
    /// What the names begin with that may be meant in a row, from the inside out. The form's own begin with nothing.
    var prefixes: [String] { (self?.prefixes ?? []) + [""] }

    /// The field that a name means in a row: the row's own, if it has a field of that name, else that of the row around it, else
    /// the form's.
    func index(of name: String, among indices: [String: Int]) -> Int? {
        guard let self else { return indices[name] }
        for prefix in self.prefixes {
            if let index = indices[prefix + name] { return index }
        }
        return indices[name]
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
    let share: Double

    init(_ plan: FieldPlan, in row: RowName?, parts: [Int], share: Double) {
        self.plan = plan
        self.row = row
        self.parts = parts
        self.share = share
        id = row?.id(of: plan.definition.id) ?? plan.definition.id
    }
}

/// What the names of fields and columns mean in a form with its rows.
final class KnownNames {
    let indices: [String: Int]
    private let rows: [String: [Int]]
    /// The fields of each column that has been asked for, by the name of its first group. Those that read one share the list.
    private var columns: [References.Column: [Int]] = [:]

    init(_ indices: [String: Int], _ rows: [String: [Int]]) {
        self.indices = indices
        self.rows = rows
    }

    /// A reference means the field of the same row, if that has a field of the name, else that of the row around it, else the
    /// form's own.
    func fields(_ references: References, in row: RowName?) -> [Int?] {
        references.names.map { row.index(of: $0, among: indices) }
    }

    /// The first group of a column is found as a field is. Of each group all rows count.
    func columns(_ references: References, in row: RowName?) -> [[Int]] {
        references.columns.map { column in
            guard let first = column.groups.first,
                let group = row.prefixes.lazy.map({ $0 + first }).first(where: { self.rows[$0] != nil })
            else { return [] }
            let inner = Array(column.groups.dropFirst())
            let known = References.Column(groups: [group] + inner, field: column.field)
            if let fields = columns[known] { return fields }
            let fields = fields(named: column.field, in: inner[...], of: group)
            columns[known] = fields
            return fields
        }
    }

    private func fields(named field: String, in groups: ArraySlice<String>, of group: String) -> [Int] {
        (rows[group] ?? []).flatMap { number in
            let prefix = RowField.Row(group: group, number: number).prefix
            guard let inner = groups.first else { return indices[prefix + field].map { [$0] } ?? [] }
            return fields(named: field, in: groups.dropFirst(), of: prefix + inner)
        }
    }
}

/// A compiled form with its rows: every field that there is, in the form's order. Sessions with the same rows share it.
package final class Placement: Sendable {
    let fields: [FieldPlace]
    /// Where the field of a name stands in `fields`.
    let indices: [String: Int]
    /// Those in rows as well: each before those in its own rows.
    let groups: [GroupPlace]
    /// The numbers of the rows that there are, by the names of groups at their places.
    let rows: [String: [Int]]
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
    /// Whether anything besides fields below one another may be shown; see `PageLayout`.
    let hasSupplements: Bool
    /// Whether an element wants less than a whole line.
    let hasSpans: Bool
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

    /// - Parameter rows: by the names of groups; a group that is not named has its first rows.
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
        let known = KnownNames(indices, self.rows)
        parts = outline.parts.map { part in
            let references = part.plan.references
            return Part(
                plan: part.plan,
                reads: known.fields(references, in: part.row),
                columns: known.columns(references, in: part.row),
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

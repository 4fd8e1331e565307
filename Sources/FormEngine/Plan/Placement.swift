import FormModel

/// A compiled field or part at its place, with its references resolved.
protocol FieldReader {
    /// The indices of the fields that the plan reads, by their places in its references; `nil` for a field that the
    /// form does not have.
    var reads: [Int?] { get }
    /// The fields of the columns that the plan reads, in the order of the rows.
    var columns: [[Int]] { get }
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
    let reads: [Int?]
    let columns: [[Int]]
    /// The field's share of the width in a session with columns, at most 1.
    let share: Double
    /// The neighbours in the form's order, which ends at the edges of a page.
    let nextInOrder: Int?
    let previousInOrder: Int?
    /// The neighbours that the definition names, otherwise those in the form's order. A session may name others.
    let next: Int?
    let previous: Int?

    init(_ name: FieldName, index: Int, next nextInOrder: Int?, previous previousInOrder: Int?, _ names: KnownNames) {
        let indices = names.indices
        id = name.id
        plan = name.plan
        let definition = plan.definition
        // The rows' numbers make an accessible name of the definition unique.
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
    /// The places of the fields of one page. The focus skips notes.
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

/// The names of a row, which may be inside a row of another group.
struct RowName: Sendable {
    /// The group's full name and the row's number: `orders_3_items_2`.
    let id: String
    /// The numbers of the enclosing rows from the outside in, and the row's own.
    let numbers: [Int]
    /// The prefixes of names in this row and in the rows around it: `orders_3_items_2_`, `orders_3_`.
    let prefixes: [String]

    init(_ number: Int, of group: String, in outer: RowName?) {
        id = "\(group)_\(number)"
        numbers = (outer?.numbers ?? []) + [number]
        prefixes = [id + "_"] + (outer?.prefixes ?? [])
    }

    /// The full name of an element of the row.
    func id(of name: String) -> String { "\(id)_\(name)" }
}

extension RowName? {
    /// The prefixes to try for a name that is used in a row, from the inside out. Names of the form have an empty
    /// prefix.
    var prefixes: [String] { (self?.prefixes ?? []) + [""] }

    /// The index of the field that a name means in a row. The row's own fields come first, then those of the row around
    /// it, and last those of the form.
    func index(of name: String, among indices: [String: Int]) -> Int? {
        guard let self else { return indices[name] }
        for prefix in self.prefixes {
            if let index = indices[prefix + name] { return index }
        }
        return indices[name]
    }
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

/// Resolves the names of fields and columns in a form with its rows.
final class KnownNames {
    let indices: [String: Int]
    private let rows: [String: [Int]]
    /// The fields of the columns resolved so far, by the full name of the first group. Plans that read the same column
    /// share the array.
    private var columns: [References.Column: [Int]] = [:]

    init(_ indices: [String: Int], _ rows: [String: [Int]]) {
        self.indices = indices
        self.rows = rows
    }

    /// Resolves the names of fields: in the same row, in the row around it, or in the form, in this order.
    func fields(_ references: References, in row: RowName?) -> [Int?] {
        references.names.map { row.index(of: $0, among: indices) }
    }

    /// Resolves columns. The first group is found as a field is. A column has the cells of all rows of its groups.
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
        let reads: [Int?]
        let columns: [[Int]]
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
        init?(_ title: LocalizedText?, _ owner: Owner, _ index: (String) -> Int?) {
            guard let title, title.inserts else { return nil }
            var references = References()
            template = LocalizedTemplate(title, hasMarkup: false) { references.place(of: $0) }
            reads = references.names.map(index)
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

import FormModel

/// All elements of a form with its rows, from top to bottom: fields, and the sections, groups, rows and reviews that
/// contain or separate them.
struct Outline: Sendable {
    /// One element of the form, as the property `Structure` lists it.
    struct Item: Sendable {
        enum Kind: String, Sendable {
            case field, note, section, group, row, review
            /// The note that is shown after the form was submitted.
            case end
        }

        let kind: Kind
        let id: String
        /// The number of sections, groups and rows that contain the element.
        let depth: Int
        var title: LocalizedText?
        /// The row that contains the element, or that the element is.
        var row: RowName?
        /// The width in columns of twelve.
        var span = FormStructure.columns
        /// Whether the element is a section that is shown as a table, with its fields as lines.
        var isGrid = false
        /// Where a submitted document has the rows of a group, or the object of a section; `nil` for other elements.
        var path: [String]?
        /// Whether the element is a group to which users may add a row.
        var takesRow = false
        /// Whether the element is a row that users may remove.
        var canGo = false
        /// Whether the element is a row that users may move among the others.
        var canMove = false
        /// The index of the page; `nil` in a form without pages.
        fileprivate(set) var page: Int?
        /// The element's field, or the fields inside it.
        fileprivate(set) var fields = 0..<0
        /// The conditional parts that contain the element, or that it is: indices in `parts`.
        fileprivate(set) var parts: [Int] = []
    }

    /// A page, a section, a group or the form's end with a condition for its visibility.
    struct Part: Sendable {
        let plan: PartPlan
        /// The row in which the condition's names are resolved first.
        let row: RowName?
        fileprivate(set) var fields: Range<Int>
    }

    /// A page with its present fields.
    struct Page: Sendable {
        let title: LocalizedText?
        let isReview: Bool
        fileprivate(set) var fields: Range<Int>
        /// The conditional parts that contain the page, or that it is.
        let parts: [Int]
        /// For each group on the page without rows the conditional parts that contain it. A row can be added there.
        fileprivate(set) var emptyGroups: [[Int]] = []
    }

    /// A constant value of the form, which users do not enter.
    struct Constant: Sendable {
        let definition: FormStructure.Constant
        /// The index of the next field.
        let index: Int
        /// The conditional parts that contain the constant.
        fileprivate(set) var parts: Set<Int>
    }

    fileprivate(set) var constants: [Constant] = []
    fileprivate(set) var names: [FieldName] = []
    /// All groups; each comes before those in its rows.
    fileprivate(set) var groups: [GroupPlace] = []
    fileprivate(set) var items: [Item] = []
    fileprivate(set) var parts: [Part] = []
    /// The pages; empty if the form has none.
    fileprivate(set) var pages: [Page] = []

    /// - Parameter rows: the row numbers by the groups' full names. A group that is missing has its first rows.
    init(
        _ structure: FormStructure,
        _ elements: [CompiledForm.Element],
        _ plans: PartPlans,
        rows: [String: [Int]]
    ) {
        var builder = OutlineBuilder(structure: structure, plans: plans, rows: rows)
        builder.build(elements)
        self = builder.outline
    }

    fileprivate init() {}
}

/// Builds an outline, element by element.
private struct OutlineBuilder {
    let structure: FormStructure
    let plans: PartPlans
    let rows: [String: [Int]]
    private(set) var outline = Outline()
    /// The conditional parts that contain the next element.
    private var open: [Int] = []
    /// The conditional parts of the form's sections, by the sections' indices.
    private var sectionParts: [Int: Int] = [:]
    /// Whether the elements that are being added belong to the last page.
    private var isOnPage = false
    /// The conditional part of that page.
    private var pagePart: Int?
    /// Whether the next element is the end note.
    private var isAtEnd = false
    /// The enclosing elements that are divided into columns, from the outside in, with their shares of the page's
    /// width.
    private var frames = [(share: 1.0, isGrid: false)]

    init(structure: FormStructure, plans: PartPlans, rows: [String: [Int]]) {
        self.structure = structure
        self.plans = plans
        self.rows = rows
    }

    mutating func build(_ elements: [CompiledForm.Element]) {
        var sections = SectionWalk(structure.sections, plans.sections)
        beginPage()
        for (index, element) in elements.enumerated() {
            advance(to: index, &sections)
            add(element, in: nil, depth: sections.open.count)
        }
        advance(to: elements.count, &sections)
        while let part = open.last { endPart(part) }
        for number in outline.constants.indices {
            let around = outline.constants[number].definition.sections.compactMap { sectionParts[$0] }
            outline.constants[number].parts.formUnion(around)
        }
    }

    /// Closes the parts that end before an element, and opens those that start with it.
    private mutating func advance(to index: Int, _ sections: inout SectionWalk) {
        endSections(&sections, at: index)
        if structure.earlyEnd?.hidden.lowerBound == index { _ = beginPart(plans.earlyEnd) }
        while isOnPage, structure.pages[outline.pages.count - 1].elements.upperBound <= index { endPage() }
        for constant in structure.constants[outline.constants.count...].prefix(while: { $0.position == index }) {
            let next = outline.names.count
            outline.constants.append(Outline.Constant(definition: constant, index: next, parts: Set(open)))
        }
        isAtEnd = structure.endNote == index
        if isAtEnd { while let part = open.last { endPart(part) } }
        beginSections(&sections, at: index)
    }

    // MARK: Parts and pages

    private mutating func beginPart(_ plan: PartPlan?, in row: RowName? = nil) -> Int? {
        guard let plan else { return nil }
        let start = outline.names.count
        outline.parts.append(Outline.Part(plan: plan, row: row, fields: start..<start))
        open.append(outline.parts.count - 1)
        return open.last
    }

    private mutating func endPart(_ part: Int?) {
        guard let part else { return }
        outline.parts[part].fields = outline.parts[part].fields.lowerBound..<outline.names.count
        open.removeAll { $0 == part }
    }

    private mutating func beginPage() {
        let number = outline.pages.count
        isOnPage = number < structure.pages.count
        guard isOnPage else { return }
        pagePart = beginPart(plans.pages[number])
        let page = structure.pages[number]
        let start = outline.names.count
        outline.pages.append(
            Outline.Page(title: page.title, isReview: page.isReview, fields: start..<start, parts: open)
        )
    }

    private mutating func endPage() {
        let number = outline.pages.count - 1
        if outline.pages[number].isReview {
            append(Outline.Item(kind: .review, id: "", depth: 0, title: outline.pages[number].title))
        }
        outline.pages[number].fields = outline.pages[number].fields.lowerBound..<outline.names.count
        endPart(pagePart)
        beginPage()
    }

    // MARK: Elements

    /// Adds an element at its place. Returns its index.
    @discardableResult
    private mutating func append(_ item: Outline.Item) -> Int {
        var item = item
        item.page = isOnPage ? outline.pages.count - 1 : nil
        item.fields = outline.names.count..<outline.names.count
        item.parts = open
        outline.items.append(item)
        return outline.items.count - 1
    }

    private mutating func end(item: Int) {
        outline.items[item].fields = outline.items[item].fields.lowerBound..<outline.names.count
    }

    /// The share of the page's width that an element gets. The lines of a table are as wide as the table.
    private func share(of span: Int) -> Double {
        guard let frame = frames.last else { return 1 }
        return frame.isGrid ? frame.share : frame.share * Double(span) / Double(FormStructure.columns)
    }

    private mutating func add(_ element: CompiledForm.Element, in row: RowName?, depth: Int) {
        switch element {
        case .field(let plan): add(plan, in: row, depth: depth)
        case .group(let plan): add(plan, in: row, depth: depth)
        }
    }

    private mutating func add(_ plan: FieldPlan, in row: RowName?, depth: Int) {
        let name = FieldName(plan, in: row, parts: open, share: share(of: plan.definition.span))
        let kind: Outline.Item.Kind = !plan.isNote ? .field : row == nil && isAtEnd ? .end : .note
        let item = append(Outline.Item(kind: kind, id: name.id, depth: depth, span: plan.definition.span))
        outline.names.append(name)
        end(item: item)
    }

    private mutating func add(_ plan: GroupPlan, in outer: RowName?, depth: Int) {
        let group = plan.definition
        let name = outer?.id(of: group.id) ?? group.id
        let rows = rows[name] ?? plan.firstRows
        outline.groups.append(GroupPlace(name: name, definition: group, row: outer, rows: rows))
        let part = beginPart(plan.part, in: outer)
        var item = Outline.Item(kind: .group, id: name, depth: depth, title: group.label, row: outer, span: group.span)
        item.path = group.document?.path ?? [group.id]
        item.takesRow = rows.count < group.maximum && group.count == nil
        let groupItem = append(item)
        frames.append((share(of: group.span), false))
        if rows.isEmpty, isOnPage { outline.pages[outline.pages.count - 1].emptyGroups.append(open) }
        for number in rows {
            let row = RowName(number, of: name, in: outer)
            var item = Outline.Item(kind: .row, id: row.id, depth: depth + 1, title: group.label, row: row)
            item.canGo = rows.count > group.minimum && group.count == nil
            item.canMove = rows.count > 1
            let rowItem = append(item)
            var sections = SectionWalk(group.sections, plan.sections, depth: depth + 2, row: row)
            for (index, element) in plan.elements.enumerated() {
                endSections(&sections, at: index)
                beginSections(&sections, at: index)
                add(element, in: row, depth: sections.depth + sections.open.count)
            }
            endSections(&sections, at: plan.elements.count)
            end(item: rowItem)
        }
        frames.removeLast()
        end(item: groupItem)
        endPart(part)
    }

    // MARK: Sections

    private mutating func beginSections(_ sections: inout SectionWalk, at index: Int) {
        while let (section, plan) = sections.next(at: index) {
            let part = beginPart(plan, in: sections.row)
            let id = sections.row?.id(of: section.id) ?? section.id
            let depth = sections.depth + sections.open.count
            var item = Outline.Item(kind: .section, id: id, depth: depth, title: section.title, row: sections.row)
            (item.span, item.isGrid, item.path) = (section.span, section.isGrid, section.document?.path)
            let number = append(item)
            frames.append((share(of: section.span), section.isGrid))
            if sections.row == nil { sectionParts[sections.passed - 1] = part }
            sections.open.append((number, part, section.elements.upperBound))
            endSections(&sections, at: index)
        }
    }

    private mutating func endSections(_ sections: inout SectionWalk, at index: Int) {
        while let last = sections.open.last, last.end <= index {
            sections.open.removeLast()
            frames.removeLast()
            end(item: last.item)
            endPart(last.part)
        }
    }
}

/// Iterates over the sections of a form or of a row.
private struct SectionWalk {
    private let sections: [FormStructure.Section]
    private let plans: [PartPlan?]
    /// The depth of sections that are in no other section.
    let depth: Int
    let row: RowName?
    /// The sections that contain the next element, each with its item, its part and the index of the element behind it.
    var open: [(item: Int, part: Int?, end: Int)] = []
    private(set) var passed = 0

    init(_ sections: [FormStructure.Section], _ plans: [PartPlan?], depth: Int = 0, row: RowName? = nil) {
        self.sections = sections
        self.plans = plans
        self.depth = depth
        self.row = row
    }

    /// The next section, if it starts at `index`.
    mutating func next(at index: Int) -> (FormStructure.Section, PartPlan?)? {
        guard passed < sections.count, sections[passed].elements.lowerBound == index else { return nil }
        defer { passed += 1 }
        return (sections[passed], plans[passed])
    }
}

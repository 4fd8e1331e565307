import FormModel

/// Where fields stand that share a line: a line has twelve columns, and is as high as its highest field.
///
/// A field begins a line where it has no room beside the one before it, or something else stands between them: the title of a
/// section, the header of a row, the end of a page.
struct Columns {
    /// What each field adds to the height of the content, by which the fields below stand. The last field of a line adds the line's
    /// height, and the others nothing.
    private(set) var heights: [Double]
    /// The first column of each field, from 0.
    private(set) var starts: [Int]

    init(_ fields: FieldTable, _ placement: Placement) {
        heights = Array(repeating: 0, count: fields.count)
        starts = Array(repeating: 0, count: fields.count)
        var used = FormStructure.columns
        var last: Int?
        for (index, field) in fields.all.enumerated() {
            if placement.beginsLine[index] { used = FormStructure.columns }
            guard !field.isHidden else { continue }
            let span = field.plan.definition.span
            var height = field.layout.height
            if used + span <= FormStructure.columns, let last {
                height = max(height, heights[last])
                heights[last] = 0
            } else {
                used = 0
            }
            starts[index] = used
            used += span
            heights[index] = height
            last = index
        }
    }
}

extension FormContext {
    /// Narrower sessions, in logical pixels, have one column.
    static let columnsWidth = 480.0

    /// Whether fields stand beside one another.
    var hasColumns: Bool { isLaidOut && placement.hasSpans && width >= Self.columnsWidth }

    /// The context as a field meets it that has some of the twelve columns: as narrow as they are.
    func column(of plan: FieldPlan) -> FormContext {
        let span = plan.definition.span
        guard span < FormStructure.columns, hasColumns else { return self }
        var traits = traits
        traits.width *= Double(span) / Double(FormStructure.columns)
        return with(traits: traits)
    }
}

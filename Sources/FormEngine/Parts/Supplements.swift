import FormModel
package import FormPlugin

/// What a page shows besides fields, with its place in the content: the headers of sections and rows, and buttons.
package struct SupplementaryFrame: Sendable, Hashable {
    package var kind: Kind
    /// The section's, the group's or the field's name, for a row with the row's number behind it (`items_3`); empty for the
    /// buttons of a page.
    package var name: String
    /// In the coordinates of the content, which begins where the first field that is shown does, or what stands above it.
    package var frame: Frame

    /// Buttons are named as their labels are.
    package enum Kind: String, Sendable {
        case section, row, removeRow, addRow, previous, next, submit
        /// A field, in a form whose fields stand beside one another.
        case field
    }
}

/// The supplements of what is shown, from top to bottom. Each takes the content's whole width, above a field or below the
/// last one. The button that removes a row stands in the row's header, and those of a page stand side by side.
struct Supplements: Sendable {
    private(set) var frames: [SupplementaryFrame] = []
    /// The height of all of them.
    private(set) var height = 0.0
    /// Where a field stands below supplements: the field, and the height of all supplements above it.
    private var steps: [(field: Int, height: Double)] = []

    /// The height of the supplements that stand above a field.
    func height(above field: Int) -> Double {
        steps.last { $0.field <= field }?.height ?? 0
    }
}

// MARK: - Layout

extension Supplements {
    /// Numbers for texts of usual size.
    private enum Metrics {
        static let margin = 16.0
        static let rowHeight = 32.0
        static let sectionHeight = 40.0
        static let buttonHeight = 44.0
        static let removeWidth = 44.0
        /// Above and below the buttons of a page.
        static let pageGap = 8.0
    }

    init(page: Int, _ order: PageOrder, heights: Heights, _ context: FormContext) {
        let placement = order.placement
        let shown = order.fields(ofPage: page)
        let top = { heights.sum(of: shown.lowerBound..<$0) }
        var groups = Array(zip(context.form.definition.groups, placement.rows))[...]
        /// The group whose rows the walk goes through: its last row is followed by a button.
        var open: (item: Outline.Item, group: GroupDefinition, rows: Int)?
        func endGroup(_ supplements: inout Supplements) {
            guard let (item, group, rows) = open.take() else { return }
            let isShown = order.hidden.shows(item.parts) && (rows == 0 || item.fields.contains(where: order.shows))
            guard isShown, rows < group.maximum, group.count == nil else { return }
            supplements.addAddButton(of: group.id, above: item.fields.upperBound, top(item.fields.upperBound), context)
        }
        for item in placement.outline {
            if let last = open, item.depth <= last.item.depth { endGroup(&self) }
            let group = item.kind == .group ? groups.popFirst() : nil
            guard placement.pages.isEmpty || item.page == page else { continue }
            let start = item.fields.lowerBound
            switch item.kind {
            case .group: open = group.map { (item, $0.0, $0.1.count) }
            case .row where item.fields.contains(where: order.shows):
                let canRemove = open.map { $0.rows > $0.group.minimum && $0.group.count == nil } ?? false
                addHeader(.row, item.id, above: start, canRemove: canRemove, top(start), context)
            case .section where item.fields.contains(where: order.shows):
                addHeader(.section, item.id, above: start, canRemove: false, top(start), context)
            case .field, .note, .row, .section, .review: break
            }
        }
        endGroup(&self)
        guard !placement.pages.isEmpty else { return }
        addPageButtons(
            hasPrevious: order.neighbour(of: page, forward: false) != nil,
            hasNext: order.neighbour(of: page, forward: true) != nil,
            top(shown.upperBound),
            context
        )
    }

    /// - Parameter top: the height of the fields above.
    private mutating func addHeader(
        _ kind: SupplementaryFrame.Kind,
        _ name: String,
        above field: Int,
        canRemove: Bool,
        _ top: Double,
        _ context: FormContext
    ) {
        let height = (kind == .row ? Metrics.rowHeight : Metrics.sectionHeight) * context.traits.textScale
        let width = max(0, context.width - 2 * Metrics.margin)
        let button = canRemove ? min(Metrics.removeWidth, width) : 0
        let header = Frame(x: Metrics.margin, y: top + self.height, width: width - button, height: height)
        add(kind, name, header, context)
        if canRemove {
            let frame = Frame(x: header.x + header.width, y: header.y, width: button, height: height)
            add(.removeRow, name, frame, context)
        }
        step(height, above: field)
    }

    private mutating func addAddButton(of group: String, above field: Int, _ top: Double, _ context: FormContext) {
        let height = Metrics.buttonHeight * context.traits.textScale
        let width = max(0, context.width - 2 * Metrics.margin)
        add(.addRow, group, Frame(x: Metrics.margin, y: top + self.height, width: width, height: height), context)
        step(height, above: field)
    }

    /// Each button has its half of the width, whether the other is there or not.
    private mutating func addPageButtons(hasPrevious: Bool, hasNext: Bool, _ top: Double, _ context: FormContext) {
        let scale = context.traits.textScale
        let width = max(0, (context.width - 3 * Metrics.margin) / 2)
        var frame = Frame(
            x: Metrics.margin,
            y: top + self.height + Metrics.pageGap * scale,
            width: width,
            height: Metrics.buttonHeight * scale
        )
        if hasPrevious { add(.previous, "", frame, context) }
        frame.x += width + Metrics.margin
        add(hasNext ? .next : .submit, "", frame, context)
        height += (Metrics.buttonHeight + 2 * Metrics.pageGap) * scale
    }

    /// Adds the places of fields that may stand beside one another, behind everything else.
    mutating func addFields(
        _ shown: Range<Int>,
        _ columns: Columns,
        _ fields: FieldTable,
        _ heights: Heights,
        _ context: FormContext
    ) {
        for index in shown where !fields[index].isHidden {
            let field = fields[index]
            let frame = Frame(
                x: context.width * Double(columns.starts[index]) / Double(FormStructure.columns),
                y: heights.sum(of: shown.lowerBound..<index) + height(above: index),
                width: context.column(of: field.plan).width,
                height: field.layout.height
            )
            add(.field, field.id, frame, context)
        }
    }

    private mutating func add(
        _ kind: SupplementaryFrame.Kind,
        _ name: String,
        _ frame: Frame,
        _ context: FormContext
    ) {
        frames.append(SupplementaryFrame(kind: kind, name: name, frame: context.mirrored(frame)))
    }

    private mutating func step(_ height: Double, above field: Int) {
        self.height += height
        steps.append((field, self.height))
    }
}

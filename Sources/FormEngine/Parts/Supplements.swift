import FormModel
package import FormPlugin

/// What a page shows besides fields, with its place in the content: the headers of rows, and buttons.
package struct SupplementaryFrame: Sendable, Hashable {
    package var kind: Kind
    /// The group's name, for a row with the row's number behind it (`items_3`); empty for the buttons of a page.
    package var name: String
    /// In the coordinates of the content, which begins where the first field that is shown does, or what stands above it.
    package var frame: Frame

    /// Buttons are named as their labels are.
    package enum Kind: String, Sendable {
        case row, removeRow, addRow, previous, next, submit
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
        static let headerHeight = 32.0
        static let buttonHeight = 44.0
        static let removeWidth = 44.0
        /// Above and below the buttons of a page.
        static let pageGap = 8.0
    }

    init(page: Int, _ order: PageOrder, heights: Heights, _ context: FormContext) {
        let placement = order.placement
        let shown = order.fields(ofPage: page)
        let top = { heights.sum(of: shown.lowerBound..<$0) }
        for (group, rows) in zip(placement.groups, placement.rows) where group.stands(onPage: page, of: context.form) {
            var isShown = rows.isEmpty
            for (place, row) in rows.enumerated() {
                // A row without a visible field has no place in the form now.
                guard let field = group.fields(ofRow: place).first(where: { !order.fields[$0].isHidden }) else {
                    continue
                }
                isShown = true
                let canRemove = rows.count > group.definition.minimum
                addHeader(of: "\(group.definition.id)_\(row)", above: field, canRemove: canRemove, top(field), context)
            }
            if isShown, rows.count < group.definition.maximum {
                let end = group.fields.upperBound
                addAddButton(of: group.definition.id, above: end, top(end), context)
            }
        }
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
        of row: String,
        above field: Int,
        canRemove: Bool,
        _ top: Double,
        _ context: FormContext
    ) {
        let height = Metrics.headerHeight * context.traits.textScale
        let width = max(0, context.width - 2 * Metrics.margin)
        let button = canRemove ? min(Metrics.removeWidth, width) : 0
        let header = Frame(x: Metrics.margin, y: top + self.height, width: width - button, height: height)
        add(.row, row, header, context)
        if canRemove {
            add(.removeRow, row, Frame(x: header.x + header.width, y: header.y, width: button, height: height), context)
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

import FormModel
package import FormPlugin

/// An element of a page besides fields, with its frame in the content: the header of a section, a row or a table, or a
/// button.
package struct SupplementaryFrame: Sendable, Hashable {
    package var kind: Kind
    /// The name of the section, the group or the field; for a row followed by the row's number (`items_3`). Empty for
    /// the buttons of a page.
    package var name: String
    /// In the coordinates of the content, whose origin is the top of the page's first element.
    package var frame: Frame

    /// The names of buttons are those of their labels.
    package enum Kind: String, Sendable {
        case section, row, removeRow, addRow, previous, next, submit
        /// The header of a table; the fields of a section are its lines.
        case grid
        /// The frame of a field, in a form with elements beside one another.
        case field
    }
}

/// The layout of a page with elements besides fields, or with fields beside one another.
///
/// Forms, sections and rows are filled from top to bottom with lines of twelve columns. The span of a field, a section
/// or a group is the number of columns that it takes. An element that does not fit beside those before it starts a new
/// line. A line is as high as its highest element. Inside a section, the section's width is divided into twelve
/// columns.
struct PageLayout: Sendable {
    private(set) var frames: [SupplementaryFrame] = []
    /// The height of the page.
    private(set) var height = 0.0
    /// The upper edges of the visible fields, by field index.
    private var tops: [Int: Double] = [:]
    private var fieldFrames: [SupplementaryFrame] = []

    /// The area that is being filled.
    private struct Column {
        var x: Double
        var y: Double
        var width: Double
    }

    /// Lengths for a text scale of 1, in logical pixels.
    private enum Metrics {
        static let margin = 16.0
        static let rowHeight = 32.0
        static let sectionHeight = 40.0
        static let buttonHeight = 44.0
        static let removeWidth = 44.0
        /// The space above and below the buttons of a page.
        static let pageGap = 8.0
    }

    init(page: Int, _ order: PageOrder, _ context: FormContext) {
        let placement = order.placement
        let items = placement.outline.drop { !placement.pages.isEmpty && $0.page != page }
            .prefix { placement.pages.isEmpty || $0.page == page }
        height = fill(Column(x: 0, y: 0, width: context.width), with: items, isGrid: false, order, context)
        if !placement.pages.isEmpty {
            addPageButtons(
                hasPrevious: order.neighbour(of: page, forward: false) != nil,
                hasNext: order.neighbour(of: page, forward: true) != nil,
                context
            )
        }
        frames += fieldFrames
        fieldFrames = []
    }

    /// The upper edge of a field; `nil` if the field is not visible.
    func top(of field: Int) -> Double? { tops[field] }

    // MARK: Lines

    /// Lays out elements, with everything inside them, in a column.
    ///
    /// - Parameter isGrid: whether each element is a line of a table.
    /// - Returns: the height of the elements.
    private mutating func fill(
        _ column: Column,
        with items: ArraySlice<Outline.Item>,
        isGrid: Bool,
        _ order: PageOrder,
        _ context: FormContext
    ) -> Double {
        let columns = FormStructure.columns
        var line = column
        var lineHeight = 0.0
        var used = columns
        var rest = items
        while let item = rest.popFirst() {
            let inner = rest.prefix { $0.depth > item.depth }
            rest = rest.dropFirst(inner.count)
            guard shows(item, inner, order) else { continue }
            let span = isGrid || !context.hasColumns ? columns : item.span
            if used + span > columns {
                line.y = Self.rounded(line.y + lineHeight)
                lineHeight = 0
                used = 0
            }
            let box = Column(
                x: column.x + column.width * Double(used) / Double(columns),
                y: line.y,
                width: column.width * Double(span) / Double(columns)
            )
            lineHeight = max(lineHeight, add(item, inner, to: box, order, context))
            used += span
        }
        return Self.rounded(line.y + lineHeight) - column.y
    }

    /// Rounds to 1/1024 logical pixel, as `Heights` does: sums of scaled heights do not drift.
    private static func rounded(_ length: Double) -> Double { (length * 1024).rounded() / 1024 }

    /// Whether an element has a visible field, or a group without rows to which a row can be added.
    private func shows(_ item: Outline.Item, _ inner: ArraySlice<Outline.Item>, _ order: PageOrder) -> Bool {
        switch item.kind {
        case .review: return false
        case .field, .note, .end: return order.shows(item.fields.lowerBound)
        case .section, .group, .row:
            func waits(_ item: Outline.Item) -> Bool {
                item.kind == .group && item.fields.isEmpty && item.takesRow && order.hidden.shows(item.parts)
            }
            return item.fields.contains(where: order.shows) || waits(item) || inner.contains(where: waits)
        }
    }

    /// - Returns: the height of the element.
    private mutating func add(
        _ item: Outline.Item,
        _ inner: ArraySlice<Outline.Item>,
        to box: Column,
        _ order: PageOrder,
        _ context: FormContext
    ) -> Double {
        var content = box
        switch item.kind {
        case .field, .note, .end:
            let field = order.fields[item.fields.lowerBound]
            tops[field.index] = box.y
            if context.hasColumns {
                let frame = Frame(x: box.x, y: box.y, width: box.width, height: field.layout.height)
                fieldFrames.append(
                    SupplementaryFrame(kind: .field, name: field.id, frame: context.mirrored(frame))
                )
            }
            return field.layout.height
        case .section where item.fields.contains(where: order.shows):
            content.y += addHeader(.section, item.id, to: content, context)
            let isTable = item.isGrid && context.isWide && inner.contains { order.isLineOfGrid($0, in: item) }
            if isTable { content.y += addHeader(.grid, item.id, to: content, context) }
        case .row: content.y += addHeader(.row, item.id, to: content, canRemove: item.canGo, context)
        case .section, .group, .review: break
        }
        content.y += fill(content, with: inner, isGrid: item.isGrid, order, context)
        if item.kind == .group, item.takesRow {
            let height = Metrics.buttonHeight * context.traits.textScale
            add(.addRow, item.id, Self.withinMargins(content, height: height), context)
            content.y += height
        }
        return content.y - box.y
    }

    // MARK: Headers and buttons

    /// - Returns: the height of the header.
    private mutating func addHeader(
        _ kind: SupplementaryFrame.Kind,
        _ name: String,
        to column: Column,
        canRemove: Bool = false,
        _ context: FormContext
    ) -> Double {
        let height = (kind == .section ? Metrics.sectionHeight : Metrics.rowHeight) * context.traits.textScale
        var header = Self.withinMargins(column, height: height)
        let button = canRemove ? min(Metrics.removeWidth, header.width) : 0
        header.width -= button
        add(kind, name, header, context)
        if canRemove {
            let frame = Frame(x: header.x + header.width, y: header.y, width: button, height: height)
            add(.removeRow, name, frame, context)
        }
        return height
    }

    private static func withinMargins(_ column: Column, height: Double) -> Frame {
        let width = max(0, column.width - 2 * Metrics.margin)
        return Frame(x: column.x + Metrics.margin, y: column.y, width: width, height: height)
    }

    /// Adds the buttons of a page. Each has half of the width, even if the other is missing.
    private mutating func addPageButtons(hasPrevious: Bool, hasNext: Bool, _ context: FormContext) {
        let scale = context.traits.textScale
        let width = max(0, (context.width - 3 * Metrics.margin) / 2)
        var frame = Frame(
            x: Metrics.margin,
            y: height + Metrics.pageGap * scale,
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
}

extension PageOrder {
    /// Whether an element is a visible line of the table that a section is.
    fileprivate func isLineOfGrid(_ item: Outline.Item, in section: Outline.Item) -> Bool {
        guard item.kind == .field, item.depth == section.depth + 1, shows(item.fields.lowerBound) else { return false }
        if case .options(let input) = fields[item.fields.lowerBound].definition.input { return input.display == .grid }
        return false
    }
}

extension FormContext {
    /// The minimum width for columns and tables, in logical pixels. Narrower sessions have a single column.
    static let columnsWidth = 480.0

    /// Whether the session is wide enough for elements beside one another.
    var isWide: Bool { isLaidOut && width >= Self.columnsWidth }

    /// Whether elements are laid out beside one another.
    var hasColumns: Bool { placement.hasSpans && isWide }

    /// The context of a field that takes a share of the session's width.
    func column(of place: FieldPlace) -> FormContext {
        guard place.share < 1, hasColumns else { return self }
        var traits = traits
        traits.width *= place.share
        return with(traits: traits)
    }
}

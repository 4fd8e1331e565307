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
    let frames: [SupplementaryFrame]
    /// The height of the page.
    let height: Double
    /// The upper edges of the visible fields, by field index.
    private let tops: [Int: Double]

    init(page: Int, _ order: PageOrder, _ context: FormContext) {
        let placement = order.placement
        let items = placement.outline.drop { !placement.pages.isEmpty && $0.page != page }
            .prefix { placement.pages.isEmpty || $0.page == page }
        var filler = PageFiller(order: order, context: context)
        var height = filler.fill(PageFiller.Column(x: 0, y: 0, width: context.width), with: items, isGrid: false)
        if !placement.pages.isEmpty { height += filler.addButtons(of: page, at: height) }
        self.height = height
        frames = filler.frames + filler.fieldFrames
        tops = filler.tops
    }

    /// The upper edge of a field; `nil` if the field is not visible.
    func top(of field: Int) -> Double? { tops[field] }
}

/// Lays out the elements of a page one after the other.
private struct PageFiller {
    let order: PageOrder
    let context: FormContext
    private(set) var frames: [SupplementaryFrame] = []
    private(set) var fieldFrames: [SupplementaryFrame] = []
    /// The upper edges of the visible fields, by field index.
    private(set) var tops: [Int: Double] = [:]

    init(order: PageOrder, context: FormContext) {
        self.order = order
        self.context = context
    }

    /// The area that is being filled.
    struct Column {
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

    private var scale: Double { context.traits.textScale }

    // MARK: Lines

    /// Lays out elements, with everything inside them, in a column.
    ///
    /// - Parameter isGrid: whether each element is a line of a table.
    /// - Returns: the height of the elements.
    mutating func fill(_ column: Column, with items: ArraySlice<Outline.Item>, isGrid: Bool) -> Double {
        let columns = FormStructure.columns
        var line = column
        var lineHeight = 0.0
        var used = columns
        var rest = items
        while let item = rest.popFirst() {
            let inner = rest.prefix { $0.depth > item.depth }
            rest = rest.dropFirst(inner.count)
            guard shows(item, inner) else { continue }
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
            lineHeight = max(lineHeight, add(item, inner, to: box))
            used += span
        }
        return Self.rounded(line.y + lineHeight) - column.y
    }

    /// Rounds to 1/1024 logical pixel, as `FieldTable.height(of:)` does: sums of scaled heights do not drift.
    private static func rounded(_ length: Double) -> Double { (length * 1024).rounded() / 1024 }

    /// Whether an element has a visible field, or a group without rows to which a row can be added.
    private func shows(_ item: Outline.Item, _ inner: ArraySlice<Outline.Item>) -> Bool {
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
    private mutating func add(_ item: Outline.Item, _ inner: ArraySlice<Outline.Item>, to box: Column) -> Double {
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
            content.y += addHeader(.section, item.id, to: content)
            let isTable = item.isGrid && context.isWide && inner.contains { order.isLineOfGrid($0, in: item) }
            if isTable { content.y += addHeader(.grid, item.id, to: content) }
        case .row: content.y += addHeader(.row, item.id, to: content, canRemove: item.canGo)
        case .section, .group, .review: break
        }
        content.y += fill(content, with: inner, isGrid: item.isGrid)
        if item.kind == .group, item.takesRow {
            let height = Metrics.buttonHeight * scale
            add(.addRow, item.id, Self.withinMargins(content, height: height))
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
        canRemove: Bool = false
    ) -> Double {
        let height = (kind == .section ? Metrics.sectionHeight : Metrics.rowHeight) * scale
        var header = Self.withinMargins(column, height: height)
        let button = canRemove ? min(Metrics.removeWidth, header.width) : 0
        header.width -= button
        add(kind, name, header)
        if canRemove {
            add(.removeRow, name, Frame(x: header.x + header.width, y: header.y, width: button, height: height))
        }
        return height
    }

    private static func withinMargins(_ column: Column, height: Double) -> Frame {
        let width = max(0, column.width - 2 * Metrics.margin)
        return Frame(x: column.x + Metrics.margin, y: column.y, width: width, height: height)
    }

    /// Adds the buttons of a page. Each has half of the width, even if the other is missing.
    ///
    /// - Returns: the height of the buttons with the space around them.
    mutating func addButtons(of page: Int, at y: Double) -> Double {
        let width = max(0, (context.width - 3 * Metrics.margin) / 2)
        let height = Metrics.buttonHeight * scale
        var frame = Frame(x: Metrics.margin, y: y + Metrics.pageGap * scale, width: width, height: height)
        if order.neighbour(of: page, forward: false) != nil { add(.previous, "", frame) }
        frame.x += width + Metrics.margin
        add(order.neighbour(of: page, forward: true) != nil ? .next : .submit, "", frame)
        return (Metrics.buttonHeight + 2 * Metrics.pageGap) * scale
    }

    private mutating func add(_ kind: SupplementaryFrame.Kind, _ name: String, _ frame: Frame) {
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

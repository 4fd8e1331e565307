import FormModel
package import FormPlugin

/// What a page shows besides fields, with its place in the content: the headers of sections, rows and tables, and buttons.
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
        /// The header of the table that the fields of a section are the lines of.
        case grid
        /// A field, in a form whose elements stand beside one another.
        case field
    }
}

/// Where everything of a page stands, in a form that has more to show than fields below one another.
///
/// A form, a section and a row are filled from top to bottom with lines of twelve columns. A field, a section or a group takes
/// as many of them as its span says, and begins a line where it has no room beside what comes before it; a line is as high as
/// what is highest in it. What stands in a section divides the section's own width into twelve columns.
struct PageLayout: Sendable {
    private(set) var frames: [SupplementaryFrame] = []
    /// The height of all of it.
    private(set) var height = 0.0
    /// The upper edges of the fields that are shown, by their places.
    private var tops: [Int: Double] = [:]
    private var fieldFrames: [SupplementaryFrame] = []

    /// A part of the page that is being filled.
    private struct Column {
        var x: Double
        var y: Double
        var width: Double
    }

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

    /// The upper edge of a field; `nil` for one that is not shown.
    func top(of field: Int) -> Double? { tops[field] }

    // MARK: Lines

    /// Puts elements with all that stands in them into a column.
    ///
    /// - Parameter isGrid: whether each is a line of a table.
    /// - Returns: their height.
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

    /// Sums of heights that a text's scale has multiplied do not drift: 1/1024 logical pixel, as in `Heights`.
    private static func rounded(_ length: Double) -> Double { (length * 1024).rounded() / 1024 }

    /// Whether an element has a field to show, or a group without rows that takes one.
    private func shows(_ item: Outline.Item, _ inner: ArraySlice<Outline.Item>, _ order: PageOrder) -> Bool {
        switch item.kind {
        case .review: return false
        case .field, .note: return order.shows(item.fields.lowerBound)
        case .section, .group, .row:
            func waits(_ item: Outline.Item) -> Bool {
                item.kind == .group && item.fields.isEmpty && item.takesRow && order.hidden.shows(item.parts)
            }
            return item.fields.contains(where: order.shows) || waits(item) || inner.contains(where: waits)
        }
    }

    /// - Returns: the height that the element takes.
    private mutating func add(
        _ item: Outline.Item,
        _ inner: ArraySlice<Outline.Item>,
        to box: Column,
        _ order: PageOrder,
        _ context: FormContext
    ) -> Double {
        var content = box
        switch item.kind {
        case .field, .note:
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

    /// - Returns: the header's height.
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

    /// Each button has its half of the width, whether the other is there or not.
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
    /// Narrower sessions, in logical pixels, have one column and no tables.
    static let columnsWidth = 480.0

    /// Whether a session has the width for elements beside one another.
    var isWide: Bool { isLaidOut && width >= Self.columnsWidth }

    /// Whether elements stand beside one another.
    var hasColumns: Bool { placement.hasSpans && isWide }

    /// The context as a field meets it that has a share of the session's width.
    func column(of place: FieldPlace) -> FormContext {
        guard place.share < 1, hasColumns else { return self }
        var traits = traits
        traits.width *= place.share
        return with(traits: traits)
    }
}

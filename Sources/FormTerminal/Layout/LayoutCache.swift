package import FormClient
package import FormPresentation

/// The lines of a form's items that have not changed since they were laid out, so that a key in a large form costs only
/// what is on the screen. A cache belongs to one size of the screen, and is told of every change of the session.
package struct LayoutCache: Sendable {
    /// An item of the outline at its full height, and the lines of its focused element.
    struct Block: Sendable {
        var canvas: Canvas
        var focused: Range<Int>?
    }

    package internal(set) var outline: FormOutline?
    var labelColumn: Int?
    /// The blocks of the items, and their heights.
    private(set) var blocks: [Block] = []
    private(set) var heights: [Int] = []
    /// The index of the item with the focus; `nil` if none has it.
    private(set) var focused: Int?
    /// The index of each field's item.
    private var places: [String: Int] = [:]
    /// The items without fields, which are drawn each time.
    private var others: [Int] = []
    /// The items that have changed.
    private var stale: Set<Int> = []
    /// The number of items that were drawn since the beginning.
    package private(set) var drawnItems = 0

    package init() {}

    /// The properties of the session, and of a field, that determine which items there are and where they stand.
    private static let ofSession: Set = {
        let keys = SessionProperties.all
        return [
            keys.structure.name, keys.page.name, keys.pages.name, keys.groups.name, keys.labels.name, keys.locale.name,
            keys.direction.name,
        ]
    }()
    private static let ofField: Set = {
        let keys = FieldProperties.all
        return [
            keys.visible.name, keys.enabled.name, keys.focusable.name, keys.type.name, keys.input.name,
            keys.display.name, keys.multiple.name, keys.options.name, keys.optionCount.name, keys.computed.name,
            keys.label.name, keys.required.name,
        ]
    }()

    package mutating func forget() {
        (outline, labelColumn, focused) = (nil, nil, nil)
        (blocks, heights, places, others, stale) = ([], [], [:], [], [])
    }

    package mutating func take(_ update: SessionUpdate) {
        if !update.added.isEmpty || !update.removed.isEmpty { return forget() }
        for (field, properties) in update.changes {
            let decisive = field == nil ? Self.ofSession : Self.ofField
            if properties.contains(where: { decisive.contains($0.name) }) { return forget() }
            if let place = field.flatMap({ places[$0] }) { stale.insert(place) }
        }
    }

    /// Draws the items that have changed, and those that have or had the focus.
    ///
    /// - Parameter draw: draws an item; it is told whether nothing stands above it.
    mutating func update(_ items: [FormOutline.Item], focus: Control?, _ draw: (FormOutline.Item, Bool) -> Block) {
        if blocks.count != items.count { list(items) }
        stale.formUnion(others)
        let focusPlace = focus?.field.flatMap { places[$0] }
        if let focusPlace { stale.insert(focusPlace) }
        focused = nil
        for place in stale.sorted() {
            blocks[place] = draw(items[place], !heights[..<place].contains { $0 > 0 })
            heights[place] = blocks[place].canvas.height
            if blocks[place].focused != nil { focused = place }
        }
        drawnItems += stale.count
        // Next time it may be without the focus.
        stale = focusPlace.map { [$0] } ?? []
    }

    private mutating func list(_ items: [FormOutline.Item]) {
        blocks = Array(repeating: Block(canvas: Canvas(width: 0, .unordered)), count: items.count)
        heights = Array(repeating: 0, count: items.count)
        (places, others, stale) = ([:], [], Set(items.indices))
        for (place, item) in items.enumerated() {
            switch item {
            case .fields(let fields, _), .grid(let fields): for field in fields { places[field] = place }
            case .note(let note): places[note] = place
            default: others.append(place)
            }
        }
    }
}

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
    private var blocks: [String: Block] = [:]
    /// The first field of each item, by its other fields.
    private var owners: [String: String] = [:]
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
        outline = nil
        labelColumn = nil
        blocks = [:]
        owners = [:]
    }

    package mutating func take(_ update: SessionUpdate) {
        if !update.added.isEmpty || !update.removed.isEmpty { return forget() }
        for (field, properties) in update.changes {
            let decisive = field == nil ? Self.ofSession : Self.ofField
            if properties.contains(where: { decisive.contains($0.name) }) { return forget() }
            if let field { blocks[owners[field] ?? field] = nil }
        }
    }

    /// The block of an item, which is drawn if it has changed or has the focus.
    mutating func block(of item: FormOutline.Item, focus: Control?, _ draw: () -> Block) -> Block {
        let names: [String]
        switch item {
        case .fields(let fields, _), .grid(let fields): names = fields
        case .note(let note): names = [note]
        default: names = []
        }
        let first = names.first ?? ""
        let isFocused = focus?.field.map(names.contains) ?? false
        if !isFocused, let block = blocks[first] { return block }
        drawnItems += 1
        let block = draw()
        blocks[first] = names.isEmpty || isFocused ? nil : block
        for name in names.dropFirst() { owners[name] = first }
        return block
    }
}

import DBus
package import FormClient

/// The elements of the page that is shown, from top to bottom, and their focus order.
package struct FormOutline: Sendable {
    package enum Item: Sendable, Hashable {
        /// Fields beside one another if there is room, each with its width in columns of twelve.
        case fields([String], spans: [Int])
        case note(String)
        case section(title: String, depth: Int)
        /// A table of fields with the same options.
        case grid([String])
        case row(title: String, remove: Control?)
        case addRow(Control, title: String)
        case review(title: String)
        case buttons([Control])
    }

    package private(set) var items: [Item] = []
    /// Fields and buttons in the order of Tab.
    package private(set) var ring: [Control] = []
    package let page: Int
    package let pages: [FormPage]

    private let mirror: SessionMirror
    private let extraButtons: Range<Int>
    /// The fields of the page; `nil` if the form has no pages.
    private let pageFields: Set<String>?
    /// The kind and name of each element besides fields that the daemon reports for the page.
    private let frames: Set<[String]>
    /// The groups that contain the element that is being added, the outermost first.
    private var groups: [OpenGroup] = []

    private struct OpenGroup: Sendable {
        let name: String
        let label: String
        let depth: UInt32
        var rows = 0
        /// The button for removing the row that is being added.
        var remove: Control?
    }

    /// - Parameter extraButtons: the number of additional buttons of the program.
    package init(_ mirror: SessionMirror, extraButtons: Int = 0) {
        self.mirror = mirror
        self.extraButtons = 0..<max(extraButtons, 0)
        let keys = SessionProperties.all
        page = Int(mirror[keys.page, of: nil])
        pages = mirror[keys.pages, of: nil]
        pageFields = pages.isEmpty ? nil : pages.indices.contains(page) ? Set(pages[page].fields) : []
        frames = Set(
            (mirror["Frames", of: nil]?.elements ?? []).map { $0.members?.prefix(2).map { $0.string ?? "" } ?? [] }
        )
        addElements()
        addButtons()
    }

    package var isReview: Bool {
        items.contains { if case .review = $0 { true } else { false } }
    }

    /// The button that continues, below the page. Enter presses it behind the last field.
    package var proceeding: Control { page + 1 < pages.count ? .nextPage : .submit }

    // MARK: Elements

    private mutating func addElements() {
        let elements = mirror[SessionProperties.all.structure, of: nil]
        for element in elements where element.isVisible {
            while let group = groups.last, element.depth <= group.depth { closeGroup() }
            switch element.kind {
            case "field" where isOnPage(element.identifier): addField(element)
            case "note" where isOnPage(element.identifier): items.append(.note(element.identifier))
            case "section" where frames.contains(["section", element.identifier]):
                items.append(.section(title: element.title, depth: Int(element.depth)))
            case "group": open(element)
            case "row" where frames.contains(["row", element.identifier]): addRow(element)
            case "review" where pageFields?.isEmpty == true && isPage(ofReview: element, among: elements):
                items.append(.review(title: element.title))
            default: break
            }
        }
        while !groups.isEmpty { closeGroup() }
    }

    private func isOnPage(_ field: String) -> Bool { pageFields?.contains(field) ?? true }

    /// The reviews are in the structure in the order of their pages.
    private func isPage(ofReview element: FormElement, among elements: [FormElement]) -> Bool {
        let reviews = elements.filter { $0.kind == "review" }.map(\.identifier)
        let empty = pages.indices.filter { pages[$0].fields.isEmpty }
        guard reviews.count > 1 else { return true }
        return zip(reviews, empty.suffix(reviews.count)).contains { $0 == element.identifier && $1 == page }
    }

    private mutating func addField(_ element: FormElement) {
        let name = element.identifier
        let field = MirroredField(name, in: mirror)
        if field.takesFocus { ring.append(.field(name)) }
        if field.face == .grid {
            if case .grid(let names)? = items.last, let first = names.first,
                MirroredField(first, in: mirror).options == field.options
            {
                items[items.count - 1] = .grid(names + [name])
            } else {
                items.append(.grid([name]))
            }
            return
        }
        let span = min(max(Int(element.span), 1), 12)
        if span < 12, case .fields(let names, let spans)? = items.last, spans.reduce(span, +) <= 12 {
            items[items.count - 1] = .fields(names + [name], spans: spans + [span])
        } else {
            items.append(.fields([name], spans: [span]))
        }
    }

    // MARK: Rows

    private mutating func open(_ element: FormElement) {
        let group = mirror[SessionProperties.all.groups, of: nil].first { $0.name == element.identifier }
        groups.append(OpenGroup(name: element.identifier, label: group?.label ?? "", depth: element.depth))
    }

    private mutating func addRow(_ element: FormElement) {
        closeRow()
        var remove: Control?
        if let group = groups.last, frames.contains(["removeRow", element.identifier]),
            let row = UInt32(element.identifier.dropFirst(group.name.count + 1))
        {
            remove = .removeRow(group: group.name, row: row)
            groups[groups.count - 1].remove = remove
        }
        items.append(.row(title: title(ofRow: element), remove: remove))
    }

    /// Rows with the group's label as title get a number.
    private mutating func title(ofRow element: FormElement) -> String {
        guard let group = groups.last else { return element.title }
        groups[groups.count - 1].rows += 1
        return element.title == group.label ? "\(element.title) \(group.rows + 1)" : element.title
    }

    /// The focus reaches a row's button behind the row's fields.
    private mutating func closeRow() {
        guard let remove = groups.last?.remove else { return }
        groups[groups.count - 1].remove = nil
        ring.append(remove)
    }

    private mutating func closeGroup() {
        closeRow()
        let group = groups.removeLast()
        guard frames.contains(["addRow", group.name]) else { return }
        items.append(.addRow(.addRow(group: group.name), title: group.label))
        ring.append(.addRow(group: group.name))
    }

    // MARK: Buttons

    /// The button that continues comes first, because a user who has filled in a page rarely goes back.
    private mutating func addButtons() {
        var buttons = [proceeding]
        if page > 0, !pages.isEmpty { buttons.append(.previousPage) }
        buttons += extraButtons.map { .extra($0) } + [.cancel]
        items.append(.buttons(buttons))
        ring += buttons
    }
}

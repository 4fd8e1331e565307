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
        case answer(ReviewedAnswer)
        case buttons([Control])
    }

    package private(set) var items: [Item] = []
    /// Fields and buttons in the order of Tab.
    package private(set) var ring: [Control] = []
    package let page: Int
    package let pages: [FormPage]

    /// Empty once the outline is made: a copy that is kept would be copied at each change.
    private var mirror: SessionMirror
    private let review: [ReviewedAnswer]
    private let extraButtons: Range<Int>
    private let hiddenButtons: Set<Control>
    /// The groups that contain the element that is being added, the outermost first.
    private var groups: [OpenGroup] = []

    private struct OpenGroup: Sendable {
        let name: String
        let label: String
        let depth: UInt32
        let canAdd: Bool
        /// The button for removing the row that is being added.
        var remove: Control?
    }

    /// - Parameters:
    ///   - review: the answers, for a page with a review.
    ///   - extraButtons: the number of additional buttons of the program.
    ///   - hiddenButtons: the buttons that are not there.
    package init(
        _ mirror: SessionMirror,
        review: [ReviewedAnswer] = [],
        extraButtons: Int = 0,
        hiddenButtons: Set<Control> = []
    ) {
        self.hiddenButtons = hiddenButtons
        self.mirror = mirror
        self.review = review
        self.extraButtons = 0..<max(extraButtons, 0)
        let keys = SessionProperties.all
        page = Int(mirror[keys.page, of: nil])
        pages = mirror[keys.pages, of: nil]
        addElements()
        addButtons()
        self.mirror = SessionMirror()
    }

    package var isReview: Bool {
        items.contains { if case .review = $0 { true } else { false } }
    }

    /// The button that continues, below the page. Enter presses it behind the last field.
    package var proceeding: Control { page + 1 < pages.count ? .nextPage : .submit }

    // MARK: Elements

    private mutating func addElements() {
        let elements = mirror.structure
        for (index, element) in elements.enumerated() where element.isVisible {
            while let group = groups.last, element.depth <= group.depth { closeGroup() }
            switch element.kind {
            case "field" where isOnPage(element): addField(element)
            case "note" where isOnPage(element), "end" where isOnPage(element):
                items.append(.note(element.identifier))
            case "section" where isShown(index, of: elements):
                items.append(.section(title: element.title, depth: Int(element.depth)))
            case "group": open(element)
            case "row" where isShown(index, of: elements): addRow(element)
            case "review" where isOnPage(element):
                items.append(.review(title: element.title))
                addAnswers(elements)
            default: break
            }
        }
        while !groups.isEmpty { closeGroup() }
    }

    private func isOnPage(_ element: FormElement) -> Bool { pages.isEmpty || Int(element.page) == page }

    /// Whether a section or a row contains something that is shown on the page: a field, or a group to which a row can
    /// be added.
    private func isShown(_ index: Int, of elements: [FormElement]) -> Bool {
        elements[(index + 1)...].prefix { $0.depth > elements[index].depth }.contains { element in
            element.isVisible && isOnPage(element)
                && (["field", "note"].contains(element.kind) || element.kind == "group" && element.canAdd)
        }
    }

    /// Adds the answers of all pages, each behind the headings of its page, section and row.
    private mutating func addAnswers(_ elements: [FormElement]) {
        let answers = Dictionary(review.map { ($0.field, $0) }) { $1 }
        var headings: [(depth: Int, item: Item)] = []
        var titled: Int?
        for element in elements where element.isVisible {
            let depth = Int(element.depth)
            if element.kind == "field" {
                guard let answer = answers[element.identifier] else { continue }
                let page = Int(element.page)
                if page != titled, pages.indices.contains(page), !pages[page].title.isEmpty {
                    items.append(.section(title: pages[page].title, depth: 0))
                }
                titled = page
                items += headings.map(\.item) + [.answer(answer)]
                headings = []
                ring.append(.answer(element.identifier))
            } else if ["section", "group", "row"].contains(element.kind) {
                headings.removeAll { $0.depth >= depth }
                switch element.kind {
                case "section": headings.append((depth, .section(title: element.title, depth: depth)))
                case "row": headings.append((depth, .row(title: title(ofRow: element), remove: nil)))
                default: break
                }
            }
        }
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
        let canAdd = element.canAdd && isOnPage(element)
        groups.append(
            OpenGroup(name: element.identifier, label: element.title, depth: element.depth, canAdd: canAdd)
        )
    }

    private mutating func addRow(_ element: FormElement) {
        closeRow()
        var remove: Control?
        if let group = groups.last, element.canRemove,
            let row = UInt32(element.identifier.dropFirst(group.name.count + 1))
        {
            remove = .removeRow(group: group.name, row: row)
            groups[groups.count - 1].remove = remove
        }
        items.append(.row(title: title(ofRow: element), remove: remove))
    }

    /// Rows with the group's label as title get a number.
    private func title(ofRow element: FormElement) -> String {
        for group in mirror.groups where group.label == element.title {
            guard element.identifier.hasPrefix(group.name + "_"),
                let row = UInt32(element.identifier.dropFirst(group.name.count + 1)),
                let place = group.rows.firstIndex(of: row)
            else { continue }
            return "\(element.title) \(place + 1)"
        }
        return element.title
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
        guard group.canAdd else { return }
        items.append(.addRow(.addRow(group: group.name), title: group.label))
        ring.append(.addRow(group: group.name))
    }

    // MARK: Buttons

    /// The button that continues comes first, because a user who has filled in a page rarely goes back.
    private mutating func addButtons() {
        var buttons = [proceeding]
        if page > 0, !pages.isEmpty { buttons.append(.previousPage) }
        buttons += extraButtons.map { .extra($0) } + [.cancel]
        buttons.removeAll(where: hiddenButtons.contains)
        items.append(.buttons(buttons))
        ring += buttons
    }
}

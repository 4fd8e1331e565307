import TextEditing

/// The state of a session besides its fields and its context. A transaction keeps a copy, to compare with and to go
/// back to.
struct SessionState: Sendable {
    var history = History()
    var rowNumbers = RowNumbers()
    /// The index of the focused field.
    var focus: Int?
    /// The field to scroll to while no field has the focus: one in which a submission found an error.
    var scrollTarget: Int?
    var viewport = Viewport()
    var isSubmitted = false
    /// How often the form was submitted since the session was opened.
    var submissions: UInt64 = 0
    /// Whether the session was restored after a restart of the daemon, and has not been edited since.
    var isRestored = false
    /// The times at which the session was opened and last submitted, in seconds since 1970; `nil` if the caller has no
    /// clock.
    var opened: Int?
    var submitted: Int?
    /// The elements that conditions hide; `nil` if there are none.
    var hidden: Boxed<HiddenElements>?
    /// The titles that show answers, filled in; `nil` if there are none.
    var titles: Boxed<[Placement.Title.Owner: String]>?
    var refusals = LastRefusals()
    /// The page that is shown, counted from 0.
    var page = 0
    /// Whether there is a next and a previous field for the focus.
    var hasNext = false
    var hasPrevious = false
    var tally = Tally()
    /// The height of the shown page or form, in logical pixels.
    var contentHeight = 0.0
    /// The layout of the page; `nil` for fields one below the other, and without a layout.
    var pageLayout: Boxed<PageLayout>?
    /// The form's revision when a property of the session was last announced; 0 if none was.
    var revision: UInt64 = 0
}

/// The hidden fields, and the hidden pages, sections and groups with a condition.
struct HiddenElements: Sendable, Hashable {
    var fields: Set<Int> = []
    /// Indices in the placement's `parts`.
    var parts: Set<Int> = []

    var isEmpty: Bool { fields.isEmpty && parts.isEmpty }
}

extension HiddenElements? {
    /// Whether none of these parts is hidden.
    func shows(_ parts: some Sequence<Int>) -> Bool {
        guard let hidden = self else { return true }
        return !parts.contains(where: hidden.parts.contains)
    }

    func shows(field: Int) -> Bool { self?.fields.contains(field) != true }
}

extension SessionState {
    /// Replaces the old field indices by the new ones. A field that was removed becomes `nil`.
    mutating func move(from old: Placement, to new: Placement) {
        func moved(_ index: Int?) -> Int? { index.flatMap { new.indices[old.fields[$0].id] } }
        focus = moved(focus)
        scrollTarget = moved(scrollTarget)
    }

    /// Records whether a condition hides an element.
    mutating func hide(_ path: WritableKeyPath<HiddenElements, Set<Int>>, _ index: Int, _ isHidden: Bool) {
        var elements = hidden?.value ?? HiddenElements()
        if isHidden {
            elements[keyPath: path].insert(index)
        } else {
            elements[keyPath: path].remove(index)
        }
        keep(elements)
    }

    /// Records all hidden fields.
    mutating func hide(onlyFields fields: Set<Int>) {
        var elements = hidden?.value ?? HiddenElements()
        elements.fields = fields
        keep(elements)
    }

    private mutating func keep(_ elements: HiddenElements) {
        guard elements != hidden?.value ?? HiddenElements() else { return }
        hidden = elements.isEmpty ? nil : Boxed(elements)
    }
}

/// The numbers of fields that keep the form from being submitted.
struct Tally: Sendable, Equatable {
    /// Fields that show an error.
    var errors = 0
    /// Fields that would fail a validation.
    var incomplete = 0

    mutating func add(_ field: FormField) { count(field, 1) }
    mutating func remove(_ field: FormField) { count(field, -1) }

    private mutating func count(_ field: FormField, _ share: Int) {
        if field.hasError, !field.isHidden { errors += share }
        if field.isJudged, !field.flags.contains(.passes) { incomplete += share }
    }
}

/// The characters of the session's last edit that were refused, in order; empty for a secret.
struct LastRefusals: Sendable {
    private(set) var field = 0
    private(set) var list: [Refusal] = []

    mutating func record(_ refusals: [Refusal], in field: FormField) {
        guard !refusals.isEmpty, !field.isSecret else { return }
        self.field = field.index
        list = Array(refusals.prefix(Refusal.maximumCount))
    }

    mutating func forget() {
        if !list.isEmpty { list = [] }
    }
}

/// The aspects of a session that its properties are derived from; see `FieldAspects`.
package struct SessionAspects: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    static let focus = Self(rawValue: 1 << 0)
    static let submission = Self(rawValue: 1 << 1)
    static let errors = Self(rawValue: 1 << 2)
    static let incomplete = Self(rawValue: 1 << 3)
    static let page = Self(rawValue: 1 << 4)
    /// Whether there is a next and a previous field for the focus.
    static let reach = Self(rawValue: 1 << 5)
    static let height = Self(rawValue: 1 << 6)
    static let scroll = Self(rawValue: 1 << 7)
    static let history = Self(rawValue: 1 << 8)
    static let language = Self(rawValue: 1 << 9)
    static let traits = Self(rawValue: 1 << 10)
    static let rows = Self(rawValue: 1 << 11)
    /// The property `Revision`, which changes with any other property.
    static let revision = Self(rawValue: 1 << 12)
    /// The elements that conditions hide.
    static let hidden = Self(rawValue: 1 << 13)
    /// Titles that show answers.
    static let titles = Self(rawValue: 1 << 14)
    /// The frames of headers and buttons.
    static let frames = Self(rawValue: 1 << 15)
    static let restored = Self(rawValue: 1 << 16)
}

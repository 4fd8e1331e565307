/// What a form keeps besides its fields and its context. Small, so that a transaction can keep a copy to compare with.
struct SessionState: Sendable {
    /// The field that has the focus.
    var focus: Int?
    /// What the viewport follows while no field has the focus: one that a submission found wrong.
    var scrollTarget: Int?
    var viewport = Viewport()
    var isSubmitted = false
    /// Whether the session came back after the daemon had ended, and nobody has edited it since.
    var isRestored = false
    /// When the session was opened and when it was last submitted, in seconds since 1970; `nil` where nobody told.
    var opened: Int?
    var submitted: Int?
    /// What conditions hide; `nil` while they hide nothing.
    var hidden: Boxed<HiddenElements>?
    /// The titles that show answers, as they are now; `nil` if there are none.
    var titles: Boxed<[Placement.Title.Owner: String]>?
    var refusals = LastRefusals()
    /// From 0.
    var page = 0
    /// Whether the focus could go on from where it is, and back.
    var hasNext = false
    var hasPrevious = false
    var tally = Tally()
    /// Of what is shown, in logical pixels.
    var contentHeight = 0.0
    /// Where everything stands; `nil` for a form of fields below one another, and without a layout.
    var pageLayout: Boxed<PageLayout>?
    /// The form's revision when a property of the session was last announced; 0 if none was.
    var revision: UInt64 = 0
}

/// The fields, and the pages, sections and groups with a condition, that are not visible.
struct HiddenElements: Sendable, Hashable {
    var fields: Set<Int> = []
    /// By their places in the placement's `parts`.
    var parts: Set<Int> = []

    var isEmpty: Bool { fields.isEmpty && parts.isEmpty }
}

extension HiddenElements? {
    /// Whether none of the parts around an element is hidden.
    func shows(_ parts: some Sequence<Int>) -> Bool {
        guard let hidden = self else { return true }
        return !parts.contains(where: hidden.parts.contains)
    }

    func shows(field: Int) -> Bool { self?.fields.contains(field) != true }
}

extension SessionState {
    /// Notes whether a condition hides something.
    mutating func hide(_ path: WritableKeyPath<HiddenElements, Set<Int>>, _ place: Int, _ isHidden: Bool) {
        var elements = hidden?.value ?? HiddenElements()
        if isHidden {
            elements[keyPath: path].insert(place)
        } else {
            elements[keyPath: path].remove(place)
        }
        keep(elements)
    }

    /// Notes which fields are hidden, where all of them are counted anew.
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

/// How many fields stand in the form's way.
struct Tally: Sendable, Equatable {
    /// Fields that show an error.
    var errors = 0
    /// Fields that would not pass a validation.
    var incomplete = 0

    mutating func add(_ field: FormField) { count(field, 1) }
    mutating func remove(_ field: FormField) { count(field, -1) }

    private mutating func count(_ field: FormField, _ share: Int) {
        if field.hasError, !field.isHidden { errors += share }
        if field.isJudged, !field.flags.contains(.passes) { incomplete += share }
    }
}

/// What the last edit of a session was refused, in the order in which it was met. Of a secret nothing is kept.
struct LastRefusals: Sendable {
    private(set) var field = 0
    private(set) var list: [Refusal] = []

    mutating func note(_ refusals: [Refusal], in field: FormField) {
        guard !refusals.isEmpty, !field.isSecret else { return }
        self.field = field.index
        list = Array(refusals.prefix(Refusal.maximumCount))
    }

    mutating func forget() {
        if !list.isEmpty { list = [] }
    }
}

/// The parts of a session that its properties are derived from; see `FieldParts`.
package struct SessionParts: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    static let focus = Self(rawValue: 1 << 0)
    static let submission = Self(rawValue: 1 << 1)
    static let errors = Self(rawValue: 1 << 2)
    static let incomplete = Self(rawValue: 1 << 3)
    static let page = Self(rawValue: 1 << 4)
    /// Where the focus could go.
    static let reach = Self(rawValue: 1 << 5)
    static let height = Self(rawValue: 1 << 6)
    static let scroll = Self(rawValue: 1 << 7)
    static let history = Self(rawValue: 1 << 8)
    static let language = Self(rawValue: 1 << 9)
    static let traits = Self(rawValue: 1 << 10)
    static let rows = Self(rawValue: 1 << 11)
    /// Whether any property is announced.
    static let revision = Self(rawValue: 1 << 12)
    /// What conditions hide.
    static let hidden = Self(rawValue: 1 << 13)
    /// Titles that show answers.
    static let titles = Self(rawValue: 1 << 14)
    /// The frames of headers and buttons.
    static let frames = Self(rawValue: 1 << 15)
    static let restored = Self(rawValue: 1 << 16)
}

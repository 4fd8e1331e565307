import FormModel

/// What a form keeps besides its fields. Small, so that a transaction can keep a copy to compare with.
struct SessionState: Sendable {
    var locale: String
    var width: Double
    /// Where the user is. Bounds of dates may move with it.
    var today: CalendarDay
    var focus: Int?
    /// What the viewport follows while nothing has the focus: a field that a submission found wrong.
    var scrollTarget: Int?
    var viewportHeight = 0.0
    var keyboardInset = 0.0
    var scrollOffset = 0.0
    var isSubmitted = false
    var refusals = LastRefusals()
    var page = 0
    /// Whether the focus could go on from where it is, and back.
    var hasNext = false
    var hasPrevious = false
    /// Fields that show an error.
    var errorCount = 0
    /// Fields that would not pass a validation.
    var incompleteCount = 0
    /// The sum of the fields' heights in units of 1/1024 logical pixel: sums of integers do not drift.
    var heightUnits: Int64 = 0

    static func units(_ height: Double) -> Int64 {
        Int64(exactly: (height * 1024).rounded()) ?? 0
    }

    var contentHeight: Double { Double(heightUnits) / 1024 }
}

extension SessionState {
    /// What one field adds to the session's counts.
    struct Share {
        var errors = 0
        var incomplete = 0
        var height = 0.0

        static let none = Share()

        private init() {}

        /// - Parameter isShown: whether the field is on the page that is shown.
        @inline(__always)
        init(of field: FieldStorage, isShown: Bool = true) {
            if field.hasError, !field.isHidden { errors = 1 }
            if field.isJudged, !field.flags.contains(.passes) { incomplete = 1 }
            if isShown { height = field.height }
        }
    }

    mutating func replace(_ old: Share, with new: Share) {
        errorCount += new.errors - old.errors
        incompleteCount += new.incomplete - old.incomplete
        if new.height != old.height { heightUnits += Self.units(new.height) - Self.units(old.height) }
    }
}

/// The yes-or-no part of a field's state, and what one transaction notes about it.
struct FieldFlags: OptionSet, Sendable, Hashable {
    let rawValue: UInt32

    static let disabled = Self(rawValue: 1 << 0)
    static let focused = Self(rawValue: 1 << 1)
    static let error = Self(rawValue: 1 << 2)
    static let touched = Self(rawValue: 1 << 3)
    /// A user entered something, ever: what `visibleAfterFirstEntry` waits for.
    static let entered = Self(rawValue: 1 << 4)
    static let modified = Self(rawValue: 1 << 5)
    static let secure = Self(rawValue: 1 << 6)
    static let secret = Self(rawValue: 1 << 7)
    /// The text went past the formatter.
    static let verbatim = Self(rawValue: 1 << 8)
    /// The formatter has all that it needs.
    static let complete = Self(rawValue: 1 << 9)
    /// The field would pass a validation now.
    static let passes = Self(rawValue: 1 << 10)
    /// The field lost the focus since it was last typed in.
    static let left = Self(rawValue: 1 << 11)
    /// Every byte of the text is a cluster of its own: ASCII without carriage returns.
    static let simple = Self(rawValue: 1 << 12)
    static let hintVisible = Self(rawValue: 1 << 13)
    /// The message that is shown is a judge's, so that it can be said in another language.
    static let judged = Self(rawValue: 1 << 14)
    /// More typing could still make the formatter's text complete.
    static let possible = Self(rawValue: 1 << 29)
    /// A condition says that the field is not to be seen.
    static let hidden = Self(rawValue: 1 << 15)
    /// The application disabled it. With either of this and the next the field is disabled.
    static let off = Self(rawValue: 1 << 16)
    /// A condition disabled it.
    static let blocked = Self(rawValue: 1 << 17)
    /// A condition makes it required.
    static let demanded = Self(rawValue: 1 << 18)
    /// The message that is shown is a warning. Never together with `error`.
    static let warning = Self(rawValue: 1 << 19)
    /// A verdict is awaited.
    static let pending = Self(rawValue: 1 << 28)
    /// The application does not let the focus in.
    static let vetoed = Self(rawValue: 1 << 30)

    /// The verdict that is awaited will be shown: the field was validated, not only looked at.
    static let pendingIsShown = Self(rawValue: 1 << 31)

    // For the length of one transaction.
    static let saved = Self(rawValue: 1 << 20)
    static let textDirty = Self(rawValue: 1 << 21)
    static let verdictDirty = Self(rawValue: 1 << 22)
    /// The shown hint may have become another one.
    static let hintDirty = Self(rawValue: 1 << 23)
    static let returnPressed = Self(rawValue: 1 << 24)
    static let actionPressed = Self(rawValue: 1 << 25)
    static let validationFailed = Self(rawValue: 1 << 26)
    static let overridesDirty = Self(rawValue: 1 << 27)

    static let transient: Self = [
        .saved, .textDirty, .verdictDirty, .hintDirty, .returnPressed, .actionPressed, .validationFailed,
        .overridesDirty,
    ]

    /// What belongs to the message that is shown.
    static let messageFlags: Self = [.error, .judged, .warning]

    /// What an undo brings back along with the text.
    static let undoable: Self = [
        .error, .touched, .entered, .modified, .verbatim, .complete, .simple, .judged, .warning,
    ]
}

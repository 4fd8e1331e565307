/// The yes-or-no part of a field's state.
struct FieldFlags: OptionSet, Sendable, Hashable {
    let rawValue: UInt32

    static let disabled = Self(rawValue: 1 << 0)
    static let focused = Self(rawValue: 1 << 1)
    /// The field has been validated or edited: an empty one may show an error.
    static let touched = Self(rawValue: 1 << 2)
    /// A user has entered something, ever: what the reveal behaviour `visibleAfterFirstEntry` waits for.
    static let entered = Self(rawValue: 1 << 3)
    static let modified = Self(rawValue: 1 << 4)
    /// Bullets are shown.
    static let secure = Self(rawValue: 1 << 5)
    /// The text is shown to nobody, nor kept in the history.
    static let secret = Self(rawValue: 1 << 6)
    /// A program's text went past the formatter.
    static let verbatim = Self(rawValue: 1 << 7)
    /// The formatter has all that it needs.
    static let complete = Self(rawValue: 1 << 8)
    /// More typing could still make the formatter's text complete.
    static let possible = Self(rawValue: 1 << 9)
    /// The field would pass a validation now.
    static let passes = Self(rawValue: 1 << 10)
    /// The field lost the focus since it was last typed in.
    static let left = Self(rawValue: 1 << 11)
    static let hintVisible = Self(rawValue: 1 << 12)
    /// A condition says that the field is not to be seen.
    static let hidden = Self(rawValue: 1 << 13)
    /// The application disabled the field. With either of this and `blocked` the field is disabled.
    static let off = Self(rawValue: 1 << 14)
    /// A condition disabled the field.
    static let blocked = Self(rawValue: 1 << 15)
    /// A condition makes the field required.
    static let demanded = Self(rawValue: 1 << 16)
    /// A plug-in's verdict is awaited.
    static let pending = Self(rawValue: 1 << 17)
    /// The verdict that is awaited will be shown: the field was validated, not only looked at.
    static let pendingIsShown = Self(rawValue: 1 << 18)
    /// The application does not let the focus in.
    static let vetoed = Self(rawValue: 1 << 19)

    /// The field is a note, which is only read.
    static let note = Self(rawValue: 1 << 20)

    /// What an undo brings back along with the text.
    static let undoable: Self = [.touched, .entered, .modified, .verbatim, .complete]
}

/// The parts of a field's state that its properties are derived from. A part that was written in a transaction is *dirty*;
/// the transaction's end brings up to date, compares and announces what depends on dirty parts, and nothing else.
///
/// The lower half has a bit for each flag, the upper half one for each other part.
package struct FieldParts: OptionSet, Sendable, Hashable {
    package let rawValue: UInt64

    private static func other(_ bit: UInt64) -> Self { Self(rawValue: 1 << (32 + bit)) }

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    @inline(__always)
    init(_ flags: FieldFlags) {
        rawValue = UInt64(flags.rawValue)
    }

    static let text = other(0)
    /// Whether there is a text, or a composition.
    static let emptiness = other(1)
    /// Whether the button at the right end is seen.
    static let button = other(2)
    static let selection = other(3)
    /// What the formatter makes of the text.
    static let value = other(4)
    static let tail = other(5)
    static let choice = other(6)
    static let lastEdit = other(7)
    /// The error or the warning that is shown.
    static let message = other(8)
    /// Lines and heights.
    static let layout = other(9)
    static let formatter = other(10)
    /// What the session changed about the definition.
    static let overrides = other(11)
    /// The definition's looks, by `Configure`.
    static let configuration = other(12)
    /// What plug-ins made of placeholders.
    static let placeholders = other(13)
    // What belongs to the session.
    static let language = other(14)
    static let traits = other(15)
    static let today = other(16)
    /// Which fields stand beside this one.
    static let place = other(17)
    /// Whether any property is announced.
    static let revision = other(18)
    static let composition = other(19)
    /// Label, hint and note, where they have styles or show answers.
    static let texts = other(20)
    /// The brands of payment cards that the text may be of, in a field with the rule `creditCard`.
    static let cardBrands = other(21)

    static let disabled = Self(.disabled)
    static let focused = Self(.focused)
    static let secret = Self(.secret)

    /// What heights follow besides the texts, which change the layout.
    static let heights: Self = [.layout, .overrides, .configuration, .traits]

    /// What the lines of every text follow besides the text itself.
    private static let lines: Self = [.language, .traits, .overrides, .configuration, .texts, Self(.hidden)]
    /// What the lines of the hint follow: the error or the warning stands there, and the state decides whether it is seen.
    static let hintLayout = lines.union(.state)
    static let textLayout = lines.union([.text, .secret, .composition])

    /// What looks follow: the container state is derived from these.
    static let state: Self = [.disabled, .focused, .message]
}

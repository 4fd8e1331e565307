/// The Boolean aspects of a field's state.
struct FieldFlags: OptionSet, Sendable, Hashable {
    let rawValue: UInt32

    static let disabled = Self(rawValue: 1 << 0)
    static let focused = Self(rawValue: 1 << 1)
    /// The field has been validated or edited: an empty one may show an error.
    static let touched = Self(rawValue: 1 << 2)
    /// A user has edited the field at least once; the reveal behaviour `visibleAfterFirstEntry` waits for that.
    static let entered = Self(rawValue: 1 << 3)
    static let modified = Self(rawValue: 1 << 4)
    /// The field shows bullets.
    static let secure = Self(rawValue: 1 << 5)
    /// The text is neither published nor kept in the history.
    static let secret = Self(rawValue: 1 << 6)
    /// A program set the text without formatting it.
    static let verbatim = Self(rawValue: 1 << 7)
    /// The text has everything that the formatter demands.
    static let complete = Self(rawValue: 1 << 8)
    /// More typing could still make the formatter's text complete.
    static let possible = Self(rawValue: 1 << 9)
    /// A validation now would succeed.
    static let passes = Self(rawValue: 1 << 10)
    /// The field lost the focus after it was last edited.
    static let left = Self(rawValue: 1 << 11)
    static let hintVisible = Self(rawValue: 1 << 12)
    /// A condition hides the field.
    static let hidden = Self(rawValue: 1 << 13)
    /// The application disabled the field. The flag `disabled` is set if this flag or the next one is.
    static let disabledByProgram = Self(rawValue: 1 << 14)
    /// A condition disabled the field.
    static let disabledByCondition = Self(rawValue: 1 << 15)
    /// A condition makes the field required.
    static let demanded = Self(rawValue: 1 << 16)
    /// A plug-in has not given its verdict yet.
    static let pending = Self(rawValue: 1 << 17)
    /// The missing verdict will be shown, because it comes from a validation.
    static let pendingIsShown = Self(rawValue: 1 << 18)
    /// The application set `Focusable` to false.
    static let vetoed = Self(rawValue: 1 << 19)

    /// The field is a note, which users only read.
    static let note = Self(rawValue: 1 << 20)

    /// The flags that an undo restores together with the text.
    static let undoable: Self = [.touched, .entered, .modified, .verbatim, .complete]
}

/// The aspects of a field's state that its properties depend on. An aspect that was written in a transaction is
/// *dirty*. The end of the transaction updates, compares and announces only what depends on dirty aspects.
///
/// The lower 32 bits are the flags, the upper 32 bits the other aspects.
package struct FieldAspects: OptionSet, Sendable, Hashable {
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
    /// Whether the button at the right end is shown.
    static let button = other(2)
    static let selection = other(3)
    /// The unformatted value that the formatter derived from the text.
    static let value = other(4)
    static let tail = other(5)
    static let choice = other(6)
    static let lastEdit = other(7)
    /// The error or the warning that is shown.
    static let message = other(8)
    /// Numbers of lines, and heights.
    static let layout = other(9)
    static let formatter = other(10)
    /// Properties that replace those of the definition in this session.
    static let overrides = other(11)
    /// The definition's style and texts, which `Configure` replaces.
    static let configuration = other(12)
    /// The plug-ins' answers for placeholders.
    static let placeholders = other(13)
    // The aspects that belong to the session.
    static let language = other(14)
    static let traits = other(15)
    static let today = other(16)
    /// The field's place in the form, with its neighbours.
    static let place = other(17)
    /// The property `Revision`, which changes with any other property.
    static let revision = other(18)
    static let composition = other(19)
    /// Label, hint and note, if they have styles or show answers.
    static let texts = other(20)
    /// The brands of payment cards that the text may be of, in a field with the rule `creditCard`.
    static let cardBrands = other(21)

    static let disabled = Self(.disabled)
    static let focused = Self(.focused)
    static let secret = Self(.secret)

    /// The aspects that heights depend on, besides texts, which change the layout.
    static let heights: Self = [.layout, .overrides, .configuration, .traits]

    /// The aspects that every text's line count depends on, besides the text itself.
    private static let lines: Self = [.language, .traits, .overrides, .configuration, .texts, Self(.hidden)]
    /// The aspects that the hint's line count depends on: errors and warnings replace the hint, and the state decides
    /// whether it is visible.
    static let hintLayout = lines.union(.state)
    static let textLayout = lines.union([.text, .secret, .composition])

    /// The aspects that the container state depends on.
    static let state: Self = [.disabled, .focused, .message]
}

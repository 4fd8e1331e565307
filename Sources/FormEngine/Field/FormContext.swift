import FormModel
import Languages
import TextEditing

/// What all fields of a session share: language, layout traits, date, and the fields that exist. It is immutable: a
/// change of the language makes a new context.
final class FormContext: Sendable {
    /// A BCP 47 tag.
    let locale: String
    /// Whether the language is written from right to left.
    let isRightToLeft: Bool
    let traits: LayoutTraits
    /// The date in the user's time zone. Bounds of dates may be relative to it.
    let today: CalendarDay
    let form: CompiledForm
    let placement: Placement
    /// The names of the fields whose texts in the session's draft could not be applied.
    let leftOut: [String]

    /// - Parameter isRightToLeft: `nil` to derive it from the language.
    init(
        locale: String,
        isRightToLeft: Bool? = nil,
        traits: LayoutTraits,
        today: CalendarDay,
        form: CompiledForm,
        placement: Placement,
        leftOut: [String] = []
    ) {
        self.locale = locale
        self.isRightToLeft = isRightToLeft ?? form.types.symbols.isRightToLeft(locale: locale)
        self.traits = traits
        self.today = today
        self.form = form
        self.placement = placement
        self.leftOut = leftOut
    }

    func with(
        locale: String? = nil,
        traits: LayoutTraits? = nil,
        today: CalendarDay? = nil,
        placement: Placement? = nil,
        leftOut: [String]? = nil
    ) -> FormContext {
        FormContext(
            locale: locale ?? self.locale,
            isRightToLeft: locale == nil ? isRightToLeft : nil,
            traits: traits ?? self.traits,
            today: today ?? self.today,
            form: form,
            placement: placement ?? self.placement,
            leftOut: leftOut ?? self.leftOut
        )
    }

    /// The session's width in logical pixels.
    var width: Double { traits.width }

    /// A button's label in the session's language: the form's own, otherwise formd's.
    func text(_ label: ButtonLabel) -> String {
        text(label.message, own: form.definition.labels[label.message])
    }

    /// The words of a text in the session's language. A full stop between letters and `@` separate words, as in other
    /// programs, so that the parts of an address are words.
    func words(in text: String) -> [Range<String.Index>] {
        form.types.symbols.words(in: text, locale: locale).flatMap { word in
            let parts = text[word].split { $0 == "." || $0 == "@" }
            let words = parts.contains { $0.allSatisfy(\.isNumber) } ? [text[word]] : parts
            // A dictionary may place a boundary inside a grapheme cluster.
            return words.map { text.roundedDown($0.startIndex)..<text.roundedUp($0.endIndex) }
        }
    }

    /// A message in the session's language: `own`, otherwise the form's, otherwise formd's.
    func text(_ message: DefaultMessage, own: LocalizedText? = nil) -> String {
        form.types.messages.text(message, in: locale, own: own ?? form.definition.messages[message])
    }
}

extension FormContext {
    /// Checks that a text is a BCP 47 tag, and returns it. Throws `invalidArgument`.
    static func checkedLocale(_ locale: String) throws(FormError) -> String {
        let isTag = locale.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
                || byte >= 0x30 && byte <= 0x39
        }
        guard isTag, (1...63).contains(locale.utf8.count) else {
            throw FormError(.invalidArgument, "\"\(locale.prefix(64))\" is not a BCP 47 tag of 1 to 63 characters")
        }
        return locale
    }
}

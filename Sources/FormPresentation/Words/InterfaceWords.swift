import FormMessages

/// The screen's own texts, in one language. The form's texts and the labels of its buttons come from the daemon.
package struct InterfaceWords: Sendable, Hashable {
    /// The title of the help, and the label beside F1.
    package let keys: String
    /// The name of the space bar.
    package let spaceKey: String

    // The descriptions of keys in the help.
    package let neighbours, proceeds, submits, cancels, chooses, opens, arrows, byWord, selects, lineEnds,
        deletes: String
    package let clipboard, history, secrets, pages, redraws: String

    // The question whether to discard the input.
    package let leaveQuestion, leave, stay: String

    /// The unit of PgUp and PgDn in a calendar.
    package let month: String
    /// Shown if no option matches.
    package let nothingFound: String
    /// Shown behind a refused character: it is not allowed there, or the field is full.
    package let notTaken, noRoom: String
    package let unreachable: String
    /// Followed by names of fields.
    package let restarted: String

    /// The languages of the daemon's messages.
    package static let languages: [String: InterfaceWords] = [
        "ar": arabic, "de": german, "en": english, "es": spanish, "fr": french, "he": hebrew, "it": italian,
        "ja": japanese, "pl": polish, "pt": portuguese, "ru": russian, "tr": turkish, "zh-Hans": simplifiedChinese,
        "zh-Hant": traditionalChinese,
    ]

    /// The texts in the language in which the daemon speaks to users with this locale.
    package static func nearest(to locale: String) -> InterfaceWords {
        languages[MessageCatalogue.nearest(to: locale).language] ?? english
    }
}

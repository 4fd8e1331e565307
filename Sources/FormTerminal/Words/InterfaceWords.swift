import FormMessages

/// What the screen says by itself, in one language. What the form says, and the words on its buttons, come from the daemon.
package struct InterfaceWords: Sendable, Hashable {
    /// The help's title, and the word beside F1.
    let keys: String
    /// The name of the space bar.
    let spaceKey: String

    // What keys do, as the help says it.
    let neighbours, proceeds, submits, cancels, chooses, opens, arrows, byWord, selects, lineEnds, deletes: String
    let clipboard, history, secrets, pages, redraws: String

    // Whether to throw away what was filled in.
    let leaveQuestion, leave, stay: String

    /// What PgUp and PgDn go by in a calendar.
    let month: String
    /// No option matches.
    let nothingFound: String
    /// Why a typed character was refused: it cannot stand there, or the field is full. The character is shown in front.
    let notTaken, noRoom: String
    let unreachable: String
    /// The names of fields follow.
    let restarted: String

    /// The languages of the daemon's messages.
    package static let languages: [String: InterfaceWords] = [
        "ar": arabic, "de": german, "en": english, "es": spanish, "fr": french, "he": hebrew, "it": italian,
        "ja": japanese, "pl": polish, "pt": portuguese, "ru": russian, "tr": turkish, "zh-Hans": simplifiedChinese,
        "zh-Hant": traditionalChinese,
    ]

    /// In the language in which the daemon speaks to users with a locale.
    package static func nearest(to locale: String) -> InterfaceWords {
        languages[MessageCatalogue.nearest(to: locale).language] ?? english
    }
}

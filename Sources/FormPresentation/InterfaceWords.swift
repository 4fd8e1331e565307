import FormMessages

/// The texts of a front end itself, with their English: its help, its questions and its messages. The form's texts and
/// the labels of its buttons come from the daemon. Each language's texts are in its catalogue, beside the daemon's
/// messages, with `interface.` before the name.
package enum InterfaceWord: String, Sendable, CaseIterable {
    /// The title of the help, and the label beside F1.
    case keys = "Keys"
    /// The name of the space bar.
    case spaceKey = "Space"
    /// The descriptions of keys in the help.
    case neighbours = "next and previous field or button"
    case proceeds = "on to the next field; submits from the last"
    case submits = "submit"
    case cancels = "cancel; Esc asks if something was filled in"
    case chooses = "choose, turn on or off; open a list or calendar"
    case opens = "open a list or calendar"
    case arrows = "move; step numbers and dates; among options"
    case byWord = "a word back or on"
    case selects = "select"
    case lineEnds = "beginning and end of the line"
    case deletes = "delete a word, to the beginning, to the end"
    case clipboard = "cut, copy, paste"
    case history = "undo, redo"
    case secrets = "show or hide a password"
    case pages = "previous and next page"
    case redraws = "draw the screen anew"
    /// The question whether to discard the input.
    case leaveQuestion = "Leave without submitting?"
    case leave = "Leave"
    case stay = "Stay"
    /// The unit of PgUp and PgDn in a calendar.
    case month = "month"
    /// Shown if no option matches.
    case nothingFound = "nothing found"
    /// Shown behind a refused character: it is not allowed there, or the field is full.
    case notTaken = "cannot stand here"
    case noRoom = "there is no more room"
    case unreachable = "The form service cannot be reached"
    /// Followed by names of fields.
    case restarted = "The form service was restarted; fill in again"
    /// The question to a visitor who does nothing; the next text is followed by a number of seconds.
    case idleQuestion = "Are you still there?"
    case idleRemoves = "What was filled in will be removed in"
    case goOn = "Continue"
    /// Shown after the input of a visitor was removed.
    case wiped = "What was filled in has been removed"
    case startAgain = "Start again"

    /// The name in a catalogue.
    package var name: String { "interface.\(self)" }
}

/// The texts of a front end in one language.
package struct InterfaceWords: Sendable {
    private let catalogue: MessageCatalogue

    /// The texts in the language in which the daemon speaks to users with this locale.
    package static func nearest(to locale: String) -> InterfaceWords {
        InterfaceWords(catalogue: MessageCatalogue.nearest(to: locale))
    }

    package subscript(word: InterfaceWord) -> String { catalogue.texts[word.name] ?? word.rawValue }
}

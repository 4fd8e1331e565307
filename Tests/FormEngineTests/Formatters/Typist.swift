import Formatters
import FormEngine
import FormModel
import TextEditing

/// Somebody at a keyboard, in front of one formatter.
struct Typist {
    let formatter: any TextFormatter
    private(set) var current: FormattedText
    /// How many of the steps so far changed nothing.
    private(set) var refusals = 0

    init(_ formatter: any TextFormatter, text: String = "") {
        self.formatter = formatter
        current = text.isEmpty ? formatter.prefix : formatter.format(text)
    }

    /// A formatter of a definition, in a language.
    init(_ json: String, locale: String = "en", text: String = "") throws {
        self.init(try makeFormatter(json, locale: locale), text: text)
    }

    /// The text with a bar where the caret is; a selection stands between two.
    var shown: String {
        var scalars = Array(current.text.string.unicodeScalars)
        let selection = current.selection
        if selection.length > 0 { scalars.insert("|", at: min(selection.end, scalars.count)) }
        scalars.insert("|", at: min(selection.start, scalars.count))
        return String(String.UnicodeScalarView(scalars))
    }

    /// Carries out a script: characters are keys, `‹` and `›` move the caret, `⇤` and `⇥` to the ends, `⌫` and `⌦`
    /// delete, `▣` selects everything, `«…»` pastes, `⏎` ends editing.
    mutating func run(_ script: String) {
        var rest = Substring(script)
        while let key = rest.popFirst() {
            switch key {
            case "‹": move(by: -1)
            case "›": move(by: 1)
            case "⇤": current.selection = TextSelection(start: 0)
            case "⇥": current.selection = TextSelection(start: count)
            case "▣": current.selection = TextSelection(start: 0, length: count)
            case "⌫": delete(forward: false)
            case "⌦": delete(forward: true)
            case "⏎": take(formatter.finish(current))
            case "«":
                let text = rest.prefix { $0 != "»" }
                rest = rest.dropFirst(text.count + 1)
                insert(String(text), .paste)
            default: insert(String(key), .key)
            }
        }
    }

    mutating func insert(_ text: String, _ origin: TextEdit.Origin) {
        take(formatter.apply(TextEdit(range: current.selection, replacement: text, origin: origin), to: current))
    }

    /// As a field that has no text and no focus.
    mutating func clear() {
        current = FormattedText(text: "", selection: TextSelection(start: 0), value: "", isComplete: false)
    }

    mutating func select(_ range: Range<Int>) {
        current.selection = TextSelection(start: range.lowerBound, length: range.count)
    }

    mutating func delete(forward: Bool) {
        var range = current.selection
        if range.length == 0 {
            let caret = range.start
            range =
                forward
                ? TextSelection(start: caret, length: caret < count ? 1 : 0)
                : TextSelection(start: max(0, caret - 1), length: min(1, caret))
            if range.length == 0 { return }
        }
        let origin: TextEdit.Origin = forward ? .deleteForward : .deleteBackward
        take(formatter.apply(TextEdit(range: range, replacement: "", origin: origin), to: current))
    }

    private var count: Int { current.text.string.unicodeScalars.count }

    private mutating func move(by distance: Int) {
        current.selection = TextSelection(start: min(max(current.selection.start + distance, 0), count))
    }

    private mutating func take(_ result: FormattedText) {
        if result.text == current.text { refusals += 1 }
        current = result
    }
}

/// The formatter that a JSON object describes, in a language.
func makeFormatter(_ json: String, locale: String = "en") throws -> any TextFormatter {
    let decoded = DefinitionDecoder().decodeFormatter(json)
    guard let definition = decoded.value else { throw BadFormatter(diagnostics: decoded.diagnostics) }
    let formatter = try FormTypes.inAllLanguages.makeFormatter(definition)
    return formatter.localized(to: locale) ?? formatter
}

struct BadFormatter: Error {
    var diagnostics: [Diagnostic]
}

import FormImport
import FormModel

/// The texts of an XLSForm in its languages.
struct XLSFormTexts {
    /// The language of columns without a language.
    private let defaultLanguage: String

    init(defaultLanguage: String) {
        self.defaultLanguage = Self.locale(defaultLanguage) ?? "en"
    }

    /// The BCP 47 tag of a language in an XLSForm: `French (fr)`, `fr`, or the English name.
    static func locale(_ name: String) -> String? {
        if let open = name.lastIndex(of: "("), name.hasSuffix(")") {
            let tag = name[name.index(after: open)...].dropLast().trimmed
            return isTag(tag) ? tag : nil
        }
        return names[name.lowercased()] ?? (isTag(name) && name.count <= 3 ? name : nil)
    }

    private static func isTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return 2...3 ~= (parts.first?.count ?? 0)
            && parts.allSatisfy { part in
                1...8 ~= part.count && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }

    private static let names = [
        "amharic": "am", "arabic": "ar", "bengali": "bn", "chinese": "zh", "english": "en", "french": "fr",
        "german": "de", "hausa": "ha", "hindi": "hi", "indonesian": "id", "italian": "it", "nepali": "ne",
        "portuguese": "pt", "russian": "ru", "somali": "so", "spanish": "es", "swahili": "sw", "thai": "th",
        "turkish": "tr", "ukrainian": "uk", "urdu": "ur", "vietnamese": "vi",
    ]

    /// The columns for a kind of text, each with its language.
    func columns(_ kind: String, of sheet: Sheet) -> [(column: String, locale: String?)] {
        sheet.columns.compactMap { column in
            if column == kind || column == kind + "::default" { return (column, defaultLanguage) }
            guard column.hasPrefix(kind + "::") else { return nil }
            return (column, Self.locale(String(column.dropFirst(kind.count + 2))))
        }
    }

    /// A text of a row in all its languages; `nil` if it is empty.
    ///
    /// - Parameter change: converts the contents of a cell to the form's text.
    func text(
        _ kind: String,
        of sheet: Sheet,
        in row: Sheet.Row,
        _ change: (_ text: String, _ column: String) -> String
    ) -> JSONText? {
        var texts: [JSONText.Member] = []
        for (column, locale) in columns(kind, of: sheet) {
            let text = sheet.text(column, in: row)
            guard let locale, !text.isEmpty, text != "-", !texts.contains(where: { $0.key == locale }) else { continue }
            texts.append(.init(locale, .string(change(text, column))))
        }
        guard let first = texts.first else { return nil }
        return texts.count == 1 ? first.value : .object(texts)
    }
}

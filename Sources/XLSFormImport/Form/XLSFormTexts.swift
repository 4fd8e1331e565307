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

    /// The tags of languages by their English names and their own.
    private static let names = [
        "acholi": "ach", "afrikaans": "af", "amharic": "am", "አማርኛ": "am", "arabic": "ar", "العربية": "ar",
        "bahasa indonesia": "id", "bengali": "bn", "bangla": "bn", "বাংলা": "bn", "burmese": "my", "chichewa": "ny",
        "chinese": "zh", "中文": "zh", "creole": "ht", "dari": "prs", "دری": "prs", "dutch": "nl", "nederlands": "nl",
        "english": "en", "ewe": "ee", "farsi": "fa", "persian": "fa", "فارسی": "fa", "filipino": "fil", "finnish": "fi",
        "french": "fr", "français": "fr", "francais": "fr", "fula": "ff", "german": "de", "deutsch": "de",
        "greek": "el",
        "gujarati": "gu", "haitian creole": "ht", "hausa": "ha", "hebrew": "he", "hindi": "hi", "हिन्दी": "hi",
        "हिंदी": "hi", "igbo": "ig", "indonesian": "id", "italian": "it", "italiano": "it", "japanese": "ja",
        "日本語": "ja", "kannada": "kn", "khmer": "km", "kinyarwanda": "rw", "kirundi": "rn", "korean": "ko",
        "kurdish": "ku", "lao": "lo", "lingala": "ln", "luganda": "lg", "luo": "luo", "malagasy": "mg", "malay": "ms",
        "malayalam": "ml", "marathi": "mr", "mongolian": "mn", "nepali": "ne", "नेपाली": "ne", "oromo": "om",
        "pashto": "ps", "پښتو": "ps", "polish": "pl", "polski": "pl", "portuguese": "pt", "português": "pt",
        "portugues": "pt", "punjabi": "pa", "quechua": "qu", "romanian": "ro", "russian": "ru", "русский": "ru",
        "shona": "sn", "sinhala": "si", "somali": "so", "spanish": "es", "español": "es", "espanol": "es",
        "swahili": "sw", "kiswahili": "sw", "swedish": "sv", "svenska": "sv", "tagalog": "tl", "tamil": "ta",
        "telugu": "te", "thai": "th", "tigrinya": "ti", "turkish": "tr", "türkçe": "tr", "ukrainian": "uk",
        "українська": "uk", "urdu": "ur", "اردو": "ur", "vietnamese": "vi", "tiếng việt": "vi", "wolof": "wo",
        "xhosa": "xh", "yoruba": "yo", "zulu": "zu",
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

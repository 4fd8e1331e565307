import TextEditing

/// A text for people in one or more languages.
package struct LocalizedText: Sendable, Hashable {
    /// The BCP 47 tags and texts in the definition's order. A single entry with an empty tag is valid for every
    /// language.
    package var translations: [Translation]

    package struct Translation: Sendable, Hashable {
        package var locale: String
        package var text: String

        package init(locale: String, text: String) {
            self.locale = locale
            self.text = text
        }
    }

    package init(_ text: String) {
        translations = [Translation(locale: "", text: text)]
    }

    package init(translations: [Translation]) {
        self.translations = translations
    }
}

extension LocalizedText {
    /// The text for a BCP 47 tag: that of the tag itself, otherwise of its prefixes (`ru-RU`, `ru`), otherwise in
    /// English, otherwise the first.
    package func text(in locale: String) -> String {
        index(in: locale).map { translations[$0].text } ?? ""
    }

    /// The index of this text in `translations`; `nil` if there are none.
    package func index(in locale: String) -> Int? {
        guard translations.count > 1 else { return translations.isEmpty ? nil : 0 }
        var tag = Substring(locale.replacing(each: "_", by: "-").lowercased())
        while true {
            if let match = translations.firstIndex(where: { $0.locale.lowercased() == tag }) { return match }
            guard let dash = tag.lastIndex(of: "-") else { break }
            tag = tag[..<dash]
        }
        return translations.firstIndex { $0.locale == "en" } ?? 0
    }
}

/// Language tags (BCP 47, RFC 5646).
package enum LanguageTag {
    /// Whether a tag matches the RFC's grammar. The few irregular old tags are not accepted, and the subtags are not
    /// looked up in the registry.
    package static func isWellFormed(_ tag: String) -> Bool {
        let subtags = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard tag.utf8.count <= 64,
            subtags.allSatisfy({ 1...8 ~= $0.count && $0.allSatisfy { $0.isLetter || $0.isDigit } })
        else {
            return false
        }
        var rest = subtags[...]
        if isPrivate(rest.first) { return rest.count > 1 }
        guard let language = rest.popFirst(), language.allSatisfy(\.isLetter), language.count >= 2 else { return false }
        if language.count <= 3 {
            for _ in 0..<3 where rest.first.map({ $0.count == 3 && $0.allSatisfy(\.isLetter) }) == true {
                rest.removeFirst()
            }
        }
        if let script = rest.first, script.count == 4, script.allSatisfy(\.isLetter) { rest.removeFirst() }
        if let region = rest.first, isRegion(region) { rest.removeFirst() }
        while let variant = rest.first, isVariant(variant) { rest.removeFirst() }
        while let singleton = rest.first, singleton.count == 1, !isPrivate(singleton) {
            rest.removeFirst()
            guard let first = rest.first, first.count > 1 else { return false }
            while let subtag = rest.first, subtag.count > 1 { rest.removeFirst() }
        }
        return rest.isEmpty || isPrivate(rest.first) && rest.count > 1
    }

    private typealias Subtag = Substring.UTF8View

    private static func isPrivate(_ subtag: Subtag?) -> Bool {
        guard let subtag, subtag.count == 1, let letter = subtag.first else { return false }
        return letter | 0x20 == UInt8(ascii: "x")
    }

    private static func isRegion(_ subtag: Subtag) -> Bool {
        subtag.count == 2 && subtag.allSatisfy(\.isLetter) || subtag.count == 3 && subtag.allSatisfy(\.isDigit)
    }

    private static func isVariant(_ subtag: Subtag) -> Bool {
        subtag.count >= 5 || subtag.count == 4 && subtag.first.map(\.isDigit) == true
    }
}

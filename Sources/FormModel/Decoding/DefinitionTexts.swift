import FormMessages

/// formd's own texts in definitions: those of presets.
package enum DefinitionTexts {
    /// In English, by names under which the catalogues have the other languages.
    package static let english = [
        "preset.password": "Password",
        "preset.password.hint":
            "8 to 20 characters without spaces, among them a digit, a capital and a small Latin letter",
        "preset.password.short": "The password is too short: enter at least 8 characters",
        "preset.password.long": "The password is too long: enter at most 20 characters",
        "preset.name": "Name",
        "preset.name.hint": "In Russian letters",
        "preset.name.empty": "Enter your name",
        "preset.name.long": "The name is too long: enter at most 20 characters",
        "preset.name.letters": "The name may contain Russian letters and spaces only",
        "preset.email": "Email",
        "preset.phone": "Phone number",
        "preset.phone.whole": "Enter the whole phone number",
        "preset.cardExpirationDate": "Valid thru",
        "preset.cardExpirationDate.whole": "Enter the month and the year",
        "preset.cvc": "CVC",
        "preset.cvc.whole": "Enter the three digits from the back of the card",
        "preset.cardNumber": "Card number",
        "preset.cardNumber.whole": "Enter the whole card number",
        "preset.qrCode": "Code",
        "preset.qrCode.hint": "Enter the code or scan it",
        "preset.birthday": "Date of birth",
        "preset.birthday.empty": "Choose the date of birth",
        "preset.sex": "Sex",
        "preset.sex.male": "Male",
        "preset.sex.female": "Female",
        "preset.sex.empty": "Choose the sex",
        "preset.comment": "Comment",
        "preset.comment.hint": "From 30 to 200 characters",
        "preset.comment.short": "Tell us a little more: enter at least 30 characters",
        "preset.sum": "Amount",
    ]

    /// A text in all languages, English first.
    ///
    /// - Parameter name: the name under which the catalogues have the text.
    package static func translations(of name: String, english: String) -> [LocalizedText.Translation] {
        let languages = MessageCatalogue.languages.sorted { $0.key < $1.key }
        let others = languages.flatMap { language, catalogue in
            tags(of: language).map { LocalizedText.Translation(locale: $0, text: catalogue().texts[name] ?? "") }
        }
        return [LocalizedText.Translation(locale: "en", text: english)] + others.filter { !$0.text.isEmpty }
    }

    /// The tags under which a definition has a language, so that the tags of countries lead to the right script.
    private static func tags(of language: String) -> [String] {
        switch language {
        case "zh-Hans": ["zh"]
        case "zh-Hant": ["zh-Hant", "zh-TW", "zh-HK", "zh-MO"]
        default: [language]
        }
    }

    /// The text as a definition has it.
    static func json(_ name: String) -> String {
        JSONText.object(
            translations(of: name, english: english[name] ?? "").map { JSONText.Member($0.locale, .string($0.text)) }
        ).line
    }
}

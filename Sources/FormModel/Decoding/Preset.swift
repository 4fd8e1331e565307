import FormMessages

/// A field that is ready to use: `{"id": "phone", "extends": "phone"}`. A key of the field replaces that of the preset;
/// only `appearance` is merged with the preset's.
package enum Preset: String, Sendable, CaseIterable {
    case password, name, email, phone, cardExpirationDate, cvc, cardNumber, qrCode, birthday, sex, comment, sum
}

extension Preset {
    /// The preset as a field of a definition.
    var definition: JSONValue? {
        Self.document?.root.object?[rawValue]
    }

    /// Parsed once. A test checks that it contains every preset.
    private static let document = try? JSONDocument(PresetDefinitions.json)
}

/// The presets, each written as a field of a definition.
enum PresetDefinitions {
    private static func text(_ name: String) -> String { DefinitionTexts.json(name) }

    static let json = """
        {
          "password": {
            "placeholders": [{"service": "floating", "text": \(text("preset.password"))}],
            "hint": \(text("preset.password.hint")),
            "mode": {"type": "password", "reveal": "visibleOnNotEmptyText"},
            "formatter": {
              "type": "mask", "mask": "[sssssss][s…]",
              "notations": [{"character": "s", "set": "nonWhitespace"}]
            },
            "validators": [{
              "type": "textField", "minLength": 8, "maxLength": 20, "regex": "@password",
              "messages": {
                "short": \(text("preset.password.short")),
                "large": \(text("preset.password.long"))
              }
            }],
            "keyboard": {"purpose": "password", "autocorrection": false, "spellcheck": false},
            "returnKey": "next",
            "disabledEditActions": ["paste"]
          },
          "name": {
            "placeholders": [{"service": "floating", "text": \(text("preset.name"))}],
            "hint": \(text("preset.name.hint")),
            "visibleHintStates": ["normal", "active", "error"],
            "maxLength": 20,
            "trim": true,
            "allowedCharacters": {"sets": ["letters", "digits", "whitespace"], "including": ".,:;!?-–—'’\\"«»()"},
            "validators": [{
              "type": "textField", "minLength": 1, "maxLength": 20, "regex": "@name",
              "messages": {
                "empty": \(text("preset.name.empty")),
                "large": \(text("preset.name.long")),
                "notValid": \(text("preset.name.letters"))
              }
            }],
            "keyboard": {"purpose": "name", "autocapitalization": "words"},
            "contentType": "name"
          },
          "email": {
            "placeholders": [{"service": "floating", "text": \(text("preset.email"))}],
            "validators": [{"type": "textField", "minLength": 1, "regex": "@email"}],
            "keyboard": {"purpose": "email", "autocorrection": false, "spellcheck": false},
            "contentType": "email"
          },
          "phone": {
            "placeholders": [{"service": "floating", "text": \(text("preset.phone"))}],
            "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"},
            "validators": [{
              "type": "textField", "minLength": 18,
              "globalErrorMessage": \(text("preset.phone.whole"))
            }],
            "keyboard": {"purpose": "phone"},
            "contentType": "tel"
          },
          "cardExpirationDate": {
            "placeholders": [{"service": "floating", "text": \(text("preset.cardExpirationDate"))}],
            "formatter": {"type": "mask", "mask": "[00]/[00]"},
            "validators": [{
              "type": "textField", "minLength": 5,
              "globalErrorMessage": \(text("preset.cardExpirationDate.whole"))
            }],
            "keyboard": {"purpose": "integer"},
            "contentType": "cc-exp"
          },
          "cvc": {
            "placeholders": [{"service": "floating", "text": \(text("preset.cvc"))}],
            "formatter": {"type": "mask", "mask": "[000]"},
            "validators": [{
              "type": "textField", "minLength": 3,
              "globalErrorMessage": \(text("preset.cvc.whole"))
            }],
            "keyboard": {"purpose": "integer"},
            "contentType": "cc-csc"
          },
          "cardNumber": {
            "placeholders": [{"service": "floating", "text": \(text("preset.cardNumber"))}],
            "formatter": {"type": "mask", "mask": "[0000] [0000] [0000] [0000] [999]"},
            "validators": [{
              "type": "textField", "minLength": 19,
              "globalErrorMessage": \(text("preset.cardNumber.whole"))
            }],
            "keyboard": {"purpose": "integer"},
            "contentType": "cc-number"
          },
          "qrCode": {
            "placeholders": [
              {"service": "floating", "text": \(text("preset.qrCode"))},
              {
                "service": "native", "text": "XX XXX-XXX", "role": "support", "behavior": "hideOnInput",
                "increasedRightPadding": 60
              }
            ],
            "hint": \(text("preset.qrCode.hint")),
            "maxLength": 10,
            "validators": [{"type": "textField", "minLength": 10, "maxLength": 10}],
            "mode": {"type": "custom", "image": "qrCode"}
          },
          "birthday": {
            "placeholders": [{"service": "floating", "text": \(text("preset.birthday"))}],
            "input": {"type": "date", "format": "dd.MM.yyyy", "max": "today"},
            "validators": [{
              "type": "textField", "minLength": 1,
              "globalErrorMessage": \(text("preset.birthday.empty"))
            }],
            "contentType": "bday"
          },
          "sex": {
            "placeholders": [{"service": "floating", "text": \(text("preset.sex"))}],
            "input": {
              "type": "options",
              "options": [
                {"value": "male", "label": \(text("preset.sex.male"))},
                {"value": "female", "label": \(text("preset.sex.female"))}
              ]
            },
            "validators": [{
              "type": "textField", "minLength": 1,
              "globalErrorMessage": \(text("preset.sex.empty"))
            }],
            "contentType": "sex"
          },
          "comment": {
            "type": "textView",
            "placeholders": [{"service": "floating", "text": \(text("preset.comment"))}],
            "hint": \(text("preset.comment.hint")),
            "maxLength": 200,
            "maxTextHeight": 96,
            "allowedCharacters": {"sets": ["letters", "digits", "whitespace"], "including": ".,:;!?-–—'’\\"«»()"},
            "validators": [{
              "type": "textField", "minLength": 30, "maxLength": 200,
              "messages": {
                "short": \(text("preset.comment.short"))
              }
            }],
            "keyboard": {"purpose": "text", "autocapitalization": "sentences"}
          },
          "sum": {
            "style": "sum",
            "placeholders": [
              {"service": "static", "text": \(text("preset.sum"))},
              {"service": "native", "text": "0 ₽", "role": "main", "behavior": "hideOnInput"},
              {
                "service": "currency", "text": "₽",
                "insets": {"top": 37, "left": 10, "right": 16}, "height": 54, "fontSize": 50
              }
            ],
            "maxLength": 14,
            "formatter": {
              "type": "number", "groupingSeparator": "\\u2009", "decimalSeparator": ",", "decimalAliases": false,
              "maximumIntegerDigits": 9,
              "minimumFractionDigits": 2, "maximumFractionDigits": 2, "hideZeroFraction": true
            },
            "validators": [{"type": "textField", "minLength": 1, "maxLength": 14}],
            "validation": "afterChanges",
            "keyboard": {"purpose": "decimal"},
            "contentType": "transaction-amount"
          }
        }
        """
}

/// formd's own texts in definitions, which are those of presets.
package enum DefinitionTexts {
    /// The English texts; the keys are the names of the translations in the catalogues.
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
    /// - Parameter name: the name of the text in the catalogues.
    package static func translations(of name: String, english: String) -> [LocalizedText.Translation] {
        let languages = MessageCatalogue.languages.sorted { $0.key < $1.key }
        let others = languages.flatMap { language, catalogue in
            tags(of: language).map { LocalizedText.Translation(locale: $0, text: catalogue().texts[name] ?? "") }
        }
        return [LocalizedText.Translation(locale: "en", text: english)] + others.filter { !$0.text.isEmpty }
    }

    /// The language tags of a translation in a definition. Traditional Chinese also has the tags of countries, so that
    /// these select the right script.
    private static func tags(of language: String) -> [String] {
        switch language {
        case "zh-Hans": ["zh"]
        case "zh-Hant": ["zh-Hant", "zh-TW", "zh-HK", "zh-MO"]
        default: [language]
        }
    }

    /// The text as JSON in a definition.
    static func json(_ name: String) -> String {
        JSONText.object(
            translations(of: name, english: english[name] ?? "").map { JSONText.Member($0.locale, .string($0.text)) }
        ).line
    }
}

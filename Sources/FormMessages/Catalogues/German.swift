import FormModel

extension MessageCatalogue {
    static let german = MessageCatalogue(
        "de",
        dateFields: .letters(day: "T", month: "M", year: "J"),
        [
            "required": "Füllen Sie dieses Feld aus",
            "wrongFormat": "Ungültiges Format",
            "checkUnavailable": "Der Wert konnte nicht geprüft werden",
            "notListed": "Wählen Sie einen Wert aus der Liste",
            "mistyped": "Die Nummer enthält einen Tippfehler: Die Prüfziffer stimmt nicht",
            "notEqual": "Die Werte stimmen nicht überein",
            "tooShort": "Geben Sie mindestens {min, plural, one {# Zeichen} other {# Zeichen}} ein",
            "tooLong": "Geben Sie höchstens {max, plural, one {# Zeichen} other {# Zeichen}} ein",

            "notANumber": "Geben Sie eine Zahl ein",
            "notAWholeNumber": "Geben Sie eine ganze Zahl ein",
            "tooSmall": "Der Wert muss mindestens {min} betragen",
            "tooLarge": "Der Wert darf höchstens {max} betragen",
            "notAbove": "Der Wert muss größer als {min} sein",
            "notBelow": "Der Wert muss kleiner als {max} sein",
            "offStep": """
            {base, select, 0 {Der Wert muss ein Vielfaches von {step} sein} \
            other {Der Wert muss um ein Vielfaches von {step} von {base} abweichen}}
            """,
            "tooManyIntegerDigits": """
            Geben Sie höchstens {max, plural, one {# Ziffer} other {# Ziffern}} vor dem Dezimaltrennzeichen ein
            """,
            "tooManyFractionDigits": """
            {max, plural, =0 {Geben Sie eine ganze Zahl ein} \
            one {Geben Sie höchstens # Ziffer nach dem Dezimaltrennzeichen ein} \
            other {Geben Sie höchstens # Ziffern nach dem Dezimaltrennzeichen ein}}
            """,

            "date": "Geben Sie ein Datum im Format {format} ein",
            "noSuchDate": "Dieses Datum gibt es nicht",
            "noSuchTime": "Diese Uhrzeit gibt es nicht",
            "incompleteDate": "Geben Sie das vollständige Datum ein",
            "incompleteTime": "Geben Sie die vollständige Uhrzeit ein",
            "dateTooEarly": "Das Datum darf nicht vor dem {min} liegen",
            "dateTooLate": "Das Datum darf nicht nach dem {max} liegen",
            "timeTooEarly": "Die Uhrzeit darf nicht vor {min} liegen",
            "timeTooLate": "Die Uhrzeit darf nicht nach {max} liegen",

            "phone": "Geben Sie eine gültige Telefonnummer ein",
            "email": "Geben Sie eine gültige E-Mail-Adresse ein",
            "url": "Geben Sie eine Webadresse ein, die mit {scheme}:// beginnt",
            "uuid": "Geben Sie eine UUID ein",
            "ipv4": "Geben Sie eine IPv4-Adresse ein",
            "ipv6": "Geben Sie eine IPv6-Adresse ein",
            "iban": "Geben Sie eine gültige IBAN ein",
            "ibanCountry": "In keinem Land beginnt die IBAN mit diesen Buchstaben",
            "ibanLength": "Die IBAN muss {length, plural, one {# Zeichen} other {# Zeichen}} lang sein",
        ]
    )
}

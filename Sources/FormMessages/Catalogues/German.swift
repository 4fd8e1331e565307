extension MessageCatalogue {
    static let german = MessageCatalogue(
        "de",
        dateFields: .letters(day: "T", month: "M", year: "J"),
        [
            "button.submit": "Senden", "button.cancel": "Abbrechen", "button.next": "Weiter",
            "button.previous": "Zurück", "button.addRow": "Hinzufügen", "button.removeRow": "Entfernen",
            "button.show": "Anzeigen", "button.hide": "Ausblenden", "button.clear": "Löschen",
            "button.done": "Fertig", "button.choose": "Auswählen",

            "required": "Füllen Sie dieses Feld aus",
            "wrongFormat": "Ungültiges Format",
            "checkUnavailable": "Der Wert konnte nicht geprüft werden",
            "divisionByZero": "Eine Division durch null hat kein Ergebnis",
            "notComputable": "Der Wert lässt sich aus den anderen Angaben nicht berechnen",
            "checkFailed": "Die Angaben passen nicht zueinander",
            "notListed": "Wählen Sie einen Wert aus der Liste",
            "tooFewChosen": "Wählen Sie mindestens {min, plural, one {# Möglichkeit} other {# Möglichkeiten}}",
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
            "offDays": "Die Anzahl der Tage ab dem {base} muss ein Vielfaches von {step} sein",
            "offTime": "Die Zeit ab {base} muss ein Vielfaches von {step} sein",
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

            "yes": "Ja",
            "no": "Nein",
            "preset.password": "Passwort",
            "preset.password.hint":
                "8 bis 20 Zeichen ohne Leerzeichen, darunter eine Ziffer, ein großer und ein kleiner lateinischer Buchstabe",
            "preset.password.short": "Das Passwort ist zu kurz: Geben Sie mindestens 8 Zeichen ein",
            "preset.password.long": "Das Passwort ist zu lang: Geben Sie höchstens 20 Zeichen ein",
            "preset.name": "Name",
            "preset.name.hint": "In russischen Buchstaben",
            "preset.name.empty": "Geben Sie Ihren Namen ein",
            "preset.name.long": "Der Name ist zu lang: Geben Sie höchstens 20 Zeichen ein",
            "preset.name.letters": "Der Name darf nur russische Buchstaben und Leerzeichen enthalten",
            "preset.email": "E-Mail",
            "preset.phone": "Telefonnummer",
            "preset.phone.whole": "Geben Sie die vollständige Telefonnummer ein",
            "preset.cardExpirationDate": "Gültig bis",
            "preset.cardExpirationDate.whole": "Geben Sie Monat und Jahr ein",
            "preset.cvc": "CVC",
            "preset.cvc.whole": "Geben Sie die drei Ziffern von der Rückseite der Karte ein",
            "preset.cardNumber": "Kartennummer",
            "preset.cardNumber.whole": "Geben Sie die vollständige Kartennummer ein",
            "preset.qrCode": "Code",
            "preset.qrCode.hint": "Geben Sie den Code ein oder scannen Sie ihn",
            "preset.birthday": "Geburtsdatum",
            "preset.birthday.empty": "Wählen Sie das Geburtsdatum",
            "preset.sex": "Geschlecht",
            "preset.sex.male": "Männlich",
            "preset.sex.female": "Weiblich",
            "preset.sex.empty": "Wählen Sie das Geschlecht",
            "preset.comment": "Kommentar",
            "preset.comment.hint": "30 bis 200 Zeichen",
            "preset.comment.short": "Erzählen Sie etwas mehr: Geben Sie mindestens 30 Zeichen ein",
            "preset.sum": "Betrag",

            "postalCode": "Geben Sie eine gültige Postleitzahl ein",
            "taxNumber": "Geben Sie eine gültige Steuernummer ein",
            "hostDenied": "Adressen bei {host} werden nicht angenommen",
            "bic": "Geben Sie einen gültigen BIC ein",
            "time": "Geben Sie eine Uhrzeit wie {example} ein",
            "dateTime": "Geben Sie Datum und Uhrzeit wie {example} ein",
            "timeOutside": "Die Uhrzeit muss zwischen {min} und {max} liegen",
            "color": "Geben Sie eine Farbe wie #1a2b3c ein",
            "json": "Geben Sie gültiges JSON ein",
            "creditCard": "Geben Sie die vollständige Kartennummer ein",
            "cardBrand": "Karten dieser Marke werden nicht angenommen",
            "ip": "Geben Sie eine IP-Adresse ein",
            "hostname": "Geben Sie einen Hostnamen ein, zum Beispiel www.example.com",
            "tooManyEmails": "Geben Sie höchstens {max, plural, one {# Adresse} other {# Adressen}} ein",
            "passwordStrength": """
            {strength, select, weak {Das Passwort ist schwach} fair {Das Passwort ist mäßig} good {Das Passwort ist \
            gut} other {Das Passwort ist stark}}: etwa {bits, plural, one {# Bit} other {# Bit}} von {min}
            """,
        ]
    )
}

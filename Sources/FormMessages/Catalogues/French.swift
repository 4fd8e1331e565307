import FormModel

extension MessageCatalogue {
    static let french = MessageCatalogue(
        "fr",
        dateFields: .letters(day: "j", month: "m", year: "a"),
        [
            "required": "Ce champ est obligatoire",
            "wrongFormat": "Format incorrect",
            "checkUnavailable": "La valeur n’a pas pu être vérifiée",
            "notListed": "Choisissez une valeur de la liste",
            "mistyped": "Le numéro contient une faute de frappe : la clé de contrôle ne correspond pas",
            "notEqual": "Les valeurs ne correspondent pas",
            "tooShort": """
            Saisissez au moins {min, plural, one {# caractère} many {# de caractères} other {# caractères}}
            """,
            "tooLong": """
            Saisissez au maximum {max, plural, one {# caractère} many {# de caractères} other {# caractères}}
            """,

            "notANumber": "Saisissez un nombre",
            "notAWholeNumber": "Saisissez un nombre entier",
            "tooSmall": "La valeur doit être supérieure ou égale à {min}",
            "tooLarge": "La valeur doit être inférieure ou égale à {max}",
            "notAbove": "La valeur doit être supérieure à {min}",
            "notBelow": "La valeur doit être inférieure à {max}",
            "offStep": """
            {base, select, 0 {La valeur doit être un multiple de {step}} \
            other {L’écart entre la valeur et {base} doit être un multiple de {step}}}
            """,
            "tooManyIntegerDigits": """
            Saisissez au maximum {max, plural, one {# chiffre} many {# de chiffres} other {# chiffres}} \
            avant le séparateur décimal
            """,
            "tooManyFractionDigits": """
            {max, plural, =0 {Saisissez un nombre entier} \
            one {Saisissez au maximum # chiffre après le séparateur décimal} \
            many {Saisissez au maximum # de chiffres après le séparateur décimal} \
            other {Saisissez au maximum # chiffres après le séparateur décimal}}
            """,

            "date": "Saisissez une date au format {format}",
            "noSuchDate": "Cette date n’existe pas",
            "noSuchTime": "Cette heure n’existe pas",
            "incompleteDate": "Saisissez la date complète",
            "incompleteTime": "Saisissez l’heure complète",
            "dateTooEarly": "La date ne doit pas être antérieure au {min}",
            "dateTooLate": "La date ne doit pas être postérieure au {max}",
            "timeTooEarly": "L’heure ne doit pas être antérieure à {min}",
            "timeTooLate": "L’heure ne doit pas être postérieure à {max}",

            "phone": "Saisissez un numéro de téléphone valide",
            "email": "Saisissez une adresse e-mail valide",
            "url": "Saisissez une adresse web qui commence par {scheme}://",
            "uuid": "Saisissez un UUID",
            "ipv4": "Saisissez une adresse IPv4",
            "ipv6": "Saisissez une adresse IPv6",
            "iban": "Saisissez un IBAN valide",
            "ibanCountry": "Aucun pays n’a d’IBAN commençant par ces lettres",
            "ibanLength": """
            L’IBAN doit comporter {length, plural, one {# caractère} many {# de caractères} other {# caractères}}
            """,
        ]
    )
}

import FormModel

extension MessageCatalogue {
    static let italian = MessageCatalogue(
        "it",
        dateFields: .letters(day: "g", month: "m", year: "a"),
        [
            "required": "Compilare questo campo",
            "wrongFormat": "Formato non corretto",
            "checkUnavailable": "Impossibile verificare il valore",
            "notListed": "Scegliere un valore dall’elenco",
            "mistyped": "Il numero contiene un errore di battitura: la cifra di controllo non corrisponde",
            "notEqual": "I valori non corrispondono",
            "tooShort": """
            Inserire almeno {min, plural, one {# carattere} many {# di caratteri} other {# caratteri}}
            """,
            "tooLong": """
            Inserire al massimo {max, plural, one {# carattere} many {# di caratteri} other {# caratteri}}
            """,

            "notANumber": "Inserire un numero",
            "notAWholeNumber": "Inserire un numero intero",
            "tooSmall": "Il valore deve essere maggiore o uguale a {min}",
            "tooLarge": "Il valore deve essere minore o uguale a {max}",
            "notAbove": "Il valore deve essere maggiore di {min}",
            "notBelow": "Il valore deve essere minore di {max}",
            "offStep": """
            {base, select, 0 {Il valore deve essere un multiplo di {step}} \
            other {La differenza tra il valore e {base} deve essere un multiplo di {step}}}
            """,
            "tooManyIntegerDigits": """
            Inserire al massimo {max, plural, one {# cifra} many {# di cifre} other {# cifre}} \
            prima del separatore decimale
            """,
            "tooManyFractionDigits": """
            {max, plural, =0 {Inserire un numero intero} \
            one {Inserire al massimo # cifra dopo il separatore decimale} \
            many {Inserire al massimo # di cifre dopo il separatore decimale} \
            other {Inserire al massimo # cifre dopo il separatore decimale}}
            """,

            "date": "Inserire una data nel formato {format}",
            "noSuchDate": "Questa data non esiste",
            "noSuchTime": "Questa ora non esiste",
            "incompleteDate": "Inserire la data completa",
            "incompleteTime": "Inserire l’ora completa",
            "dateTooEarly": "La data non deve precedere il {min}",
            "dateTooLate": "La data non deve superare il {max}",
            "timeTooEarly": "L’ora non deve essere precedente alle {min}",
            "timeTooLate": "L’ora non deve essere successiva alle {max}",

            "phone": "Inserire un numero di telefono valido",
            "email": "Inserire un indirizzo email valido",
            "url": "Inserire un indirizzo web che inizi con {scheme}://",
            "uuid": "Inserire un UUID",
            "ipv4": "Inserire un indirizzo IPv4",
            "ipv6": "Inserire un indirizzo IPv6",
            "iban": "Inserire un IBAN valido",
            "ibanCountry": "In nessun Paese l’IBAN inizia con queste lettere",
            "ibanLength": """
            L’IBAN deve contenere {length, plural, one {# carattere} many {# di caratteri} other {# caratteri}}
            """,
        ]
    )
}

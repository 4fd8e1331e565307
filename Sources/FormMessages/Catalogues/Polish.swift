import FormModel

extension MessageCatalogue {
    static let polish = MessageCatalogue(
        "pl",
        dateFields: .letters(day: "d", month: "m", year: "r"),
        [
            "required": "Wypełnij to pole",
            "wrongFormat": "Nieprawidłowy format",
            "checkUnavailable": "Nie udało się sprawdzić wartości",
            "notListed": "Wybierz wartość z listy",
            "mistyped": "W numerze jest literówka: cyfra kontrolna się nie zgadza",
            "notEqual": "Wartości nie są zgodne",
            "tooShort": """
            Wprowadź co najmniej {min, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}
            """,
            "tooLong": """
            Wprowadź najwyżej {max, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}
            """,

            "notANumber": "Wprowadź liczbę",
            "notAWholeNumber": "Wprowadź liczbę całkowitą",
            "tooSmall": "Wartość nie może być mniejsza niż {min}",
            "tooLarge": "Wartość nie może być większa niż {max}",
            "notAbove": "Wartość musi być większa niż {min}",
            "notBelow": "Wartość musi być mniejsza niż {max}",
            "offStep": """
            {base, select, 0 {Wartość musi być wielokrotnością {step}} \
            other {Różnica między wartością a {base} musi być wielokrotnością {step}}}
            """,
            "tooManyIntegerDigits": """
            Wprowadź najwyżej {max, plural, one {# cyfrę} few {# cyfry} many {# cyfr} other {# cyfry}} \
            przed separatorem dziesiętnym
            """,
            "tooManyFractionDigits": """
            {max, plural, =0 {Wprowadź liczbę całkowitą} \
            one {Wprowadź najwyżej # cyfrę po separatorze dziesiętnym} \
            few {Wprowadź najwyżej # cyfry po separatorze dziesiętnym} \
            many {Wprowadź najwyżej # cyfr po separatorze dziesiętnym} \
            other {Wprowadź najwyżej # cyfry po separatorze dziesiętnym}}
            """,

            "date": "Wprowadź datę w formacie {format}",
            "noSuchDate": "Nie ma takiej daty",
            "noSuchTime": "Nie ma takiej godziny",
            "incompleteDate": "Wprowadź pełną datę",
            "incompleteTime": "Wprowadź pełną godzinę",
            "dateTooEarly": "Data nie może być wcześniejsza niż {min}",
            "dateTooLate": "Data nie może być późniejsza niż {max}",
            "timeTooEarly": "Godzina nie może być wcześniejsza niż {min}",
            "timeTooLate": "Godzina nie może być późniejsza niż {max}",

            "phone": "Wprowadź prawidłowy numer telefonu",
            "email": "Wprowadź prawidłowy adres e-mail",
            "url": "Wprowadź adres internetowy zaczynający się od {scheme}://",
            "uuid": "Wprowadź identyfikator UUID",
            "ipv4": "Wprowadź adres IPv4",
            "ipv6": "Wprowadź adres IPv6",
            "iban": "Wprowadź prawidłowy numer IBAN",
            "ibanCountry": "W żadnym kraju numer IBAN nie zaczyna się od tych liter",
            "ibanLength": """
            Numer IBAN musi mieć {length, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}
            """,
        ]
    )
}

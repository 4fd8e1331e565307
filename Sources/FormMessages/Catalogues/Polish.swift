extension MessageCatalogue {
    static let polish = MessageCatalogue(
        "pl",
        dateFields: .letters(day: "d", month: "m", year: "r"),
        [
            "button.submit": "Wyślij", "button.cancel": "Anuluj", "button.next": "Dalej",
            "button.previous": "Wstecz", "button.addRow": "Dodaj", "button.removeRow": "Usuń",
            "button.show": "Pokaż", "button.hide": "Ukryj", "button.clear": "Wyczyść",
            "button.done": "Gotowe", "button.choose": "Wybierz",

            "required": "Wypełnij to pole",
            "wrongFormat": "Nieprawidłowy format",
            "checkUnavailable": "Nie udało się sprawdzić wartości",
            "divisionByZero": "Dzielenie przez zero nie ma wyniku",
            "notComputable": "Nie można obliczyć wartości z pozostałych odpowiedzi",
            "checkFailed": "Odpowiedzi nie są ze sobą zgodne",
            "notListed": "Wybierz wartość z listy",
            "tooFewChosen": """
            Wybierz co najmniej {min, plural, one {# opcję} few {# opcje} many {# opcji} other {# opcji}}
            """,
            "mistyped": "W numerze jest literówka: cyfra kontrolna się nie zgadza",
            "notEqual": "Wartości nie są zgodne",
            "tooFewWords": """
            Wprowadź co najmniej {min, plural, one {# słowo} few {# słowa} many {# słów} other {# słowa}}
            """,
            "tooManyWords": """
            Wprowadź co najwyżej {max, plural, one {# słowo} few {# słowa} many {# słów} other {# słowa}}
            """,
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
            "offDays": "Liczba dni od {base} musi być wielokrotnością {step}",
            "offTime": "Czas od {base} musi być wielokrotnością {step}",
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

            "yes": "Tak",
            "no": "Nie",
            "preset.password": "Hasło",
            "preset.password.hint": "Od 8 do 20 znaków bez spacji, w tym cyfra, wielka i mała litera łacińska",
            "preset.password.short": "Hasło jest za krótkie: wprowadź co najmniej 8 znaków",
            "preset.password.long": "Hasło jest za długie: wprowadź najwyżej 20 znaków",
            "preset.name": "Imię",
            "preset.name.hint": "Rosyjskimi literami",
            "preset.name.empty": "Wprowadź imię",
            "preset.name.long": "Imię jest za długie: wprowadź najwyżej 20 znaków",
            "preset.name.letters": "Imię może zawierać tylko rosyjskie litery i spacje",
            "preset.email": "E-mail",
            "preset.phone": "Numer telefonu",
            "preset.phone.whole": "Wprowadź pełny numer telefonu",
            "preset.cardExpirationDate": "Ważna do",
            "preset.cardExpirationDate.whole": "Wprowadź miesiąc i rok",
            "preset.cvc": "CVC",
            "preset.cvc.whole": "Wprowadź trzy cyfry z odwrotu karty",
            "preset.cardNumber": "Numer karty",
            "preset.cardNumber.whole": "Wprowadź pełny numer karty",
            "preset.qrCode": "Kod",
            "preset.qrCode.hint": "Wprowadź kod lub zeskanuj go",
            "preset.birthday": "Data urodzenia",
            "preset.birthday.empty": "Wybierz datę urodzenia",
            "preset.sex": "Płeć",
            "preset.sex.male": "Mężczyzna",
            "preset.sex.female": "Kobieta",
            "preset.sex.empty": "Wybierz płeć",
            "preset.comment": "Komentarz",
            "preset.comment.hint": "Od 30 do 200 znaków",
            "preset.comment.short": "Napisz trochę więcej: wprowadź co najmniej 30 znaków",
            "preset.sum": "Kwota",

            "postalCode": "Wpisz prawidłowy kod pocztowy",
            "taxNumber": "Wpisz prawidłowy numer podatkowy",
            "hostDenied": "Adresy w {host} nie są przyjmowane",
            "bic": "Wpisz prawidłowy BIC",
            "time": "Wpisz godzinę, na przykład {example}",
            "dateTime": "Wpisz datę i godzinę, na przykład {example}",
            "timeOutside": "Godzina musi być między {min} a {max}",
            "color": "Wpisz kolor, na przykład #1a2b3c",
            "json": "Wpisz prawidłowy JSON",
            "creditCard": "Wpisz cały numer karty",
            "cardBrand": "Karty tej organizacji nie są przyjmowane",
            "ip": "Wpisz adres IP",
            "hostname": "Wpisz nazwę hosta, na przykład www.example.com",
            "tooManyEmails": """
            Wpisz najwyżej {max, plural, one {# adres} few {# adresy} many {# adresów} other {# adresu}}
            """,
            "passwordStrength": """
            {strength, select, weak {Hasło jest słabe} fair {Hasło jest średnie} good {Hasło jest dobre} other \
            {Hasło jest silne}}: około {bits, plural, one {# bitu} few {# bitów} many {# bitów} other {# bitu}} z \
            {min}
            """,

            // The texts of front ends.
            "interface.keys": "Klawisze",
            "interface.spaceKey": "Spacja",
            "interface.neighbours": "następne i poprzednie pole lub przycisk",
            "interface.proceeds": "do następnego pola; z ostatniego wysyła",
            "interface.submits": "wysłanie",
            "interface.cancels": "anulowanie; Esc pyta, jeśli coś wypełniono",
            "interface.chooses": "wybór, włączenie lub wyłączenie; otwarcie listy lub kalendarza",
            "interface.opens": "otwarcie listy lub kalendarza",
            "interface.arrows": "ruch; zmiana liczb i dat; między opcjami",
            "interface.byWord": "słowo wstecz lub dalej",
            "interface.selects": "zaznaczanie",
            "interface.lineEnds": "początek i koniec wiersza",
            "interface.deletes": "usunięcie słowa, do początku, do końca",
            "interface.clipboard": "wycięcie, skopiowanie, wklejenie",
            "interface.history": "cofnięcie, ponowienie",
            "interface.secrets": "pokazanie lub ukrycie hasła",
            "interface.pages": "poprzednia i następna strona",
            "interface.redraws": "ponowne narysowanie ekranu",
            "interface.leaveQuestion": "Wyjść bez wysyłania?",
            "interface.leave": "Wyjdź",
            "interface.stay": "Zostań",
            "interface.month": "miesiąc",
            "interface.nothingFound": "nic nie znaleziono",
            "interface.notTaken": "nie może tu stać",
            "interface.noRoom": "nie ma już miejsca",
            "interface.unreachable": "Usługa formularzy jest niedostępna",
            "interface.restarted": "Usługę formularzy uruchomiono ponownie; wypełnij jeszcze raz",
            "interface.idleQuestion": "Czy nadal tu jesteś?",
            "interface.idleRemoves": "Wpisane dane zostaną usunięte za",
            "interface.goOn": "Kontynuuj",
            "interface.wiped": "Wpisane dane zostały usunięte",
            "interface.startAgain": "Zacznij od nowa",
        ]
    )
}

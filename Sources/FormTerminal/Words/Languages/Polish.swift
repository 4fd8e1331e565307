extension InterfaceWords {
    static let polish = InterfaceWords(
        keys: "Klawisze",
        spaceKey: "Spacja",
        neighbours: "następne i poprzednie pole lub przycisk",
        proceeds: "do następnego pola; z ostatniego wysyła",
        submits: "wysłanie",
        cancels: "anulowanie; Esc pyta, jeśli coś wypełniono",
        chooses: "wybór, włączenie lub wyłączenie; otwarcie listy lub kalendarza",
        opens: "otwarcie listy lub kalendarza",
        arrows: "ruch; zmiana liczb i dat; między opcjami",
        byWord: "słowo wstecz lub dalej",
        selects: "zaznaczanie",
        lineEnds: "początek i koniec wiersza",
        deletes: "usunięcie słowa, do początku, do końca",
        clipboard: "wycięcie, wklejenie",
        history: "cofnięcie, ponowienie",
        secrets: "pokazanie lub ukrycie hasła",
        pages: "poprzednia i następna strona",
        redraws: "ponowne narysowanie ekranu",
        leaveQuestion: "Wyjść bez wysyłania?",
        leave: "Wyjdź",
        stay: "Zostań",
        month: "miesiąc",
        nothingFound: "nic nie znaleziono",
        unreachable: "Usługa formularzy jest niedostępna",
        restarted: "Usługę formularzy uruchomiono ponownie; wypełnij jeszcze raz"
    )
}

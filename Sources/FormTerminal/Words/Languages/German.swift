extension InterfaceWords {
    static let german = InterfaceWords(
        keys: "Tasten",
        spaceKey: "Leertaste",
        neighbours: "nächstes und voriges Feld, nächste und vorige Schaltfläche",
        proceeds: "zum nächsten Feld; beim letzten: senden",
        submits: "senden",
        cancels: "abbrechen; Esc fragt nach, wenn etwas ausgefüllt ist",
        chooses: "auswählen, ein- und ausschalten; Liste oder Kalender öffnen",
        opens: "Liste oder Kalender öffnen",
        arrows: "bewegen; Zahlen und Daten ändern; zwischen Möglichkeiten",
        byWord: "ein Wort zurück oder weiter",
        selects: "markieren",
        lineEnds: "Anfang und Ende der Zeile",
        deletes: "ein Wort löschen, bis zum Anfang, bis zum Ende",
        clipboard: "ausschneiden, einfügen",
        history: "rückgängig, wiederholen",
        secrets: "Passwort anzeigen oder ausblenden",
        pages: "vorige und nächste Seite",
        redraws: "Bildschirm neu zeichnen",
        leaveQuestion: "Beenden, ohne zu senden?",
        leave: "Beenden",
        stay: "Bleiben",
        month: "Monat",
        nothingFound: "nichts gefunden",
        unreachable: "Der Formulardienst ist nicht erreichbar",
        restarted: "Der Formulardienst wurde neu gestartet; noch einmal ausfüllen"
    )
}

extension InterfaceWords {
    static let italian = InterfaceWords(
        keys: "Tasti",
        spaceKey: "Spazio",
        neighbours: "campo o pulsante successivo e precedente",
        proceeds: "al campo successivo; dall’ultimo invia",
        submits: "inviare",
        cancels: "annullare; Esc chiede se è stato inserito qualcosa",
        chooses: "scegliere, attivare o disattivare; aprire un elenco o un calendario",
        opens: "aprire un elenco o un calendario",
        arrows: "spostarsi; cambiare numeri e date; tra le opzioni",
        byWord: "una parola indietro o avanti",
        selects: "selezionare",
        lineEnds: "inizio e fine della riga",
        deletes: "cancellare una parola, fino all’inizio, fino alla fine",
        clipboard: "tagliare, incollare",
        history: "annullare e ripetere le modifiche",
        secrets: "mostrare o nascondere una password",
        pages: "pagina precedente e successiva",
        redraws: "ridisegnare lo schermo",
        leaveQuestion: "Uscire senza inviare?",
        leave: "Esci",
        stay: "Rimani",
        month: "mese",
        nothingFound: "nessun risultato",
        unreachable: "Il servizio dei moduli non è raggiungibile",
        restarted: "Il servizio dei moduli è stato riavviato; inserire di nuovo"
    )
}

extension MessageCatalogue {
    static let italian = MessageCatalogue(
        "it",
        dateFields: .letters(day: "g", month: "m", year: "a"),
        [
            "button.submit": "Invia", "button.cancel": "Annulla", "button.next": "Avanti",
            "button.previous": "Indietro", "button.addRow": "Aggiungi", "button.removeRow": "Rimuovi",
            "button.show": "Mostra", "button.hide": "Nascondi", "button.clear": "Cancella",
            "button.done": "Fine", "button.choose": "Scegli",

            "required": "Compilare questo campo",
            "wrongFormat": "Formato non corretto",
            "checkUnavailable": "Impossibile verificare il valore",
            "divisionByZero": "Una divisione per zero non ha risultato",
            "notComputable": "Il valore non può essere calcolato dalle altre risposte",
            "checkFailed": "Le risposte non sono coerenti tra loro",
            "notListed": "Scegliere un valore dall’elenco",
            "tooFewChosen": "Scegliere almeno {min, plural, one {# opzione} many {# di opzioni} other {# opzioni}}",
            "mistyped": "Il numero contiene un errore di battitura: la cifra di controllo non corrisponde",
            "notEqual": "I valori non corrispondono",
            "tooFewWords": "Inserire almeno {min, plural, one {# parola} many {# di parole} other {# parole}}",
            "tooManyWords": "Inserire al massimo {max, plural, one {# parola} many {# di parole} other {# parole}}",
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
            "offDays": "Il numero di giorni dal {base} deve essere un multiplo di {step}",
            "offTime": "Il tempo a partire da {base} deve essere un multiplo di {step}",
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

            "yes": "Sì",
            "no": "No",
            "preset.password": "Password",
            "preset.password.hint":
                "Da 8 a 20 caratteri senza spazi, tra cui una cifra, una lettera latina maiuscola e una minuscola",
            "preset.password.short": "La password è troppo corta: inserire almeno 8 caratteri",
            "preset.password.long": "La password è troppo lunga: inserire al massimo 20 caratteri",
            "preset.name": "Nome",
            "preset.name.hint": "In lettere russe",
            "preset.name.empty": "Inserire il nome",
            "preset.name.long": "Il nome è troppo lungo: inserire al massimo 20 caratteri",
            "preset.name.letters": "Il nome può contenere solo lettere russe e spazi",
            "preset.email": "Email",
            "preset.phone": "Numero di telefono",
            "preset.phone.whole": "Inserire il numero di telefono completo",
            "preset.cardExpirationDate": "Scadenza",
            "preset.cardExpirationDate.whole": "Inserire il mese e l’anno",
            "preset.cvc": "CVC",
            "preset.cvc.whole": "Inserire le tre cifre sul retro della carta",
            "preset.cardNumber": "Numero della carta",
            "preset.cardNumber.whole": "Inserire il numero completo della carta",
            "preset.qrCode": "Codice",
            "preset.qrCode.hint": "Inserire il codice o scansionarlo",
            "preset.birthday": "Data di nascita",
            "preset.birthday.empty": "Scegliere la data di nascita",
            "preset.sex": "Sesso",
            "preset.sex.male": "Maschile",
            "preset.sex.female": "Femminile",
            "preset.sex.empty": "Scegliere il sesso",
            "preset.comment": "Commento",
            "preset.comment.hint": "Da 30 a 200 caratteri",
            "preset.comment.short": "Aggiungere qualche dettaglio: inserire almeno 30 caratteri",
            "preset.sum": "Importo",

            "postalCode": "Inserisci un codice postale valido",
            "taxNumber": "Inserisci un codice fiscale valido",
            "hostDenied": "Gli indirizzi di {host} non sono accettati",
            "bic": "Inserisci un BIC valido",
            "time": "Inserisci un orario come {example}",
            "dateTime": "Inserisci data e ora come {example}",
            "timeOutside": "L’orario deve essere compreso tra {min} e {max}",
            "color": "Inserisci un colore come #1a2b3c",
            "json": "Inserisci un JSON valido",
            "creditCard": "Inserisci il numero completo della carta",
            "cardBrand": "Le carte di questo circuito non sono accettate",
            "ip": "Inserisci un indirizzo IP",
            "hostname": "Inserisci un nome host, come www.example.com",
            "tooManyEmails": """
            Inserisci al massimo {max, plural, one {# indirizzo} many {# di indirizzi} other {# indirizzi}}
            """,
            "passwordStrength": """
            {strength, select, weak {La password è debole} fair {La password è discreta} good {La password è buona} \
            other {La password è forte}}: circa {bits, plural, one {# bit} many {# di bit} other {# bit}} su {min}
            """,

            // The texts of front ends.
            "interface.keys": "Tasti",
            "interface.spaceKey": "Spazio",
            "interface.neighbours": "campo o pulsante successivo e precedente",
            "interface.proceeds": "al campo successivo; dall’ultimo invia",
            "interface.submits": "inviare",
            "interface.cancels": "annullare; Esc chiede se è stato inserito qualcosa",
            "interface.chooses": "scegliere, attivare o disattivare; aprire un elenco o un calendario",
            "interface.opens": "aprire un elenco o un calendario",
            "interface.arrows": "spostarsi; cambiare numeri e date; tra le opzioni",
            "interface.byWord": "una parola indietro o avanti",
            "interface.selects": "selezionare",
            "interface.lineEnds": "inizio e fine della riga",
            "interface.deletes": "cancellare una parola, fino all’inizio, fino alla fine",
            "interface.clipboard": "tagliare, copiare, incollare",
            "interface.history": "annullare e ripetere le modifiche",
            "interface.secrets": "mostrare o nascondere una password",
            "interface.pages": "pagina precedente e successiva",
            "interface.redraws": "ridisegnare lo schermo",
            "interface.leaveQuestion": "Uscire senza inviare?",
            "interface.leave": "Esci",
            "interface.stay": "Rimani",
            "interface.month": "mese",
            "interface.nothingFound": "nessun risultato",
            "interface.notTaken": "non può stare qui",
            "interface.noRoom": "non c’è più posto",
            "interface.unreachable": "Il servizio dei moduli non è raggiungibile",
            "interface.restarted": "Il servizio dei moduli è stato riavviato; inserire di nuovo",
            "interface.idleQuestion": "È ancora lì?",
            "interface.idleRemoves": "I dati inseriti saranno cancellati tra",
            "interface.goOn": "Continua",
            "interface.wiped": "I dati inseriti sono stati cancellati",
            "interface.startAgain": "Ricomincia",
        ]
    )
}

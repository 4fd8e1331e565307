extension MessageCatalogue {
    static let french = MessageCatalogue(
        "fr",
        dateFields: .letters(day: "j", month: "m", year: "a"),
        [
            "button.submit": "Envoyer", "button.cancel": "Annuler", "button.next": "Suivant",
            "button.previous": "Précédent", "button.addRow": "Ajouter", "button.removeRow": "Supprimer",
            "button.show": "Afficher", "button.hide": "Masquer", "button.clear": "Effacer",
            "button.done": "Terminé", "button.choose": "Choisir",

            "required": "Ce champ est obligatoire",
            "wrongFormat": "Format incorrect",
            "checkUnavailable": "La valeur n’a pas pu être vérifiée",
            "divisionByZero": "Une division par zéro n’a pas de résultat",
            "notComputable": "La valeur ne peut pas être calculée à partir des autres réponses",
            "checkFailed": "Les réponses ne sont pas cohérentes entre elles",
            "notListed": "Choisissez une valeur de la liste",
            "tooFewChosen": "Choisissez au moins {min, plural, one {# option} many {# d’options} other {# options}}",
            "mistyped": "Le numéro contient une faute de frappe : la clé de contrôle ne correspond pas",
            "notEqual": "Les valeurs ne correspondent pas",
            "tooFewWords": "Saisissez au moins {min, plural, one {# mot} many {# de mots} other {# mots}}",
            "tooManyWords": "Saisissez au plus {max, plural, one {# mot} many {# de mots} other {# mots}}",
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
            "offDays": "Le nombre de jours depuis le {base} doit être un multiple de {step}",
            "offTime": "La durée depuis {base} doit être un multiple de {step}",
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

            "yes": "Oui",
            "no": "Non",
            "preset.password": "Mot de passe",
            "preset.password.hint":
                "8 à 20 caractères sans espaces, dont un chiffre, une majuscule et une minuscule latines",
            "preset.password.short": "Le mot de passe est trop court : saisissez au moins 8 caractères",
            "preset.password.long": "Le mot de passe est trop long : saisissez au maximum 20 caractères",
            "preset.name": "Nom",
            "preset.name.hint": "En lettres russes",
            "preset.name.empty": "Saisissez votre nom",
            "preset.name.long": "Le nom est trop long : saisissez au maximum 20 caractères",
            "preset.name.letters": "Le nom ne peut contenir que des lettres russes et des espaces",
            "preset.email": "E-mail",
            "preset.phone": "Numéro de téléphone",
            "preset.phone.whole": "Saisissez le numéro de téléphone complet",
            "preset.cardExpirationDate": "Expire fin",
            "preset.cardExpirationDate.whole": "Saisissez le mois et l’année",
            "preset.cvc": "CVC",
            "preset.cvc.whole": "Saisissez les trois chiffres au dos de la carte",
            "preset.cardNumber": "Numéro de carte",
            "preset.cardNumber.whole": "Saisissez le numéro de carte complet",
            "preset.qrCode": "Code",
            "preset.qrCode.hint": "Saisissez le code ou scannez-le",
            "preset.birthday": "Date de naissance",
            "preset.birthday.empty": "Choisissez la date de naissance",
            "preset.sex": "Sexe",
            "preset.sex.male": "Masculin",
            "preset.sex.female": "Féminin",
            "preset.sex.empty": "Choisissez le sexe",
            "preset.comment": "Commentaire",
            "preset.comment.hint": "De 30 à 200 caractères",
            "preset.comment.short": "Dites-nous-en un peu plus : saisissez au moins 30 caractères",
            "preset.sum": "Montant",

            "postalCode": "Saisissez un code postal valide",
            "taxNumber": "Saisissez un numéro fiscal valide",
            "hostDenied": "Les adresses de {host} ne sont pas acceptées",
            "bic": "Saisissez un BIC valide",
            "time": "Saisissez une heure comme {example}",
            "dateTime": "Saisissez une date et une heure comme {example}",
            "timeOutside": "L’heure doit être comprise entre {min} et {max}",
            "color": "Saisissez une couleur comme #1a2b3c",
            "json": "Saisissez du JSON valide",
            "creditCard": "Saisissez le numéro complet de la carte",
            "cardBrand": "Les cartes de cette marque ne sont pas acceptées",
            "ip": "Saisissez une adresse IP",
            "hostname": "Saisissez un nom d’hôte, comme www.example.com",
            "tooManyEmails": "Saisissez au plus {max, plural, one {# adresse} many {# d’adresses} other {# adresses}}",
            "passwordStrength": """
            {strength, select, weak {Le mot de passe est faible} fair {Le mot de passe est moyen} good {Le mot de \
            passe est bon} other {Le mot de passe est fort}} : environ {bits, plural, one {# bit} many {# de bits} \
            other {# bits}} sur {min}
            """,

            // The texts of front ends.
            "interface.keys": "Touches",
            "interface.spaceKey": "Espace",
            "interface.neighbours": "champ ou bouton suivant et précédent",
            "interface.proceeds": "au champ suivant ; au dernier, envoyer",
            "interface.submits": "envoyer",
            "interface.cancels": "annuler ; Échap demande si quelque chose a été saisi",
            "interface.chooses": "choisir, activer ou désactiver ; ouvrir une liste ou un calendrier",
            "interface.opens": "ouvrir une liste ou un calendrier",
            "interface.arrows": "se déplacer ; changer nombres et dates ; entre les choix",
            "interface.byWord": "un mot en arrière ou en avant",
            "interface.selects": "sélectionner",
            "interface.lineEnds": "début et fin de la ligne",
            "interface.deletes": "effacer un mot, jusqu’au début, jusqu’à la fin",
            "interface.clipboard": "couper, copier, coller",
            "interface.history": "annuler, rétablir",
            "interface.secrets": "afficher ou masquer un mot de passe",
            "interface.pages": "page précédente et suivante",
            "interface.redraws": "redessiner l’écran",
            "interface.leaveQuestion": "Quitter sans envoyer ?",
            "interface.leave": "Quitter",
            "interface.stay": "Rester",
            "interface.month": "mois",
            "interface.nothingFound": "aucun résultat",
            "interface.notTaken": "ne peut pas figurer ici",
            "interface.noRoom": "il n’y a plus de place",
            "interface.unreachable": "Le service de formulaires est injoignable",
            "interface.restarted": "Le service de formulaires a redémarré ; à saisir de nouveau",
            "interface.idleQuestion": "Êtes-vous toujours là ?",
            "interface.idleRemoves": "La saisie sera effacée dans",
            "interface.goOn": "Continuer",
            "interface.wiped": "La saisie a été effacée",
            "interface.startAgain": "Recommencer",
        ]
    )
}

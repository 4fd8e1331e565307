extension InterfaceWords {
    static let french = InterfaceWords(
        keys: "Touches",
        spaceKey: "Espace",
        neighbours: "champ ou bouton suivant et précédent",
        proceeds: "au champ suivant ; au dernier, envoyer",
        submits: "envoyer",
        cancels: "annuler ; Échap demande si quelque chose a été saisi",
        chooses: "choisir, activer ou désactiver ; ouvrir une liste ou un calendrier",
        opens: "ouvrir une liste ou un calendrier",
        arrows: "se déplacer ; changer nombres et dates ; entre les choix",
        byWord: "un mot en arrière ou en avant",
        selects: "sélectionner",
        lineEnds: "début et fin de la ligne",
        deletes: "effacer un mot, jusqu’au début, jusqu’à la fin",
        clipboard: "couper, coller",
        history: "annuler, rétablir",
        secrets: "afficher ou masquer un mot de passe",
        pages: "page précédente et suivante",
        redraws: "redessiner l’écran",
        leaveQuestion: "Quitter sans envoyer ?",
        leave: "Quitter",
        stay: "Rester",
        month: "mois",
        nothingFound: "aucun résultat",
        unreachable: "Le service de formulaires est injoignable",
        restarted: "Le service de formulaires a redémarré ; à saisir de nouveau"
    )
}

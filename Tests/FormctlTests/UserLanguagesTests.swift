import Testing

@testable import formctl

@Suite("The user's languages")
struct UserLanguagesTests {
    @Test(
        "they are read from the environment as gettext does",
        arguments: [
            ([:], []), (["LANG": "de_CH.UTF-8"], ["de-CH"]), (["LANG": "de_DE", "LC_MESSAGES": "fr_FR"], ["fr-FR"]),
            (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "it"], ["it"]),
            (["LANG": "de_DE", "LC_ALL": ""], ["de-DE"]),
            (["LANG": "de_DE.UTF-8", "LANGUAGE": "fr:pt_BR"], ["fr", "pt-BR", "de-DE"]),
            // In the locale C, LANGUAGE does not count.
            (["LANG": "C.UTF-8", "LANGUAGE": "fr"], []), (["LC_ALL": "POSIX", "LANG": "de_DE"], []),
            (["LANG": "sr_RS@latin"], ["sr-Latn-RS"]), (["LANG": "de_DE@euro"], ["de-DE"]),
            (["LANG": "../../etc"], []),
        ] as [([String: String], [String])]
    )
    func tags(environment: [String: String], tags: [String]) {
        #expect(UserLanguages { environment[$0] ?? "" }.tags == tags)
    }

    @Test("the first language that the form has is chosen")
    func best() {
        let languages = UserLanguages { ["LANG": "de_DE", "LANGUAGE": "fr:pt_BR"][$0] ?? "" }
        #expect(languages.best(among: ["en", "de"]) == "de-DE")
        #expect(languages.best(among: ["en", "pt", "de"]) == "pt-BR")
        #expect(languages.best(among: ["en"]) == nil)
    }
}

/// The names of months and days of the week. English, German, French, Spanish and Russian; any other language reads
/// English. The forms are those of Unicode's CLDR.
package struct DayNames: Sendable {
    /// As they stand beside a day.
    var months: [String]
    var shortMonths: [String]
    /// As they stand alone, where that differs.
    var lonelyMonths: [String]?
    var lonelyShortMonths: [String]?
    /// From Monday.
    var weekdays: [String]
    var shortWeekdays: [String]

    /// The months' names from January, in every form.
    package var allMonths: [[String]] { [months, shortMonths, lonelyMonths ?? [], lonelyShortMonths ?? []] }

    /// - Parameter locale: a BCP 47 tag.
    package static func of(_ locale: String) -> DayNames {
        known(in: locale) ?? english
    }

    /// `nil` for a language whose names are not built in.
    package static func known(in locale: String) -> DayNames? {
        switch locale.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
        case "de": german
        case "en": english
        case "es": spanish
        case "fr": french
        case "ru": russian
        default: nil
        }
    }
}

extension DayNames {
    private static func list(_ names: String) -> [String] {
        names.split(separator: " ").map(String.init)
    }

    private static let english = DayNames(
        months: list("January February March April May June July August September October November December"),
        shortMonths: list("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
        weekdays: list("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
        shortWeekdays: list("Mon Tue Wed Thu Fri Sat Sun")
    )

    private static let german = DayNames(
        months: list("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
        shortMonths: list("Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."),
        lonelyShortMonths: list("Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez"),
        weekdays: list("Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag"),
        shortWeekdays: list("Mo. Di. Mi. Do. Fr. Sa. So.")
    )

    private static let spanish = DayNames(
        months: list("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
        shortMonths: list("ene feb mar abr may jun jul ago sept oct nov dic"),
        weekdays: list("lunes martes miércoles jueves viernes sábado domingo"),
        shortWeekdays: list("lun mar mié jue vie sáb dom")
    )

    private static let french = DayNames(
        months: list("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
        shortMonths: list("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
        weekdays: list("lundi mardi mercredi jeudi vendredi samedi dimanche"),
        shortWeekdays: list("lun. mar. mer. jeu. ven. sam. dim.")
    )

    private static let russian = DayNames(
        months: list("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
        shortMonths: list("янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек."),
        lonelyMonths: list("январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь"),
        lonelyShortMonths: list("янв. февр. март апр. май июнь июль авг. сент. окт. нояб. дек."),
        weekdays: list("понедельник вторник среда четверг пятница суббота воскресенье"),
        shortWeekdays: list("пн вт ср чт пт сб вс")
    )
}

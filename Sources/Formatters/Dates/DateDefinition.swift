package import FormModel
package import Languages

/// The formatters `date`, `time` and `dateTime`: dates and times in the format of a language.
package struct DateDefinition: TextFormatterKind {
    package var kind: MomentKind
    /// `nil` for the order and the separators of the language.
    package var pattern: DatePattern?
    /// A BCP 47 tag; `nil` for the session's language.
    package var locale: String?
    package var minimum: Bound?
    package var maximum: Bound?
    /// Whether numbers of one digit get a leading zero.
    package var pads = true
    /// Replaces the default messages about an invalid date.
    package var message: LocalizedText?

    /// The first or the last valid moment.
    package enum Bound: Sendable, Hashable {
        case moment(Moment)
        /// The day on which the field is validated.
        case today
    }

    package init(_ kind: MomentKind) {
        self.kind = kind
    }

    package init() {
        self.init(.date)
    }

    package func makeFormatter(_ symbols: any LocaleSymbols) throws -> any TextFormatter {
        DateFormatter(self, symbols: symbols)
    }
}

// MARK: Keys of the definition

extension DateDefinition {
    package static let name = "date"
    package static let names = MomentKind.allCases.map(\.rawValue)
    package static let about = "dates and times in the notation of the language; see *Formatters*"
    package static let messages: [DefaultMessage] = [
        .incompleteDate, .incompleteTime, .noSuchDate, .noSuchTime, .dateTooEarly(minimum: "3"),
        .dateTooLate(maximum: "3"),
        .timeTooEarly(minimum: "3"), .timeTooLate(maximum: "3"),
    ]

    package var typeName: String { kind.rawValue }
    package var valueKind: ValueKind? { kind == .time ? nil : .date }

    package init(named name: String) {
        self.init(MomentKind(rawValue: name) ?? .date)
    }

    package static func keys(of name: String) -> KeyTable<DateDefinition> {
        MomentKind(rawValue: name).flatMap { tables[$0] } ?? keys
    }

    package static let keys = table(of: .date)
    private static let tables = Dictionary(uniqueKeysWithValues: MomentKind.allCases.map { ($0, table(of: $0)) })

    private static func table(of kind: MomentKind) -> KeyTable<DateDefinition> {
        let bound = Bound.reader(of: kind)
        return KeyTable("a \(kind.rawValue) formatter") {
            Key(
                "format",
                \.pattern,
                patternReader(of: kind),
                default: "the language's",
                "the fields are listed in *Formatters*"
            )
            Key("locale", \.locale, .languageTag, default: "the session's")
            Key("minimum", \.minimum, bound)
            Key("maximum", \.maximum, bound)
            Key("pad", \.pads, .bool, "a number of one digit is padded with a zero")
            Key("message", \.message, .text, "replaces the default messages")
        }
    }

    private static func patternReader(of kind: MomentKind) -> ValueReader<DatePattern> {
        ValueReader.name().map("a pattern") { text, site, context in
            context.pattern(text, for: .entry(kind), "format", at: site)
        }
    }

    package func check(_ object: JSONObject, _ context: DecodingContext) {
        guard case .moment(let minimum) = minimum, case .moment(let maximum) = maximum, minimum > maximum,
            let site = object["minimum"]
        else { return }
        let bounds = (quoted(minimum.description), quoted(maximum.description))
        context.error("the minimum \(bounds.0) is after the maximum \(bounds.1)", at: site)
    }
}

extension DateDefinition.Bound {
    fileprivate static func reader(of kind: MomentKind) -> ValueReader<DateDefinition.Bound> {
        let noun = kind == .dateTime ? "date with a time" : kind.rawValue
        let today = kind == .time ? "" : ", or “today”"
        let words = "as `\(kind.example)`" + (kind == .time ? "" : ", or `today`")
        return ValueReader(words, schema: .of(type: "string")) { value, context in
            guard let text = value.string else { return context.mismatch("a \(noun) of ISO 8601", at: value) }
            if text == "today", kind != .time { return .today }
            if let moment = Moment(iso: text, kind: kind) { return .moment(moment) }
            return context.error(
                "\(quoted(text)) is not a \(noun) of ISO 8601, such as “\(kind.example)”\(today)",
                at: value
            )
        }
    }
}

extension MomentKind {
    fileprivate var example: String {
        switch self {
        case .date: "2024-02-29"
        case .time: "09:30"
        case .dateTime: "2024-02-29T09:30"
        }
    }
}

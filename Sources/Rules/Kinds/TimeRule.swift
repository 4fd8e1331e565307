package import FormModel

/// The rules `time` and `dateTime`: a time of day, alone or with a date, in the syntax of RFC 3339.
package struct TimeRule: RuleKind {
    private let kind: MomentKind
    private var minimum: TimeStamp?
    private var maximum: TimeStamp?
    private var seconds = Presence.allowed
    private var fraction = Presence.refused
    private var offset = Presence.refused

    /// Whether a part is forbidden, optional or required.
    package enum Presence: String, Sendable, CaseIterable {
        case refused, allowed, required
    }

    package init() { self.init(named: "time") }

    package init(named name: String) {
        kind = name == "dateTime" ? .dateTime : .time
    }

    package static let name = "time"
    package static let names = ["time", "dateTime"]
    package var typeName: String { kind.rawValue }
    package static let about = """
        a time such as `09:30`, for `dateTime` with a date such as `2026-03-05T09:30`, within the bounds
        """
    package static func keys(of name: String) -> KeyTable<TimeRule> { name == "dateTime" ? momentKeys : keys }
    package static let keys = table(
        "the validator “time”",
        .time,
        "the earliest valid time; if it is later than `max`, the range crosses midnight"
    )
    private static let momentKeys = table("the validator “dateTime”", .dateTime, "the earliest valid date and time")

    private static func table(_ noun: String, _ kind: MomentKind, _ about: String) -> KeyTable<TimeRule> {
        KeyTable(noun) {
            Key("min", \.minimum, TimeStamp.reader(kind), about)
            Key("max", \.maximum, TimeStamp.reader(kind))
            Key("seconds", \.seconds, .choice(), "whether seconds are written after the minutes: `:15`")
            Key("fraction", \.fraction, .choice(), "whether a fraction is written after the seconds: `.25`")
            Key("offset", \.offset, .choice(), "whether the time zone is written at the end: `Z` or `+02:00`")
        }
    }

    package func check(_ object: JSONObject, _ context: DecodingContext) {
        guard kind == .dateTime, let minimum, let maximum, maximum < minimum, let site = object["max"] else { return }
        context.error("the maximum lies before the minimum", at: site)
    }

    package static let messages: [DefaultMessage] = [
        wrong("09:30", kind: .time), wrong("2026-03-05T09:30", kind: .dateTime), outside("22:00", "06:00"),
        .timeTooEarly(minimum: "3"), .timeTooLate(maximum: "3"),
    ]

    private static func wrong(_ example: String, kind: MomentKind) -> DefaultMessage {
        kind == .time
            ? DefaultMessage("time", english: "Enter a time such as {example}", ["example": .text(example)])
            : DefaultMessage(
                "dateTime",
                english: "Enter a date and a time such as {example}",
                ["example": .text(example)]
            )
    }

    private static func outside(_ minimum: String, _ maximum: String) -> DefaultMessage {
        DefaultMessage(
            "timeOutside",
            english: "The time must lie between {min} and {max}",
            ["min": .text(minimum), "max": .text(maximum)]
        )
    }

    /// An example of a valid text.
    private var example: String {
        var example = kind == .time ? "09:30" : "2026-03-05T09:30"
        if seconds == .required || fraction == .required { example += ":15" }
        if fraction == .required { example += ".25" }
        return example + (offset == .required ? "+02:00" : "")
    }

    /// Validates the text, or the value of a formatter for times.
    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard let stamp = TimeStamp(subject.text, kind: kind) ?? TimeStamp(subject.value, kind: kind),
            takes(stamp.hasSeconds, seconds),
            takes(stamp.hasFraction, fraction), takes(stamp.hasOffset, offset)
        else { return RuleFinding(Self.wrong(example, kind: kind)) }
        let isEarly = minimum.map { stamp < $0 } ?? false
        let isLate = maximum.map { $0 < stamp } ?? false
        if let minimum, let maximum, maximum < minimum {
            return isEarly && isLate ? RuleFinding(Self.outside(minimum.text, maximum.text)) : nil
        }
        if isEarly, let minimum { return RuleFinding(.timeTooEarly(minimum: minimum.text)) }
        if isLate, let maximum { return RuleFinding(.timeTooLate(maximum: maximum.text)) }
        return nil
    }

    private func takes(_ isThere: Bool, _ presence: Presence) -> Bool {
        isThere ? presence != .refused : presence != .required
    }
}

extension TimeStamp {
    fileprivate static func reader(_ kind: MomentKind) -> ValueReader<TimeStamp> {
        let example = kind == .time ? "`09:30`" : "`2026-03-05T09:30`"
        return ValueReader.name(limit: 64).map("as \(example)", show: \TimeStamp.text) { text, site, context in
            if let stamp = TimeStamp(text, kind: kind) { return stamp }
            return context.error("\(quoted(text)) is not written as \(example.filter { $0 != "`" })", at: site)
        }
    }
}

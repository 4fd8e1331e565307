private let dateKeys = ["type", "format", "locale", "minimum", "maximum", "pad", "message"]

extension DecodingContext {
    func date(_ value: JSONValue, of kind: DateDefinition.Kind) -> DateDefinition? {
        guard let object = object(value, keys: dateKeys) else { return nil }
        var definition = DateDefinition(kind)
        read(object["format"], into: &definition.pattern) { datePattern($0, of: kind) }
        read(object["locale"], into: &definition.locale, languageTag)
        read(object["minimum"], into: &definition.minimum) { dateBound($0, of: kind) }
        read(object["maximum"], into: &definition.maximum) { dateBound($0, of: kind) }
        if case .moment(let minimum) = definition.minimum, case .moment(let maximum) = definition.maximum,
            minimum > maximum, let site = object["minimum"]
        {
            error(
                "the minimum \(quoted(minimum.description)) is after the maximum \(quoted(maximum.description))",
                at: site
            )
        }
        read(object["pad"], into: &definition.pads, bool)
        read(object["message"], into: &definition.message, text)
        return definition
    }

    private func datePattern(_ value: JSONValue, of kind: DateDefinition.Kind) -> DatePattern? {
        guard let pattern = name(value) else { return nil }
        do {
            return try DatePattern(pattern, for: .entry(kind))
        } catch {
            self.error("the format cannot be used: \(error)", at: value)
            return nil
        }
    }

    private func dateBound(_ value: JSONValue, of kind: DateDefinition.Kind) -> MomentBound? {
        guard let text = value.string else {
            mismatch("a \(kind.name) of ISO 8601", at: value)
            return nil
        }
        if text == "today", kind != .time { return .today }
        guard let moment = Moment(iso: text, kind: kind) else {
            let today = kind == .time ? "" : ", or “today”"
            error("\(quoted(text)) is not a \(kind.name) of ISO 8601, such as “\(kind.example)”\(today)", at: value)
            return nil
        }
        return .moment(moment)
    }
}

extension DateDefinition.Kind {
    fileprivate var name: String {
        switch self {
        case .date: "date"
        case .time: "time"
        case .dateTime: "date with a time"
        }
    }

    fileprivate var example: String {
        switch self {
        case .date: "2024-02-29"
        case .time: "09:30"
        case .dateTime: "2024-02-29T09:30"
        }
    }
}

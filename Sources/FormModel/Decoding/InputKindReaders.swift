// Readers of a field's kind of input: keyboard, list, calendar, toggle, slider.

extension InputKind {
    private enum Name: String, CaseIterable {
        case keyboard, date, options, toggle, slider
    }

    static let reader = ValueReader<InputKind>("`keyboard`, or another one, see below", schema: schema) {
        value,
        context in
        switch context.type(of: value, "an input", usual: Name.keyboard, words: [.toggle]) {
        case .keyboard: return .keyboard
        case .toggle: return .toggle
        case .options:
            var input = OptionsInput(options: [])
            if let object = OptionsInput.keys.read(value, into: &input, context) { input.check(object, context) }
            return .options(input)
        case .slider:
            var input = SliderInput()
            if let object = SliderInput.keys.read(value, into: &input, context) { input.check(object, context) }
            return .slider(input)
        case .date:
            var input = DateInput(formats: [.init(locale: "", pattern: .dayFirst)])
            if let object = DateInput.keys.read(value, into: &input, context) { input.checkRange(object, context) }
            return .date(input)
        case nil: return nil
        }
    }

    private static var schema: ValueSchema {
        let types = [
            ("keyboard", typeAlone.schema()), ("options", OptionsInput.keys.schema()),
            ("date", DateInput.keys.schema()), ("toggle", typeAlone.schema()), ("slider", SliderInput.keys.schema()),
        ]
        return .of(words: ["keyboard", "toggle"], or: types, noun: "Input").named("input")
    }
}

extension OptionsInput {
    static let keys = KeyTable<OptionsInput>("an input of options") {
        typeKey()
        Key(
            "options",
            "at most \(DefinitionLimits.options.grouped) of `{\"value\": …, \"label\": text, \"image\": …, \"when\": …}`",
            schema: { .list(of: optionSchema, ["maxItems": .number(DefinitionLimits.options)]) },
            isRequired: true,
            "each value must be unique; a string is both value and label"
        ) { value, input, context in
            input.readOptions(value, context)
        }
        Key("optionsWhen", \.decidingField, .identifier)
            .described(as: "a field: the options whose `when` has its value are offered, and those without `when`")
        Key("preselect", \.preselectsFirst, .word(no: "none", yes: "first"))
            .described(as: "`first`: the first option is chosen when an empty field gets the focus")
        Key("multiple", \.allowsSeveral, .bool, "several options can be chosen")
        Key("atLeast", \.least, count)
            .described(as: "the minimum number of chosen options, unless none is chosen; only with `multiple`")
        Key("atMost", \.most, count, default: "all", "the maximum number of chosen options; only with `multiple`")
        Key("display", \.display, .choice(), default: "the front end's choice")
            .described(as: "how a front end should display the options")
    }

    private static let count = ValueReader.integer(in: 1...DefinitionLimits.options, "options")

    fileprivate func check(_ object: JSONObject, _ context: DecodingContext) {
        if preselectsFirst, object["options"]?.elements?.isEmpty == true, let site = object["preselect"] {
            context.error("there is no first option", at: site)
        }
        if decidingField == nil, options.contains(where: { !$0.when.isEmpty }), let site = object["options"] {
            context.error("some options have “when”: the key “optionsWhen” is missing", at: site)
        }
        for key in ["atLeast", "atMost"] where !allowsSeveral {
            guard let site = object[key] else { continue }
            context.error("at most one option is chosen: the key “multiple” is missing", at: site)
        }
        if let least, least > min(most ?? .max, options.count), let site = object["atLeast"] {
            let most = min(most ?? .max, options.count)
            context.error("\(least) options are to be chosen, and only \(most) can be", at: site)
        }
    }

    /// The keys of an option; a string is both its value and its label.
    private struct OptionDraft {
        var value: String?
        var label: LocalizedText?
        var image: String?
        var when = When.always
    }

    /// When an option is offered.
    private enum When: Equatable {
        case always
        case deciding([String])
        case condition(Condition)
    }

    private static let optionKeys = KeyTable<OptionDraft>("an option") {
        Key("value", \.value, .string(), isRequired: true, "the field's value when the option is chosen")
        Key("label", \.label, .textWithAnswers, default: "the value", "the text that users see")
        Key("image", \.image, .name(), "the name of a picture, which the client provides")
        Key("when", \.when, deciding, default: "always")
            .described(as: "a value of the field `optionsWhen`, or a list of them; or a condition")
    }

    private static let decidingList = ValueReader.string().list("values", from: 1, to: DefinitionLimits.listedValues)
    private static let deciding = ValueReader<When>(
        "string, list of strings, or condition",
        schema: .any(of: [ValueReader.string().schema(), decidingList.schema(), ValueReader.condition.schema()])
    ) { value, context in
        switch value.kind {
        case .string: context.string(value, limit: DefinitionLimits.text).map { .deciding([$0]) }
        case .object: ValueReader.condition.read(value, context).map(When.condition)
        default: decidingList.read(value, context).map(When.deciding)
        }
    }

    private static var optionSchema: ValueSchema {
        .any(of: [ValueReader<String>.name(limit: DefinitionLimits.text).schema(), optionKeys.schema()])
    }

    private mutating func readOptions(_ value: JSONValue, _ context: DecodingContext) {
        guard let elements = context.elements(value, to: DefinitionLimits.options, "options") else { return }
        options.reserveCapacity(elements.count)
        // Compared by code points, as values are: Swift's strings are equal if they are canonically equivalent.
        var known = Set<[UInt8]>(minimumCapacity: elements.count)
        for element in elements {
            guard let (option, condition) = Self.option(element, context) else { continue }
            if let condition { conditions[options.count] = condition }
            if !known.insert(Array(option.value.utf8)).inserted {
                context.error("the value \(quoted(option.value)) is listed twice", at: element)
            }
            options.append(option)
        }
        // The conditions are evaluated and the labels filled in whenever an answer changes, so that their number is
        // limited.
        let limit = DefinitionLimits.optionsWithAnswers
        if conditions.count > limit {
            let count = "there are \(conditions.count.grouped) options with conditions"
            context.error("\(count); the limit is \(limit.grouped)", at: value)
        }
        if options.count > limit, options.contains(where: \.label.inserts) {
            let count = "there are \(options.count.grouped) options, whose labels show answers"
            context.error("\(count); the limit is \(limit.grouped)", at: value)
        }
    }

    private static func option(
        _ element: JSONValue,
        _ context: DecodingContext
    ) -> (option: Option, condition: Condition?)? {
        if element.kind == .string {
            let name = ValueReader.name(limit: DefinitionLimits.text).read(element, context)
            return name.map { (Option(value: $0, label: usualLabel(of: $0, at: element, context)), nil) }
        }
        var keys = OptionDraft()
        guard let object = optionKeys.read(element, into: &keys, context), let value = keys.value else { return nil }
        // An option with an empty label could not be distinguished from no choice.
        if let label = keys.label, label.translations.contains(where: { $0.text.isEmpty }), let site = object["label"] {
            context.error("the label is empty", at: site)
        }
        let label = keys.label ?? usualLabel(of: value, at: object["value"] ?? element, context)
        var option = Option(value: value, label: label)
        option.image = keys.image
        switch keys.when {
        case .always: return (option, nil)
        case .deciding(let values): option.when = values
        case .condition(let condition): return (option, condition)
        }
        return (option, nil)
    }

    /// The label of an option without its own.
    private static func usualLabel(of value: String, at site: JSONValue, _ context: DecodingContext) -> LocalizedText {
        let text = value.mayInsert ? ValueReader<LocalizedText>.textWithAnswers.read(site, context) : nil
        return text ?? LocalizedText(value)
    }
}

extension SliderInput {
    static let keys = KeyTable<SliderInput>("an input of a slider") {
        typeKey()
        Key("min", \.minimum, .decimal, isRequired: true)
        Key("max", \.maximum, .decimal, isRequired: true)
        Key("step", \.step, .decimal, "above 0; `step` and `min` together have at most 17 digits")
    }

    fileprivate func check(_ object: JSONObject, _ context: DecodingContext) {
        if maximum <= minimum, let site = object["max"] {
            context.error("the maximum \(maximum) is not above the minimum \(minimum)", at: site)
        } else if step <= .zero, let site = object["step"] {
            context.error("the step \(step) is not above 0", at: site)
        } else if step > .zero, minimum.differs(from: minimum, byMultipleOf: step) == nil {
            context.error("the step and the minimum have more than 17 digits", at: object["step"] ?? object.value)
        }
    }
}

extension DateInput {
    static let keys = KeyTable<DateInput>("an input of dates") {
        typeKey()
        Key("format", \.formats, formats, default: "`dd.MM.yyyy`", "a pattern, or patterns by language")
        Key("min", \.minimum, DayBound.reader)
        Key("max", \.maximum, DayBound.reader)
        Key("initial", \.initial, DayBound.reader, "the day that a calendar shows first if none is chosen")
        Key("calendar", \.calendar, .choice())
        Key("preselect", \.preselectsInitial, .word(no: "none", yes: "initial"))
            .described(as: "`initial`: that day is chosen when an empty field gets the focus")
    }

    private static let formats = ValueReader.text.map("text") { text, site, context -> [Format]? in
        let formats = text.translations.compactMap { translation in
            context.pattern(translation.text, for: .picker, "date format \(quoted(translation.text))", at: site)
                .map { Format(locale: translation.locale, pattern: $0) }
        }
        return formats.isEmpty ? nil : formats
    }

    /// Reports bounds with no day between them, unless they depend on the current day.
    fileprivate func checkRange(_ object: JSONObject, _ context: DecodingContext) {
        func fixed(_ bound: DayBound?) -> CalendarDay? {
            if case .date(let date) = bound { date } else { nil }
        }
        let (minimum, maximum, initial) = (fixed(self.minimum), fixed(self.maximum), fixed(self.initial))
        if let minimum, let maximum, minimum > maximum, let value = object["max"] {
            context.error("no date is from \(minimum.iso) to \(maximum.iso)", at: value)
        } else if let initial, let value = object["initial"] {
            if let minimum, initial < minimum {
                context.error("\(initial.iso) is before the first date, \(minimum.iso)", at: value)
            }
            if let maximum, initial > maximum {
                context.error("\(initial.iso) is after the last date, \(maximum.iso)", at: value)
            }
        }
    }
}

extension DayBound {
    static let reader = ValueReader<DayBound>("a day as `2026-03-05`, or `today`", schema: .day) {
        value,
        context in
        guard let string = value.string else { return context.mismatch("“today” or a date", at: value) }
        if string == "today" { return .today }
        if let date = CalendarDay(iso: string) { return .date(date) }
        return context.error("\(quoted(string)) is neither “today” nor a date such as “2026-03-05”", at: value)
    }
}

extension ValueSchema {
    /// A day such as `2026-03-05`, or `today`.
    package static var day: ValueSchema {
        let date = ValueSchema.of(type: "string", ["pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"])
        return .any(of: [.word(in: ["today"]), date]).named("day")
    }
}

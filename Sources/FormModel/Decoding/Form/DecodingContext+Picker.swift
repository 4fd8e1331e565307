private enum InputName: String, CaseIterable {
    case keyboard, date, options
}

private enum OptionPreselection: String, CaseIterable {
    case none, first
}

private enum DatePreselection: String, CaseIterable {
    case none, initial
}

extension DecodingContext {
    /// How a value comes into a field: `"keyboard"`, or an object with a `type`.
    func input(_ value: JSONValue) -> InputKind? {
        if value.kind == .string {
            guard let name = choice(value, of: InputName.self) else { return nil }
            if name != .keyboard { mismatch("an object with the type \(quoted(name.rawValue))", at: value) }
            return name == .keyboard ? .keyboard : nil
        }
        guard let object = value.object else {
            mismatch("“keyboard” or an object", at: value)
            return nil
        }
        guard let type = object["type"] else {
            error("an input needs the key “type”", at: value)
            return nil
        }
        switch choice(type, of: InputName.self) {
        case .keyboard:
            _ = self.object(value, keys: ["type"])
            return .keyboard
        case .options: return optionsInput(value).map(InputKind.options)
        case .date: return dateInput(value).map(InputKind.date)
        case nil: return nil
        }
    }

    // MARK: Options

    private func optionsInput(_ value: JSONValue) -> OptionsInput? {
        guard let object = object(value, keys: ["type", "options", "preselect"]) else { return nil }
        guard let list = object["options"] else {
            error("an input of options needs the key “options”", at: value)
            return nil
        }
        guard let elements = array(list, limit: DefinitionLimits.options, of: "options") else { return nil }
        var input = OptionsInput(options: [])
        input.options.reserveCapacity(elements.count)
        var known = Set<String>(minimumCapacity: elements.count)
        for element in elements {
            guard let option = option(element) else { continue }
            if !known.insert(option.value).inserted {
                error("the value \(quoted(option.value)) is listed twice", at: element)
            }
            input.options.append(option)
        }
        read(object["preselect"], into: &input.preselectsFirst) {
            choice($0, of: OptionPreselection.self).map { $0 == .first }
        }
        if input.preselectsFirst, elements.isEmpty, let preselect = object["preselect"] {
            error("there is no first option", at: preselect)
        }
        return input
    }

    /// A string is both value and label.
    private func option(_ element: JSONValue) -> OptionsInput.Option? {
        if element.kind == .string {
            return name(element, limit: DefinitionLimits.text).map { .init(value: $0, label: LocalizedText($0)) }
        }
        guard let object = object(element, keys: ["value", "label"]) else { return nil }
        guard let value = object["value"] else {
            error("an option needs the key “value”", at: element)
            return nil
        }
        guard let string = string(value) else { return nil }
        guard let label = object["label"] else { return .init(value: string, label: LocalizedText(string)) }
        guard let text = text(label) else { return nil }
        // A label that is empty could not be told from a field without a choice.
        if text.translations.contains(where: { $0.text.isEmpty }) { error("the label is empty", at: label) }
        return .init(value: string, label: text)
    }

    // MARK: Dates

    private func dateInput(_ value: JSONValue) -> DateInput? {
        let keys = ["type", "format", "min", "max", "initial", "calendar", "preselect"]
        guard let object = object(value, keys: keys) else { return nil }
        var input = DateInput(formats: [.init(locale: "", pattern: .dayFirst)])
        read(object["format"], into: &input.formats, dateFormats)
        read(object["min"], into: &input.minimum, dayBound)
        read(object["max"], into: &input.maximum, dayBound)
        read(object["initial"], into: &input.initial, dayBound)
        read(object["calendar"], into: &input.calendar) { choice($0, of: CalendarKind.self) }
        read(object["preselect"], into: &input.preselectsInitial) {
            choice($0, of: DatePreselection.self).map { $0 == .initial }
        }
        checkRange(of: input, object)
        return input
    }

    private func dateFormats(_ value: JSONValue) -> [DateInput.Format]? {
        guard let text = text(value) else { return nil }
        var formats: [DateInput.Format] = []
        for translation in text.translations {
            do throws(DatePatternError) {
                formats.append(
                    DateInput.Format(
                        locale: translation.locale,
                        pattern: try DatePattern(translation.text, for: .picker)
                    )
                )
            } catch {
                self.error("the date format \(quoted(translation.text)) cannot be used: \(error)", at: value)
            }
        }
        return formats.isEmpty ? nil : formats
    }

    private func dayBound(_ value: JSONValue) -> DayBound? {
        guard let string = value.string else {
            mismatch("“today” or a date", at: value)
            return nil
        }
        if string == "today" { return .today }
        guard let date = CalendarDay(iso: string) else {
            error("\(quoted(string)) is neither “today” nor a date such as “2026-03-05”", at: value)
            return nil
        }
        return .date(date)
    }

    /// Of bounds that do not move.
    private func checkRange(of input: DateInput, _ object: JSONObject) {
        func fixed(_ bound: DayBound?) -> CalendarDay? {
            if case .date(let date) = bound { return date }
            return nil
        }
        if let minimum = fixed(input.minimum), let maximum = fixed(input.maximum), minimum > maximum,
            let value = object["max"]
        {
            error("no date is from \(minimum.iso) to \(maximum.iso)", at: value)
        } else if let initial = fixed(input.initial), let value = object["initial"] {
            if let minimum = fixed(input.minimum), initial < minimum {
                error("\(initial.iso) is before the first date, \(minimum.iso)", at: value)
            }
            if let maximum = fixed(input.maximum), initial > maximum {
                error("\(initial.iso) is after the last date, \(maximum.iso)", at: value)
            }
        }
    }
}

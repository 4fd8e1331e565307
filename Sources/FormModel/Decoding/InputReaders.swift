// How definitions write what a field has besides its texts: its mode, its input, its keyboard, its filter.

extension DecodingContext {
    /// Reads a value that is the word `usual`, or an object whose `type` is one of some words.
    fileprivate func type<Name: RawRepresentable<String> & CaseIterable & Sendable & Equatable>(
        of value: JSONValue,
        _ noun: String,
        usual: Name
    ) -> Name? {
        let names = ValueReader<Name>.choice()
        if value.kind == .string {
            guard let name = names.read(value, self) else { return nil }
            if name != usual { mismatch("an object with the type \(quoted(name.rawValue))", at: value) }
            return name == usual ? name : nil
        }
        guard let object = value.object else {
            mismatch("\(quoted(usual.rawValue)) or an object", at: value)
            return nil
        }
        guard let type = object["type"] else {
            error("\(noun) needs the key “type”", at: value)
            return nil
        }
        return names.read(type, self)
    }
}

extension ValueSchema {
    /// A word, or an object whose `type` says which other keys it has.
    fileprivate static func of(word: String, or types: [(String, ValueSchema)], noun: String) -> ValueSchema {
        .any(of: [.word(in: [word]), .ofTypedObject(types, noun: noun, isOpen: false)])
    }
}

/// The `type` of an object, which is read before the rest.
private func typeKey<Root>() -> Key<Root> { Key("type", .string(), isRequired: true) { _, _ in } }

// MARK: Mode

extension FieldMode {
    private enum Name: String, CaseIterable {
        case plain, password, custom
    }

    private struct Password {
        var reveal = RevealBehavior.alwaysVisible

        static let keys = KeyTable<Password>("a password mode") {
            typeKey()
            Key("reveal", \.reveal, .choice(), "when the button that shows the password is visible")
        }
    }

    /// A button of the field's own.
    private struct Button {
        var image = ""
        var normalColor: Color
        var pressedColor: Color

        static let keys = KeyTable<Button>("a custom mode") {
            typeKey()
            Key("image", \.image, .name(), isRequired: true, "a name that the client looks up")
            Key("normalColor", \.normalColor, Color.reader, default: "the style's")
            Key("pressedColor", \.pressedColor, Color.reader, default: "the style's")
        }
    }

    private static let plainKeys = KeyTable<Void>("a plain mode") { typeKey() }

    static let words = """
        `"plain"`, `{"type": "password", "reveal": …}` or \
        `{"type": "custom", "image": …, "normalColor": …, "pressedColor": …}`
        """

    static var schema: ValueSchema {
        let types = [
            ("plain", plainKeys.schema()), ("password", Password.keys.schema()), ("custom", Button.keys.schema()),
        ]
        return .of(word: "plain", or: types, noun: "Mode").named("mode")
    }

    /// Reads a mode.
    /// - Parameter button: has the colours that a custom button need not give.
    static func read(_ value: JSONValue, button: ButtonStyle, _ context: DecodingContext) -> FieldMode? {
        switch context.type(of: value, "a mode", usual: Name.plain) {
        case .plain:
            var nothing: Void = ()
            if value.kind == .object { plainKeys.read(value, into: &nothing, context) }
            return .plain
        case .password:
            var password = Password()
            Password.keys.read(value, into: &password, context)
            return .password(reveal: password.reveal)
        case .custom:
            var custom = Button(normalColor: button.normalColor, pressedColor: button.pressedColor)
            Button.keys.read(value, into: &custom, context)
            return .custom(image: custom.image, normalColor: custom.normalColor, pressedColor: custom.pressedColor)
        case nil: return nil
        }
    }
}

// MARK: Input

extension InputKind {
    private enum Name: String, CaseIterable {
        case keyboard, date, options
    }

    private static let keyboardKeys = KeyTable<Void>("an input by keyboard") { typeKey() }

    static let reader = ValueReader<InputKind>("`keyboard`, or a picker, see below", schema: schema) { value, context in
        switch context.type(of: value, "an input", usual: Name.keyboard) {
        case .keyboard:
            var nothing: Void = ()
            if value.kind == .object { keyboardKeys.read(value, into: &nothing, context) }
            return .keyboard
        case .options:
            var input = OptionsInput(options: [])
            let object = OptionsInput.keys.read(value, into: &input, context)
            if input.preselectsFirst, object?["options"]?.elements?.isEmpty == true, let site = object?["preselect"] {
                context.error("there is no first option", at: site)
            }
            return .options(input)
        case .date:
            var input = DateInput(formats: [.init(locale: "", pattern: .dayFirst)])
            if let object = DateInput.keys.read(value, into: &input, context) { input.checkRange(object, context) }
            return .date(input)
        case nil: return nil
        }
    }

    private static var schema: ValueSchema {
        let types = [
            ("keyboard", keyboardKeys.schema()), ("options", OptionsInput.keys.schema()),
            ("date", DateInput.keys.schema()),
        ]
        return .of(word: "keyboard", or: types, noun: "Input").named("input")
    }
}

extension OptionsInput {
    static let keys = KeyTable<OptionsInput>("an input of options") {
        typeKey()
        Key(
            "options",
            "at most \(DefinitionLimits.options.grouped) of `{\"value\": …, \"label\": text}`",
            schema: {
                .list(of: optionSchema, [.init("maxItems", .literal("\(DefinitionLimits.options)"))])
            },
            isRequired: true,
            "no value twice; a string is both value and label"
        ) { value, input, context in
            input.readOptions(value, context)
        }
        Key(
            "preselect",
            \.preselectsFirst,
            .word(no: "none", yes: "first"),
            "chosen when an empty field takes the focus"
        )
    }

    /// Both keys of an option; a string is both.
    private struct OptionDraft {
        var value: String?
        var label: LocalizedText?
        var image: String?
    }

    private static let optionKeys = KeyTable<OptionDraft>("an option") {
        Key("value", \.value, .string(), isRequired: true, "what the field's value becomes")
        Key("label", \.label, .text, default: "the value", "what a person chooses")
        Key("image", \.image, .name(), "a picture that the client looks up")
    }

    private static var optionSchema: ValueSchema {
        .any(of: [ValueReader<String>.name(limit: DefinitionLimits.text).schema(), optionKeys.schema()])
    }

    private mutating func readOptions(_ value: JSONValue, _ context: DecodingContext) {
        guard let elements = context.elements(value, to: DefinitionLimits.options, "options") else { return }
        options.reserveCapacity(elements.count)
        var known = Set<String>(minimumCapacity: elements.count)
        for element in elements {
            guard let option = Self.option(element, context) else { continue }
            if !known.insert(option.value).inserted {
                context.error("the value \(quoted(option.value)) is listed twice", at: element)
            }
            options.append(option)
        }
    }

    private static func option(_ element: JSONValue, _ context: DecodingContext) -> Option? {
        if element.kind == .string {
            let name = ValueReader.name(limit: DefinitionLimits.text).read(element, context)
            return name.map { Option(value: $0, label: LocalizedText($0)) }
        }
        var keys = OptionDraft()
        guard let object = optionKeys.read(element, into: &keys, context), let value = keys.value else { return nil }
        // A label that is empty could not be told from a field without a choice.
        if let label = keys.label, label.translations.contains(where: { $0.text.isEmpty }), let site = object["label"] {
            context.error("the label is empty", at: site)
        }
        var option = Option(value: value, label: keys.label ?? LocalizedText(value))
        option.image = keys.image
        return option
    }
}

extension DateInput {
    static let keys = KeyTable<DateInput>("an input of dates") {
        typeKey()
        Key("format", \.formats, formats, default: "`dd.MM.yyyy`", "a pattern, or patterns by language")
        Key("min", \.minimum, DayBound.reader)
        Key("max", \.maximum, DayBound.reader)
        Key("initial", \.initial, DayBound.reader, "the day that an empty calendar shows first")
        Key("calendar", \.calendar, .choice())
        Key("preselect", \.preselectsInitial, .word(no: "none", yes: "initial"), "as in an input of options")
    }

    private static let formats = ValueReader.text.map("text") { text, site, context -> [Format]? in
        var formats: [Format] = []
        for translation in text.translations {
            do throws(DatePatternError) {
                let pattern = try DatePattern(translation.text, for: .picker)
                formats.append(Format(locale: translation.locale, pattern: pattern))
            } catch {
                context.error("the date format \(quoted(translation.text)) cannot be used: \(error)", at: site)
            }
        }
        return formats.isEmpty ? nil : formats
    }

    /// Reports bounds between which no day lies, as far as they do not move with the present day.
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
    fileprivate static let reader = ValueReader<DayBound>("a day as `2026-03-05`, or `today`", schema: .day) {
        value,
        context in
        guard let string = value.string else {
            context.mismatch("“today” or a date", at: value)
            return nil
        }
        if string == "today" { return .today }
        if let date = CalendarDay(iso: string) { return .date(date) }
        context.error("\(quoted(string)) is neither “today” nor a date such as “2026-03-05”", at: value)
        return nil
    }
}

extension ValueSchema {
    /// A day as `2026-03-05`, or `today`.
    package static var day: ValueSchema {
        let date = ValueSchema.of(type: "string", [.init("pattern", .string("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))])
        return .any(of: [.word(in: ["today"]), date]).named("day")
    }
}

// MARK: Keyboard, filter, neighbours

extension Keyboard {
    static let keys = KeyTable<Keyboard>("a keyboard", schemaName: "keyboard") {
        Key("purpose", \.purpose, .choice())
        Key("autocapitalization", \.autocapitalization, .choice(), "in a text view `sentences` by default")
        Key("autocorrection", \.autocorrection, .bool)
        Key("spellcheck", \.spellcheck, .bool)
    }
}

extension CharacterFilter {
    static let keys = KeyTable<CharacterFilter>("a filter") {
        Key("sets", \.sets, sets, "a cluster belongs to a set if its first code point does")
        Key("including", \.including, characters, "allowed besides the sets")
        Key("excluding", \.excluding, characters, "not allowed, whatever the sets say")
        Key("emoji", \.allowsEmoji, .bool, "emoji are allowed besides the sets")
    }

    private static let characters = ValueReader<String>.string().map { text, _, _ in Set(text) }

    private static let sets: ValueReader<[CharacterSetName]> = {
        let name = ValueReader<CharacterSetName>.choice()
        let schema = ValueSchema.list(of: name.schema().named("characterSet"), [.init("uniqueItems", .literal("true"))])
        return ValueReader("list of " + name.words, schema: schema) { value, context in
            guard let elements = context.elements(value) else { return nil }
            var sets: [CharacterSetName] = []
            for element in elements {
                guard let set = name.read(element, context) else { continue }
                if sets.contains(set) { context.error("\(quoted(set.rawValue)) is listed twice", at: element) }
                sets.append(set)
            }
            return sets
        }
    }()

    static let reader = ValueReader<CharacterFilter>("a filter, see below", schema: keys.schema().named("filter")) {
        value,
        context in
        var filter = CharacterFilter(sets: [])
        guard let object = keys.read(value, into: &filter, context) else { return nil }
        let hasSets = object["sets"]?.elements?.isEmpty == false
        if !hasSets, filter.including.isEmpty, !filter.allowsEmoji {
            context.error("the filter allows no character at all", at: value)
        }
        return filter
    }
}

extension Neighbour {
    static let reader = ValueReader.identifier.map { id, _, _ in Neighbour.field(id) }
}

extension Preset {
    static let reader: ValueReader<Preset> = {
        let names = allCases.map(\.rawValue)
        return ValueReader(names.joinedAsCode, schema: .word(in: names)) { value, context in
            guard let name = value.string else {
                context.mismatch("the name of a preset", at: value)
                return nil
            }
            if let preset = Preset(rawValue: name) { return preset }
            context.unknown("preset", name, at: value, allowed: names)
            return nil
        }
    }()
}

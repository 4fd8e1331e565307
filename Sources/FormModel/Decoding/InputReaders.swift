import TextEditing

// Readers of a field's mode, keyboard, filter and neighbours.

extension DecodingContext {
    /// Reads the type of a value that is the word `usual` or one of `words`, or an object whose `type` is one of
    /// several words. The caller reads the other keys of the object.
    ///
    /// - Parameters:
    ///   - usual: a type that has no other key, so that the word alone is enough.
    ///   - words: further such types.
    func type<Name: RawRepresentable<String> & CaseIterable & Sendable & Equatable>(
        of value: JSONValue,
        _ noun: String,
        usual: Name,
        words: [Name] = []
    ) -> Name? {
        let names = ValueReader<Name>.choice()
        if value.kind == .string {
            guard let name = names.read(value, self) else { return nil }
            if name == usual || words.contains(name) { return name }
            return mismatch("an object with the type \(quoted(name.rawValue))", at: value)
        }
        guard let object = value.object else { return mismatch("\(quoted(usual.rawValue)) or an object", at: value) }
        guard let type = object["type"] else { return error("\(noun) needs the key “type”", at: value) }
        guard let name = names.read(type, self) else { return nil }
        if name == usual || words.contains(name) { _ = typeAlone.shape.members(of: value, self) }
        return name
    }
}

extension ValueSchema {
    /// One of the words, or an object whose `type` determines its other keys.
    static func of(words: [String], or types: [(String, ValueSchema)], noun: String) -> ValueSchema {
        .any(of: [.word(in: words), .ofTypedObject(types, noun: noun, isOpen: false)])
    }
}

/// The `type` of an object, which is read before the other keys.
func typeKey<Root>() -> Key<Root> { Key("type", .string(), isRequired: true) { _, _ in } }

/// An object that has no other key than its type.
let typeAlone = KeyTable<Void>("an object") { typeKey() }

// MARK: Mode

extension FieldMode {
    private enum Name: String, CaseIterable {
        case plain, password, custom
    }

    private struct Password {
        var reveal = RevealBehavior.alwaysVisible

        static let keys = KeyTable<Password>("a password mode") {
            typeKey()
            Key("reveal", \.reveal, .choice(), "when the button that reveals the password is visible")
        }
    }

    /// A custom button.
    private struct Button {
        var image = ""
        var normalColor: Color
        var pressedColor: Color

        static let keys = KeyTable<Button>("a custom mode") {
            typeKey()
            Key("image", \.image, .name(), isRequired: true, "the name of a picture, which the client provides")
            Key("normalColor", \.normalColor, Color.reader, default: "the style's")
            Key("pressedColor", \.pressedColor, Color.reader, default: "the style's")
        }
    }

    static let words = """
        `"plain"`, `{"type": "password", "reveal": …}` or \
        `{"type": "custom", "image": …, "normalColor": …, "pressedColor": …}`
        """

    static var schema: ValueSchema {
        let types = [
            ("plain", typeAlone.schema()), ("password", Password.keys.schema()), ("custom", Button.keys.schema()),
        ]
        return .of(words: ["plain"], or: types, noun: "Mode").named("mode")
    }

    /// Reads a mode.
    /// - Parameter button: the default colours of a custom button.
    static func read(_ value: JSONValue, button: ButtonStyle, _ context: DecodingContext) -> FieldMode? {
        switch context.type(of: value, "a mode", usual: Name.plain) {
        case .plain: return .plain
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

// MARK: Keyboard, filter, neighbours

extension Keyboard {
    static let keys = KeyTable<Keyboard>("a keyboard", schemaName: "keyboard") {
        Key("purpose", \.purpose, .choice())
        Key("autocapitalization", \.autocapitalization, .choice(), "the default in a text view is `sentences`")
        Key("autocorrection", \.autocorrection, .bool)
        Key("spellcheck", \.spellcheck, .bool)
    }
}

extension CharacterFilter {
    static let keys = KeyTable<CharacterFilter>("a filter") {
        Key(
            "sets",
            \.sets,
            // The order of the sets means nothing.
            ValueReader<Set<CharacterSetName>>.cases(schemaName: "characterSet").map { sets, _, _ in
                CharacterSetName.allCases.filter(sets.contains)
            },
            "sets of allowed characters; a cluster belongs to a set if its first code point does"
        )
        Key("including", \.including, characters, "characters allowed in addition to the sets")
        Key("excluding", \.excluding, characters, "characters not allowed even if a set contains them")
        Key("emoji", \.allowsEmoji, .bool, "emoji are allowed in addition to the sets")
    }

    private static let characters = ValueReader<String>.string().map { text, _, _ in Set(text) }

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
            guard let name = value.string else { return context.mismatch("the name of a preset", at: value) }
            if let preset = Preset(rawValue: name) { return preset }
            return context.unknown("preset", name, at: value, allowed: names)
        }
    }()
}

/// The placeholder services built in.
private enum ServiceName {
    static let all = ["floating", "static", "native"]

    static let floatingKeys = [
        "height", "topInsets", "bottomInsets", "increasedRightPadding", "smallFontSize", "bigFontSize", "topColors",
        "bottomColors",
    ]
    static let staticKeys = ["fontSize", "height", "insets", "colors"]
    static let nativeKeys = staticKeys + ["increasedRightPadding", "role", "behavior"]

    // The same for an entry of a field.
    static let floatingEntryKeys = floatingKeys + entryKeys
    static let staticEntryKeys = staticKeys + entryKeys
    static let nativeEntryKeys = nativeKeys + entryKeys
    private static let entryKeys = ["service", "text"]
}

extension DecodingContext {
    /// Reads a field's placeholders over what its style says of their services.
    func placeholders(_ value: JSONValue, sheet: StyleSheet) -> [PlaceholderDefinition]? {
        array(value, limit: DefinitionLimits.placeholders, of: "placeholders")?.compactMap {
            placeholder($0, sheet: sheet)
        }
    }

    private func placeholder(_ value: JSONValue, sheet: StyleSheet) -> PlaceholderDefinition? {
        if value.kind == .string {
            return string(value).map {
                PlaceholderDefinition(text: LocalizedText($0), service: .floating(sheet.floating))
            }
        }
        guard let object = value.object else {
            mismatch("a string or an object", at: value)
            return nil
        }
        guard let service = object["service"] else {
            error("a placeholder needs the key “service”", at: value)
            return nil
        }
        let text = object["text"].flatMap(text)
        switch service.string {
        case "floating":
            var style = sheet.floating
            apply(value, to: &style, keys: ServiceName.floatingEntryKeys)
            return PlaceholderDefinition(text: text, service: .floating(style))
        case "static":
            var style = sheet.fixed
            apply(value, to: &style, keys: ServiceName.staticEntryKeys)
            return PlaceholderDefinition(text: text, service: .static(style))
        case "native":
            var style = sheet.native
            apply(value, to: &style, keys: ServiceName.nativeEntryKeys)
            if style.role == .support, style.behavior == .hideOnFocus {
                warning("a support placeholder that hides on focus is never visible", at: value)
            }
            return PlaceholderDefinition(text: text, service: .native(style))
        case let type?:
            guard isPlugin(type, at: service) else { return nil }
            let configuration = JSONWriter.text(
                merging: (sheet.plugins[type] ?? []) + [value],
                omitting: ["service", "text"]
            )
            return PlaceholderDefinition(text: text, service: .plugin(type: type, configuration: configuration))
        case nil:
            mismatch("the name of a placeholder service", at: service)
            return nil
        }
    }

    /// Whether a plug-in provides a placeholder service; reports it if none does.
    private func isPlugin(_ type: String, at value: JSONValue) -> Bool {
        if types.placeholders.contains(type) { return true }
        missing("placeholder service", type, at: value, known: ServiceName.all + types.placeholders)
        return false
    }

    /// Reads what a style says of placeholders in general.
    func applyPlaceholders(_ value: JSONValue, to sheet: inout StyleSheet) {
        guard let object = value.object else {
            return mismatch("an object of placeholder configurations by service", at: value)
        }
        for member in object.members {
            switch member.key {
            case "floating": apply(member.value, to: &sheet.floating, keys: ServiceName.floatingKeys)
            case "static": apply(member.value, to: &sheet.fixed, keys: ServiceName.staticKeys)
            case "native": apply(member.value, to: &sheet.native, keys: ServiceName.nativeKeys)
            default:
                guard isPlugin(member.key, at: member.site) else { continue }
                guard member.value.kind == .object else {
                    mismatch("an object", at: member.value)
                    continue
                }
                sheet.plugins[member.key, default: []].append(member.value)
            }
        }
    }

    private func apply(_ value: JSONValue, to style: inout FloatingPlaceholderStyle, keys: [String]) {
        guard let object = object(value, keys: keys) else { return }
        read(object["height"], into: &style.height, length)
        if let value = object["topInsets"] { apply(value, to: &style.topInsets) }
        if let value = object["bottomInsets"] { apply(value, to: &style.bottomInsets) }
        read(object["increasedRightPadding"], into: &style.increasedRightPadding, length)
        read(object["smallFontSize"], into: &style.smallFontSize, fontSize)
        read(object["bigFontSize"], into: &style.bigFontSize, fontSize)
        if let value = object["topColors"] { apply(value, to: &style.topColors) }
        if let value = object["bottomColors"] { apply(value, to: &style.bottomColors) }
    }

    private func apply(_ value: JSONValue, to style: inout StaticPlaceholderStyle, keys: [String]) {
        guard let object = object(value, keys: keys) else { return }
        read(object["fontSize"], into: &style.fontSize, fontSize)
        read(object["height"], into: &style.height, length)
        if let value = object["insets"] { apply(value, to: &style.insets) }
        if let value = object["colors"] { apply(value, to: &style.colors) }
    }

    private func apply(_ value: JSONValue, to style: inout NativePlaceholderStyle, keys: [String]) {
        guard let object = object(value, keys: keys) else { return }
        read(object["fontSize"], into: &style.fontSize, fontSize)
        read(object["height"], into: &style.height, length)
        if let value = object["insets"] { apply(value, to: &style.insets) }
        read(object["increasedRightPadding"], into: &style.increasedRightPadding, length)
        if let value = object["colors"] { apply(value, to: &style.colors) }
        read(object["role"], into: &style.role) { choice($0, of: NativeRole.self) }
        read(object["behavior"], into: &style.behavior) { choice($0, of: NativeBehavior.self) }
    }
}

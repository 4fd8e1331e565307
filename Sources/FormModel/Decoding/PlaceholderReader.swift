/// Reads a field's placeholders, with the defaults of the field's style for their services.
struct PlaceholderReader {
    let context: DecodingContext
    let sheet: StyleSheet

    /// The keys that every placeholder has besides those of its service.
    private static let common = ObjectShape(["service", "text"])

    func placeholders(_ value: JSONValue) -> [PlaceholderDefinition]? {
        context.elements(value, to: DefinitionLimits.placeholders, "placeholders")?.compactMap(placeholder)
    }

    private func placeholder(_ value: JSONValue) -> PlaceholderDefinition? {
        if value.kind == .string {
            return context.text(value).map { PlaceholderDefinition(text: $0, service: .floating(sheet.floating)) }
        }
        guard let object = value.object else { return context.mismatch("a string or an object", at: value) }
        guard let site = object["service"] else {
            return context.error("a placeholder needs the key “service”", at: value)
        }
        guard let name = site.string else { return context.mismatch("the name of a placeholder service", at: site) }
        guard let service = service(name, value, at: site) else { return nil }
        let text = object["text"].flatMap { context.text($0) }
        return PlaceholderDefinition(text: text, service: service)
    }

    private func service(_ name: String, _ value: JSONValue, at site: JSONValue) -> PlaceholderDefinition.Service? {
        switch name {
        case "floating":
            var style = sheet.floating
            FloatingPlaceholderStyle.keys.read(value, into: &style, context, besides: Self.common)
            return .floating(style)
        case "static":
            var style = sheet.fixed
            StaticPlaceholderStyle.keys.read(value, into: &style, context, besides: Self.common)
            return .static(style)
        case "native":
            var style = sheet.native
            NativePlaceholderStyle.keys.read(value, into: &style, context, besides: Self.common)
            if style.role == .support, style.behavior == .hideOnFocus {
                context.warning("a support placeholder that hides on focus is never visible", at: value)
            }
            return .native(style)
        default:
            guard context.isPlaceholderService(name, at: site) else { return nil }
            let objects = (sheet.plugins[name] ?? []) + [value]
            let configuration = JSONWriter.text(merging: objects, omitting: Set(Self.common.names))
            return .plugin(type: name, configuration: configuration)
        }
    }

    /// The JSON Schema of the list of placeholders.
    static var schema: ValueSchema {
        let text = ValueReader.text.schema()
        func keys<Style>(_ table: KeyTable<Style>) -> ValueSchema {
            table.schema(besides: [("service", .of(type: "string")), ("text", text)])
        }
        let services = [
            ("floating", keys(FloatingPlaceholderStyle.keys)), ("static", keys(StaticPlaceholderStyle.keys)),
            ("native", keys(NativePlaceholderStyle.keys)),
        ]
        let object = ValueSchema.ofTypedObject(services, noun: "Placeholder", key: "service")
        let entry = ValueSchema.any(of: [ValueReader.string().schema(), object]).named("placeholder")
        return .list(of: entry, ["maxItems": .number(DefinitionLimits.placeholders)])
    }
}

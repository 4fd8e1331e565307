/// A style together with the defaults that it defines for placeholders and for the hint's visibility.
package struct StyleSheet: Sendable {
    @Shared package var style = Style.underlined
    /// The style of a placeholder of the service unless the placeholder overrides it.
    package var floating = FloatingPlaceholderStyle()
    package var fixed = StaticPlaceholderStyle()
    package var native = NativePlaceholderStyle()
    /// The same for the services of plug-ins, by type: objects that are merged in this order and then with the
    /// placeholder's own keys.
    package var plugins: [String: [JSONValue]] = [:]
    /// The states in which a field shows its hint unless the field overrides them.
    package var visibleHintStates: ContainerStates = [.active, .error]

    /// The style from which all others are derived, for a one-line field.
    package static let underlined = StyleSheet()
}

/// A style sheet and the kind of field that it applies to, on which some defaults depend.
struct StyleDraft {
    var sheet: StyleSheet
    let kind: FieldKind

    /// The keys of a style and of an appearance.
    static let keys = KeyTable<StyleDraft>("an appearance") {
        Key("text", \.sheet.style.text, TextStyle.keys)
        Key("line", \.sheet.style.line, LineStyle.keys)
        Key("hint", \.sheet, hint)
        Key("border", \.sheet.style.border, BorderStyle.keys)
        Key("background", \.sheet.style.background, Color.reader)
        Key("colors", \.sheet.style.palettes, Palettes.keys, "the colours of roles, by colour scheme")
        Key("actionButton", \.sheet.style.actionButton, ButtonStyle.keys)
        Key("clearButton", \.sheet.style.clearButton, ButtonStyle.keys)
        Key("layout", \.sheet.style.layout, LayoutConstants.keys)
        Key("height", HeightPolicy.words, schema: { HeightPolicy.schema }) { value, draft, context in
            draft.sheet.style.height.read(value, kind: draft.kind, context)
        }
        Key("placeholders", "by service, the keys of its placeholders", schema: placeholdersSchema) {
            $1.sheet.readPlaceholders($0, $2)
        }
    }

    private static let hint = KeyTable<StyleSheet>("a hint", schemaName: "hint") {
        Key("font", \.style.hint.font, Font.keys)
        Key("lineHeight", \.style.hint.lineHeight, .fontSize)
        Key("colors", \.style.hint.colors, StateColors.keys)
        Key("visibleStates", \.visibleHintStates, ContainerStates.reader)
    }

    private static let placeholdersSchema: @Sendable () -> ValueSchema = {
        let services: [(name: String, schema: ValueSchema)] = [
            ("floating", FloatingPlaceholderStyle.keys.schema()), ("static", StaticPlaceholderStyle.keys.schema()),
            ("native", NativePlaceholderStyle.keys.schema()),
        ]
        let plugins: JSONText = ["additionalProperties": ["type": "object"]]
        return ValueSchema.object(services).with(plugins).named("placeholderStyles")
    }
}

extension StyleSheet {
    /// Reads a style's defaults for placeholders, by service.
    fileprivate mutating func readPlaceholders(_ value: JSONValue, _ context: DecodingContext) {
        guard let object = value.object else {
            return context.mismatch("an object of placeholder configurations by service", at: value)
        }
        for member in object.members {
            switch member.key {
            case "floating": FloatingPlaceholderStyle.keys.read(member.value, into: &floating, context)
            case "static": StaticPlaceholderStyle.keys.read(member.value, into: &fixed, context)
            case "native": NativePlaceholderStyle.keys.read(member.value, into: &native, context)
            default:
                guard context.isPlaceholderService(member.key, at: member.site) else { continue }
                guard member.value.kind == .object else {
                    context.mismatch("an object", at: member.value)
                    continue
                }
                plugins[member.key, default: []].append(member.value)
            }
        }
    }
}

extension DecodingContext {
    /// Whether a plug-in provides a placeholder service; reports the name if none does.
    func isPlaceholderService(_ name: String, at value: JSONValue) -> Bool {
        isProvided(
            "placeholder service",
            name,
            at: value,
            types.placeholders,
            besides: ["floating", "static", "native"]
        )
    }
}

/// Stores a large value on the heap and shares it between copies: a copy costs a pointer.
@propertyWrapper
package struct Shared<Value: Sendable & Hashable>: Sendable, Hashable {
    private var box: Box

    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    package init(wrappedValue: Value) {
        box = Box(wrappedValue)
    }

    package var wrappedValue: Value {
        _read { yield box.value }
        set { box = Box(newValue) }
    }

    /// For passing the value on without copying it.
    package var projectedValue: Shared {
        get { self }
        set { self = newValue }
    }

    package static func == (one: Shared, other: Shared) -> Bool {
        one.box === other.box || one.box.value == other.box.value
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(box.value)
    }
}

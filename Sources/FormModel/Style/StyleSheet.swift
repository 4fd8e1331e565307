/// A style with what it says of things that have a say of their own: placeholders and the hint's visibility.
package struct StyleSheet: Sendable {
    @Shared package var style: Style
    /// What a placeholder of the service looks like where its entry says nothing.
    package var floating: FloatingPlaceholderStyle
    package var fixed: StaticPlaceholderStyle
    package var native: NativePlaceholderStyle
    /// The same for services of plug-ins, by type; objects that are merged in this order, below the entry's own keys.
    package var plugins: [String: [JSONValue]] = [:]
    /// The states in which a field shows its hint unless it says otherwise itself.
    package var visibleHintStates: ContainerStates
}

/// A style sheet with the kind of field that it is for, on which some defaults depend.
struct StyleDraft {
    var sheet: StyleSheet
    let kind: FieldKind

    /// What a style and an appearance may say.
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
        let services: [(String, ValueSchema)] = [
            ("floating", FloatingPlaceholderStyle.keys.schema()), ("static", StaticPlaceholderStyle.keys.schema()),
            ("native", NativePlaceholderStyle.keys.schema()),
        ]
        return ValueSchema(
            [
                .init("type", .string("object")),
                .init("properties", .object(services.map { .init($0.0, $0.1.json) })),
                .init("additionalProperties", .object([.init("type", .string("object"))])),
            ],
            of: services.map(\.1)
        ).named("placeholderStyles")
    }
}

extension StyleSheet {
    /// Reads what a style says of placeholders, by service.
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
        let own = ["floating", "static", "native"]
        return types.placeholders.contains(name)
            || mayBeProvided("placeholder service", name, at: value, known: own + types.placeholders)
    }
}

extension StyleSheet {
    /// The style that every other one is derived from, as a one-line field has it.
    package static let underlined = StyleSheet(
        style: .underlined,
        floating: FloatingPlaceholderStyle(
            height: 19,
            topInsets: Insets(top: 2, left: 16, bottom: 0, right: 16),
            bottomInsets: Insets(top: 23, left: 15, bottom: 0, right: 16),
            increasedRightPadding: 70,
            smallFontSize: 12,
            bigFontSize: 16,
            topColors: StateColors(
                normal: .gray,
                active: .accent,
                error: .gray,
                disabled: .disabled
            ),
            bottomColors: StateColors(
                normal: .white,
                active: .accent,
                error: .white,
                disabled: .disabled
            )
        ),
        fixed: StaticPlaceholderStyle(
            fontSize: 12,
            height: 19,
            insets: Insets(top: 2, left: 16, bottom: 0, right: 16),
            colors: StateColors(
                normal: .gray,
                active: .accent,
                error: .gray,
                disabled: .disabled
            )
        ),
        native: NativePlaceholderStyle(
            fontSize: 16,
            height: 19,
            insets: Insets(top: 23, left: 16, bottom: 0, right: 16),
            increasedRightPadding: 60,
            colors: StateColors(
                normal: .white,
                active: .accent,
                error: .red,
                disabled: .disabled
            ),
            role: .main,
            behavior: .hideOnInput
        ),
        visibleHintStates: [.active, .error]
    )
}

extension Style {
    /// The `underlined` style of a one-line field.
    package static let underlined = Style(
        text: TextStyle(
            font: Font(family: "", size: 16),
            padding: Insets(top: 0, left: 0, bottom: 0, right: 0),
            increasedPadding: Insets(top: 0, left: 0, bottom: 0, right: 40),
            tint: .accent,
            colors: StateColors(
                normal: .white,
                active: .white,
                error: .white,
                disabled: .disabled
            )
        ),
        line: LineStyle(
            insets: Insets(top: 5, left: 16, bottom: 0, right: 16),
            height: 1,
            activeHeight: 2,
            cornerRadius: 1,
            colors: StateColors(
                normal: .container,
                active: .accent,
                error: .red,
                disabled: .disabledContainer
            )
        ),
        hint: HintStyle(
            font: Font(family: "", size: 12),
            lineHeight: 16,
            colors: StateColors(
                normal: .gray,
                active: .gray,
                error: .red,
                disabled: .disabled
            )
        ),
        border: BorderStyle(
            width: 0,
            cornerRadius: 0,
            colors: StateColors(
                normal: .clear,
                active: .clear,
                error: .clear,
                disabled: .clear
            ),
            insets: Insets(top: 0, left: 0, bottom: 0, right: 0),
            height: 0
        ),
        background: .background,
        actionButton: ButtonStyle(
            image: "eyeOff",
            alternateImage: "eyeOn",
            normalColor: .accent,
            pressedColor: .pressed,
            width: 44,
            height: 44,
            trailing: 16
        ),
        layout: LayoutConstants(
            topMargin: 18,
            leading: 16,
            trailing: 16,
            textHeight: 30,
            hintGap: 9,
            hintLeading: 16,
            hintTrailing: 16,
            hintMinimumHeight: 15,
            hintHeight: nil
        ),
        height: .flexible(minimum: 77, bottomInset: 5, ignoresEmptyHint: false),
        clearButton: ButtonStyle(
            image: "clear",
            alternateImage: "",
            normalColor: .accent,
            pressedColor: .pressed,
            width: 44,
            height: 28,
            trailing: 0
        )
    )
}

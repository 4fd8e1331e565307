import FormEngine
import FormModel
import FormPlugin
import Testing

/// A form of fields in the built-in styles, as a client draws it.
@Suite("Text scale, direction and colours")
struct LayoutTraitsTests {
    static let definition = """
        {"fields": [
            {"id": "line", "placeholders": ["Name"], "hint": "Hint", "visibleHintStates": ["normal"]},
            {"id": "box", "style": "box", "placeholders": [{"service": "static", "text": "Label"}]},
            {"id": "sum", "style": "sum", "placeholders": [{"service": "native", "text": "0"}]},
            {"id": "secret", "placeholders": ["Password"], "mode": {"type": "password"}},
            {"id": "view", "type": "textView", "placeholders": ["Comment"], "maxTextHeight": 96},
            {"id": "boxed", "style": "box", "mode": {"type": "password"}}
        ]}
        """

    static func open(
        _ definition: String = definition,
        locale: String = "en",
        _ traits: LayoutTraits = LayoutTraits()
    ) throws -> FormDriver {
        let decoded = DefinitionDecoder().decode(definition, name: "")
        let form = try CompiledForm(#require(decoded.value, "\(decoded.diagnostics)"), types: .inAllLanguages)
        return FormDriver(form: try Form(form, locale: locale, traits: traits))
    }

    /// Every frame that a field has.
    private static func frames(_ field: FieldReading) -> [Frame] {
        let looks = field.presentation
        return [looks.text.frame, looks.line.frame, looks.border.frame, looks.hint.frame]
            + [looks.button].compactMap(\.self) + field.placeholders.map(\.layer.frame)
    }

    // MARK: Text scale

    @Test(
        "the heights of a field and its hint grow with the text scale",
        arguments: [
            (0.5, 1, 8.0, 39.0), (0.5, 2, 16, 47), (1, 1, 15, 77), (1, 2, 31, 93), (2, 1, 29, 154), (2, 2, 61, 185),
            (4, 2, 122, 370),
        ]
    )
    func scaledHint(scale: Double, lines: Int, hint: Double, height: Double) throws {
        var form = try FormDriver([FormDriver.field("a")], traits: LayoutTraits(textScale: scale))
        try form.perform(.setError(Array(repeating: "x", count: lines).joined(separator: "\n")))
        #expect(try form.field.hintHeight == hint)
        #expect(try form.field.height == height)
    }

    @Test("larger text needs more lines")
    func wrapping() throws {
        var form = try FormDriver(.textView)
        try form.perform(.insertText(String(repeating: "a", count: 36)))
        #expect(try form.field.textHeight == 20)
        try form.perform(.setTextScale(2))
        // 18 clusters to a line, each line 38.1875 high.
        #expect(try form.field.textHeight == 77)
        // 2 · 28 + 77 + 2 · 9 are 151, less than the least height.
        #expect(try form.field.height == 154)
        #expect(form.events().contains(.heightChanged(154, previous: 77)))
    }

    @Test("distances above and below the text scale with it, and distances beside it do not", arguments: [0.5, 1.5, 4])
    func scaledFrames(scale: Double) throws {
        let usual = try Self.open().form
        var form = try Self.open()
        try form.perform(.setTextScale(scale))
        for index in 0..<usual.fieldCount {
            let (one, other) = (usual.field(index), form.form.field(index))
            let (looks, scaled) = (one.presentation, other.presentation)
            #expect(scaled.text.frame.y == looks.text.frame.y * scale)
            #expect(scaled.text.frame.x == looks.text.frame.x && scaled.text.frame.width == looks.text.frame.width)
            #expect(scaled.text.font.size == looks.text.font.size * scale)
            #expect(scaled.hint.font.size == looks.hint.font.size * scale)
            #expect(scaled.line.frame.height == looks.line.frame.height)
            #expect(scaled.border.frame.height == looks.border.frame.height * scale)
            #expect(scaled.button.map { [$0.width, $0.height] } == looks.button.map { [$0.width, $0.height] })
            for (layer, scaled) in zip(one.placeholders.map(\.layer), other.placeholders.map(\.layer)) {
                #expect(scaled.fontSize == layer.fontSize * scale)
                #expect(scaled.frame.y == layer.frame.y * scale)
                #expect(scaled.frame.height == layer.frame.height * scale)
                #expect(scaled.frame.x == layer.frame.x && scaled.frame.width == layer.frame.width)
            }
        }
        try form.perform(.setTextScale(1))
        #expect((0..<usual.fieldCount).map { form.form.field($0).height } == (0..<6).map { usual.field($0).height })
    }

    @Test("a scale or a width out of range is refused with the range, and nothing changes")
    func outOfRange() throws {
        var form = try Self.open()
        for scale in [0.4, 4.1, -1, .infinity, .nan] {
            #expect(throws: FormError(.outOfRange, "the text scale \(scale) is not from 0.5 to 4")) {
                try form.perform(.setTextScale(scale))
            }
        }
        #expect(form.form.textScale == 1 && form.form.revision == 0)
        #expect(throws: FormError(.outOfRange, "the text scale 5.0 is not from 0.5 to 4")) {
            _ = try Self.open(LayoutTraits(textScale: 5))
        }
        #expect(throws: FormError(.outOfRange, "the width 0.0 is not above 0 and at most 65536")) {
            _ = try Self.open(LayoutTraits(width: 0))
        }
    }

    private static func open(_ traits: LayoutTraits) throws -> FormDriver { try open(definition, traits) }

    // MARK: Direction

    @Test(
        "in Arabic, Hebrew, Persian and Urdu the layout is from right to left",
        arguments: ["ar", "he-IL", "fa", "ur"]
    )
    func direction(_ locale: String) throws {
        let form = try Self.open(locale: locale).form
        #expect(form.isRightToLeft)
        let usual = try Self.open().form
        for index in 0..<usual.fieldCount {
            let (one, other) = (Self.frames(usual.field(index)), Self.frames(form.field(index)))
            #expect(other == one.map { Frame(x: 320 - $0.x - $0.width, y: $0.y, width: $0.width, height: $0.height) })
            let (padding, mirrored) = (usual.field(index).presentation.text, form.field(index).presentation.text)
            #expect(mirrored.padding.left == padding.padding.right && mirrored.padding.right == padding.padding.left)
            #expect(form.field(index).height == usual.field(index).height)
        }
        // The text of a sum keeps 50 to its end, where the currency stands.
        #expect(form.field(2).presentation.text.frame.x == 50)
        #expect(form.field(3).presentation.button?.x == 16)
    }

    @Test("a change of the writing direction mirrors all frames and announces them")
    func mirror() throws {
        var form = try Self.open()
        try form.perform(.setLocale("ar"))
        var ofSession: SessionProperties = []
        for case .sessionProperties(let properties) in form.changes { ofSession.formUnion(properties) }
        #expect(ofSession.contains(.direction))
        var drawn: Set<Int> = []
        for case .fieldProperties(let index, let properties) in form.changes where properties.contains(.presentation) {
            drawn.insert(index)
        }
        // A frame in the middle of its field lies there in both directions.
        #expect(drawn.contains(2) && drawn.contains(3))
        try form.perform(.setLocale("de"))
        #expect(try form.field(2).presentation.text.frame.x == 16)
    }

    // MARK: Colours

    @Test("a colour scheme changes the colours of roles, and nothing else")
    func scheme() throws {
        var form = try Self.open()
        let dark = try form.field.presentation
        #expect(dark.background == DrawnColor(argb: 0xFF1F_2032, role: .background))
        #expect(dark.text.color == DrawnColor(argb: 0xFFFE_FEFE, role: .text))
        #expect(dark.line.color == DrawnColor(argb: 0xFF34_364E, role: .secondary))
        try form.perform(.setColorScheme(.light))
        let light = try form.field.presentation
        #expect(light.background == DrawnColor(argb: 0xFFFF_FFFF, role: .background))
        #expect(light.text.color.argb == 0xFF1F_2032 && light.text.color.role == .text)
        #expect(light.text.frame == dark.text.frame && light.hint.frame == dark.hint.frame)
        #expect(
            form.changes.contains(.fieldProperties(0, [.presentation, .actionButton, .placeholders]))
                || form.changes.contains(.fieldProperties(0, [.presentation, .placeholders]))
        )
        try form.perform(.field(0, .focus))
        #expect(try form.field.presentation.line.color.role == .accent)
        try form.perform(.field(0, .setError("x")))
        #expect(try form.field.presentation.line.color.role == .error)
        #expect(try form.field.placeholders.map(\.role) == [.secondary])
        #expect(try form.field(3).actionButton.color?.role == .accent)
    }

    @Test("a style can set the colours of roles, and colours without a role are the same in every scheme")
    func palette() throws {
        let definition = ##"""
            {"styles": {"own": {
                "colors": {"dark": {"accent": "#0AF"}, "light": {"accent": "#06C", "text": "#111111"}},
                "text": {"colors": {"normal": "#123456", "disabled": "accent"}}
             }},
             "fields": [{"id": "a", "style": "own"}, {"id": "b", "style": "own", "enabled": false}]}
            """##
        var form = try Self.open(definition)
        for (scheme, accent) in [(ColorScheme.dark, UInt32(0xFF00_AAFF)), (.light, 0xFF00_66CC)] {
            try form.perform(.setColorScheme(scheme))
            let (enabled, disabled) = (try form.field.presentation, try form.field(1).presentation)
            #expect(enabled.text.tint == DrawnColor(argb: accent, role: .accent))
            #expect(enabled.text.color == DrawnColor(argb: 0xFF12_3456))
            #expect(disabled.text.color == DrawnColor(argb: accent, role: .accent))
        }
        #expect(try form.field(1).presentation.hint.color.role == .disabled)
    }

    @Test("plug-ins can use every role, and unknown roles are refused")
    func roles() {
        #expect(PlaceholderLayer.colorRoles == Set(ColorRole.allCases.map(\.rawValue)))
    }
}

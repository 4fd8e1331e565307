import FormEngine
import FormModel
import FormPlugin
import Testing

/// A plug-in's layer that follows the text, such as a currency's sign.
@Suite("A layer that follows the text")
struct FollowingLayerTests {
    private static let layer = PlaceholderLayer(
        text: "₽",
        isVisible: true,
        frame: Frame(x: 0, y: 37, width: 0, height: 54),
        fontSize: 50,
        color: "secondary",
        anchor: .text(space: 10, margin: 16)
    )

    private static func open(
        measurer: Bool = false,
        locale: String = "en",
        _ traits: LayoutTraits = LayoutTraits(),
        appearance: String = "{}"
    ) throws -> FormDriver {
        let definition = """
            {\(measurer ? #""measurer": "wide", "# : "")"fields": [{"id": "a", "style": "sum", "appearance": \(appearance),
             "placeholders": [{"service": "currency", "text": "₽"}]}]}
            """
        let names = TypeNames(placeholders: ["currency"], measurers: ["wide"])
        let decoded = DefinitionDecoder(types: names).decode(definition, name: "")
        let types = FormTypes.inAllLanguages.withPlugins
        let form = try CompiledForm(#require(decoded.value, "\(decoded.diagnostics)"), types: types)
        var driver = FormDriver(form: try Form(form, locale: locale, traits: traits))
        driver.answers = answer
        return driver
    }

    /// Every character is 30 wide for a font of 50.
    private static func answer(_ question: TypeQuestion) -> TypeReply? {
        switch question.question {
        case .placeholder: .answer(.placeholder([layer]))
        case .measurer(let text):
            .answer(.measurer(TextMeasure(lines: 1, height: 60, width: Double(text.text.count) * text.fontSize * 0.6)))
        default: nil
        }
    }

    private static func frame(_ form: FormDriver) throws -> Frame {
        try #require(form.form.field(0).placeholders.first).layer.frame
    }

    @Test(
        "the layer is placed after the text by the reference metrics, and stops at the field's end",
        arguments: [
            ("1", 51.0), (" ", 51), ("12", 76), ("1\u{2009}250", 151), ("1234567890", 276), ("12345678901", 279),
            ("👨‍👩‍👧", 51),
        ]
    )
    func reference(text: String, x: Double) throws {
        var form = try Self.open()
        try form.perform(.setText(text, formats: true, validates: false))
        #expect(try Self.frame(form) == Frame(x: x, y: 37, width: 25, height: 54))
    }

    @Test("the form's measurer determines the end of the text and the width of the layer")
    func measurer() throws {
        var form = try Self.open(measurer: true)
        try form.perform(.insertText("1200,50"))
        #expect(try Self.frame(form) == Frame(x: 16 + 7 * 30 + 10, y: 37, width: 30, height: 54))
        try form.perform(.insertText("00"))
        #expect(try Self.frame(form).x == 320 - 16 - 30)
        var announced: FieldProperties = []
        for case .fieldProperties(0, let properties) in form.changes { announced.formUnion(properties) }
        #expect(announced.contains(.placeholders))
    }

    @Test("the layer moves when a late measurement arrives")
    func late() throws {
        var form = try Self.open(measurer: true)
        try form.perform(.insertText("1"))
        form.answers = { if case .measurer = $0.question { .late } else { Self.answer($0) } }
        try form.perform(.insertText("2"))
        #expect(try Self.frame(form).x == 16 + 50 + 10)
        #expect(form.form.awaitsAnswers)
        form.answers = Self.answer
        try form.perform(.refresh)
        #expect(try Self.frame(form).x == 16 + 60 + 10)
        #expect(form.changes == [.fieldProperties(0, [.placeholders])])
    }

    @Test("padding, text scale and direction affect the layer")
    func traits() throws {
        var padded = try Self.open(appearance: #"{"text": {"padding": {"left": 7}}}"#)
        try padded.perform(.insertText("1"))
        #expect(try Self.frame(padded).x == 16 + 7 + 25 + 10)
        var large = try Self.open(LayoutTraits(textScale: 2))
        try large.perform(.insertText("1"))
        #expect(try Self.frame(large) == Frame(x: 16 + 50 + 10, y: 74, width: 50, height: 108))
        #expect(try large.field.placeholders[0].layer.fontSize == 100)
        var mirrored = try Self.open(locale: "he")
        try mirrored.perform(.insertText("1"))
        #expect(try Self.frame(mirrored) == Frame(x: 320 - 51 - 25, y: 37, width: 25, height: 54))
    }

    private static func open(_ traits: LayoutTraits) throws -> FormDriver { try open(measurer: false, traits) }

    @Test("clients that measure text get the anchor and distances, and the layer has the colour of its role")
    func record() throws {
        var form = try Self.open()
        try form.perform(.insertText("1"))
        let reading = try #require(form.field.placeholders.first)
        #expect(reading.layer.anchor == .text(space: 10, margin: 16))
        #expect(reading.role == .secondary && reading.layer.color == "#9FACC7")
        try form.perform(.setColorScheme(.light))
        #expect(try form.field.placeholders.first?.layer.color == "#5B6785")
    }

    @Test("the layer is requested at most once for each key, together with the measurements, and not without a layout")
    func questions() throws {
        var form = try Self.open(measurer: true)
        try form.perform(.insertText("1"))
        form.answers = { _ in nil }
        #expect(try form.perform(.insertText("2")).questions.count == 3)
        var none = try Self.open(LayoutTraits(mode: .none))
        none.answers = { _ in nil }
        #expect(try none.perform(.insertText("1")).questions.isEmpty)
        #expect(try none.field.text == "1")
    }
}

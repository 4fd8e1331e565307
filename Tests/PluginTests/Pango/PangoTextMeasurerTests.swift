import CPango
import EventLoop
import FormPlugin
import FormRuntime
import FormdTesting
import Foundation
import Testing

/// What the plug-in says against what Pango says when it is asked as GTK asks it: a layout of cairo's font map, sizes in
/// logical pixels.
@Suite("The Pango text measurer")
struct PangoTextMeasurerTests {
    private let directory: TemporaryDirectory

    init() throws {
        EventLoop.startOnThread()
        directory = try TemporaryDirectory()
        try PluginFolder.install("PangoTextMeasurer", into: directory.path)
    }

    private static let texts = [
        "", " ", "One line", "The quick brown fox jumps over the lazy dog, again and again and again.",
        "Zwei\nZeilen", "trailing\n", "Длинная подсказка, которая занимает больше одной строки",
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        "👨‍👩‍👧 a\u{301} ﷺ עברית", String(repeating: "word ", count: 400),
    ]
    private static let fonts = [
        ("", 12.0, 16.0), ("DejaVu Sans", 16, 0), ("monospace", 13.5, 0), ("No Such Font", 50, 54),
    ]
    private static let widths = [320.0, 288, 60.5, 1]

    @Test("heights, widths and lines are Pango's own, to the pixel")
    @LoopActor
    func equal() async throws {
        var limits = PluginLimits()
        // The first question waits for all fonts to be found.
        limits.dead = .seconds(20)
        limits.late = .seconds(20)
        limits.hello = .seconds(20)
        let harness = PluginHarness(directory, limits: limits)
        var questions: [TextToMeasure] = []
        for text in Self.texts {
            for (family, size, lineHeight) in Self.fonts {
                for width in Self.widths {
                    questions.append(
                        TextToMeasure(
                            text: text,
                            fontFamily: family,
                            fontSize: size,
                            lineHeight: lineHeight,
                            width: width
                        )
                    )
                }
            }
        }
        let results = await harness.ask(questions.map { .measure($0, of: "pango") })
        for (question, result) in zip(questions, results) {
            #expect(result.measure == Self.measure(question), "\(question)")
        }
        #expect(harness.status?.starts == 1, "\(harness.log.lines)")
    }

    @Test("a wrap that there is not is refused")
    @LoopActor
    func refused() async throws {
        let harness = PluginHarness(directory)
        let text = TextToMeasure(text: "a", fontFamily: "", fontSize: 12, lineHeight: 0, width: 100)
        let result = await harness.askPatiently([.measure(text, of: "pango", configuration: #"{"wrap": "never"}"#)])
            .results
        #expect(
            result == [
                .unavailable(
                    reason: "pango refuses its configuration: /wrap: never is none of word, character, wordCharacter"
                )
            ]
        )
    }

    /// Pango in this process, by cairo's own way to a layout.
    private static func measure(_ question: TextToMeasure) -> TextMeasure {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1)
        let cairo = cairo_create(surface)
        let layout = pango_cairo_create_layout(cairo)
        let font = pango_font_description_new()
        pango_font_description_set_family(font, question.fontFamily.isEmpty ? "sans-serif" : question.fontFamily)
        pango_font_description_set_absolute_size(font, (question.fontSize * Double(PANGO_SCALE)).rounded(.down))
        pango_layout_set_font_description(layout, font)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_width(layout, Int32(question.width * Double(PANGO_SCALE)))
        pango_layout_set_text(layout, question.text, -1)
        if question.lineHeight > 0 {
            let attributes = pango_attr_list_new()
            pango_attr_list_insert(
                attributes,
                pango_attr_line_height_new_absolute(Int32(question.lineHeight * Double(PANGO_SCALE)))
            )
            pango_layout_set_attributes(layout, attributes)
            pango_attr_list_unref(attributes)
        }
        var width: Int32 = 0
        var height: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, &height)
        defer {
            g_object_unref(UnsafeMutableRawPointer(layout))
            pango_font_description_free(font)
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        return TextMeasure(
            lines: Int(pango_layout_get_line_count(layout)),
            height: Double(height),
            width: Double(width)
        )
    }
}

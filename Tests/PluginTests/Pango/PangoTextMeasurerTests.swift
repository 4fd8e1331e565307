import EventLoop
import FormPlugin
import FormdTesting
import Foundation
import PluginHost
import Testing

/// What the plug-in says against what Pango says when it is asked as GTK asks it: a layout of cairo's font map, sizes
/// in logical pixels.
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

    @Test("heights, widths and lines equal those of Pango to the pixel")
    @LoopActor
    func equal() async throws {
        var limits = PluginLimits.patient
        // The first question waits for all fonts to be found.
        limits.late = .seconds(20)
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

    @Test("an unknown wrap mode is refused")
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

    private static func measure(_ question: TextToMeasure) -> TextMeasure {
        let size = PangoSize(
            of: question.text,
            family: question.fontFamily,
            fontSize: question.fontSize,
            lineHeight: question.lineHeight,
            width: question.width
        )
        return TextMeasure(lines: size.lines, height: size.height, width: size.width)
    }
}

import EventLoop
import FormPlugin
import FormdTesting
import Foundation
import PluginHost
import Testing

@Suite("Plug-ins in other languages")
struct OtherLanguagesTests {
    private let directory: TemporaryDirectory

    init() throws {
        EventLoop.startOnThread()
        directory = try TemporaryDirectory()
    }

    @Test("a plug-in in Python implements the protocol itself, formats and validates in the sandbox")
    @LoopActor
    func python() async throws {
        let manifest = #"""
            {"name": "reverse", "version": "1", "program": "reverse.py", "protocol": 1,
             "types": [{"kind": "formatter", "name": "reverse"}, {"kind": "validator", "name": "palindrome"}]}
            """#
        let program = BuiltProducts.project + "/Tests/PluginTests/Programs/reverse.py"
        try PluginFolder.install(program: program, manifest: manifest, into: directory.path + "/reverse")
        let harness = PluginHarness(directory)
        let edit = FieldEdit(start: 1, length: 1, replacement: "ö")
        let apply = FormatterQuestion(.apply(edit, to: FieldText("abc")), locale: "de")
        let results = await harness.askPatiently([
            .format("añb", of: "reverse"),
            TypeQuestion("reverse", configuration: "{}", .formatter(apply)),
            .validator("ana", of: "palindrome"),
            .validator("anna!", of: "palindrome", configuration: #"{"words": "¡No!"}"#),
        ]).results
        #expect(results.count == 4, "\(harness.log.lines)")
        #expect(results[0].formatted == FieldText("bña", value: "añb", isComplete: true))
        #expect(
            results[1].formatted
                == FieldText(text: "aöc", selectionStart: 2, value: "cöa", isComplete: true)
        )
        #expect(results[2].verdict == .valid)
        #expect(results[3].verdict == .invalid("¡No!"))
    }

    @Test("a plug-in in C answers every kind of question, and reads its configuration")
    @LoopActor
    func c() async throws {
        try PluginFolder.installZoo(into: directory.path)
        let harness = PluginHarness(directory)
        let text = TextToMeasure(text: "eleven long", fontFamily: "", fontSize: 12, lineHeight: 0, width: 99)
        let results = await harness.askPatiently([
            .placeholder("Grüße"),
            .format("straße"),
            .validator("abc", configuration: #"{"other": {"words": "x"}, "words": "Oh: \u00fc\ud83d\ude00 "}"#),
            .validator("abc", configuration: #"{"words": 7}"#),
            .measure(text, of: "ten"),
        ]).results
        #expect(results[0].layers?.first?.text == "Grüße")
        #expect(results[1].formatted?.text == "STRAßE")
        #expect(results[2].verdict == .invalid("Oh: ü😀 3 is odd"))
        #expect(results[3] == .unavailable(reason: "even refuses its configuration: /words: 7 is no text"))
        #expect(results[4].measure == TextMeasure(lines: 2, height: 50, width: 99))
    }
}

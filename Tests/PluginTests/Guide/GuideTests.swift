import EventLoop
import FormPlugin
import FormdTesting
import Foundation
import PluginHost
import Testing

/// What the guide shows is built, confined and asked.
@Suite("The guide for authors of plug-ins", .timeLimit(.minutes(15)))
struct GuideTests {
    private let directory: TemporaryDirectory
    private let sources: TemporaryDirectory
    private let guide: Guide

    init() throws {
        EventLoop.startOnThread()
        directory = try TemporaryDirectory()
        sources = try TemporaryDirectory()
        guide = try Guide()
    }

    private func run(_ program: String, _ arguments: String...) async throws {
        let result = try await Tool.run(program, arguments, limit: .seconds(600))
        try #require(result.status == 0, "\(result.output)\n\(result.errors)")
    }

    private func install(_ plugin: String, program: String) throws {
        let manifest = try #require(guide.files["\(plugin)/plugin.json"])
        try PluginFolder.install(
            program: program,
            manifest: PluginFolder.readingRuntime(manifest),
            into: "\(directory.path)/\(plugin)"
        )
    }

    @Test("shows three plug-ins, each with its manifest")
    func complete() {
        for file in ["sampler/Package.swift", "sampler/plugin.json", "digits/digits.c", "vowels/vowels.py"] {
            #expect(guide.files[file] != nil, "\(file)")
        }
        #expect(guide.files.count == 12, "\(guide.files.keys.sorted())")
    }

    @Test("the plug-in in Swift builds without warnings, passes its tests and answers every kind of question")
    @LoopActor
    func swift() async throws {
        try guide.write("sampler", into: sources.path)
        let package = sources.path + "/sampler"
        try await run("swift", "test", "--package-path", package, "-Xswiftc", "-warnings-as-errors")
        try install("sampler", program: package + "/.build/debug/Sampler")
        let harness = PluginHarness(directory)
        let same = ValidatorQuestion(text: "a", value: "a", locale: "en", fields: ["title": "a"])
        let edit = FormatterQuestion(
            .apply(FieldEdit(start: 1, length: 0, replacement: "ö"), to: FieldText("AB")),
            locale: "de"
        )
        let text = TextToMeasure(text: "0123456789abc", fontFamily: "", fontSize: 20, lineHeight: 24, width: 105)
        let results = await harness.askPatiently([
            .validator("one", of: "wordCount", configuration: #"{"minimum": 2}"#),
            TypeQuestion("wordCount", configuration: #"{"minimum": 2, "unlike": "title"}"#, .validator(same)),
            .validator("one", of: "wordCount", configuration: #"{"minimum": 0}"#),
            TypeQuestion("capitals", configuration: "{}", .formatter(edit)),
            .placeholder("abc", of: "counter"),
            .measure(text, of: "terminal"),
        ]).results
        try #require(results.count == 6)
        #expect(results[0].verdict == .invalid("1 of at least 2 words"), "\(harness.log.lines)")
        #expect(results[1].verdict == .warning("The same as above"))
        #expect(
            results[2]
                == .unavailable(
                    reason: "wordCount refuses its configuration: /minimum: 0 is not between 1 and 1000"
                )
        )
        #expect(
            results[3].formatted == FieldText(text: "AÖB", selectionStart: 2, value: "AÖB", isComplete: true)
        )
        #expect(results[4].layers?.first?.text == "3")
        #expect(results[5].measure == TextMeasure(lines: 2, height: 48, width: 100))
    }

    @Test("the plug-in in C builds without warnings and refuses everything except digits")
    @LoopActor
    func c() async throws {
        try guide.write("digits", into: sources.path)
        let program = sources.path + "/digits/digits"
        try await run(
            "cc",
            "-std=c11",
            "-O2",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-o",
            program,
            program + ".c",
            "-I",
            BuiltProducts.project + "/Sources/FormPluginC/include"
        )
        try install("digits", program: program)
        let harness = PluginHarness(directory)
        func apply(_ text: String) -> TypeQuestion {
            let edit = FieldEdit(start: 1, length: 1, replacement: text)
            return TypeQuestion(
                "digits",
                configuration: "{}",
                .formatter(FormatterQuestion(.apply(edit, to: FieldText("123")), locale: "en"))
            )
        }
        let results = await harness.askPatiently([apply("78"), apply("x"), .format("12", of: "digits")]).results
        let changed = FieldText(text: "1783", selectionStart: 3, value: "1783", isComplete: true)
        #expect(results.first?.formatted == changed, "\(harness.log.lines)")
        #expect(results.dropFirst().first?.formatted == FieldText("123", isComplete: true))
        #expect(results.last?.formatted == FieldText("12", isComplete: true))
    }

    @Test("the plug-in in Python implements the protocol itself")
    @LoopActor
    func python() async throws {
        try guide.write("vowels", into: sources.path)
        try install("vowels", program: sources.path + "/vowels/vowels.py")
        let harness = PluginHarness(directory)
        let results = await harness.askPatiently([
            .validator("Banana", of: "vowels", configuration: #"{"minimum": 3}"#),
            .validator("kiwi", of: "vowels", configuration: #"{"minimum": 3}"#),
        ]).results
        #expect(results.first?.verdict == .valid, "\(harness.log.lines)")
        #expect(results.last?.verdict == .invalid("2 of at least 3 vowels"))
    }
}

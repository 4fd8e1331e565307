import EventLoop
import FormEngine
import FormModel
import FormRuntime
import FormdTesting
import Foundation
import Logging
import PluginHost
import Testing

@Suite("The installed forms", .loop)
struct FormLibraryTests {
    private let folder: TemporaryFolder

    @LoopActor
    init() throws {
        folder = try TemporaryFolder()
        for name in ["one", "two"] {
            try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        }
    }

    @LoopActor
    private func write(_ text: String, to file: String) throws {
        try text.write(toFile: "\(folder.path)/\(file)", atomically: true, encoding: .utf8)
    }

    @LoopActor
    private func library(logger: Logger = RecordedLog().logger) -> FormLibrary {
        FormLibrary(
            folders: FormLibrary.Folders(local: ["one", "two", "three"].map { "\(folder.path)/\($0)" }),
            compiler: FormCompiler(
                plugins: PluginHost(paths: [], reserved: [], launcher: nil, loop: .shared, logger: logger)
            ),
            logger: logger
        )
    }

    @LoopActor
    private static func form(_ title: String) -> String {
        #"{"title": "\#(title)", "fields": [{"id": "a"}]}"#
    }

    @LoopActor
    private func error(of call: () throws -> Void) -> RuntimeError? {
        do {
            try call()
            return nil
        } catch {
            return error as? RuntimeError
        }
    }

    @Test("the sessions of one user share a definition, and nobody's tell whether another has the same")
    @LoopActor
    func sharingByUser() throws {
        let compiler = library().compiler
        let form = try compiler.compile(Self.form("A"), name: "", of: 1)
        #expect(try compiler.compile(Self.form("A"), name: "", of: 1) === form)
        #expect(try compiler.compile(Self.form("A"), name: "", of: 2) !== form)
    }

    @Test("a form in a later folder replaces earlier ones, hidden and other files are ignored, and names are sorted")
    @LoopActor
    func precedence() throws {
        try write(Self.form("first"), to: "one/b.json")
        try write(Self.form("first"), to: "one/a.json")
        try write(Self.form("second"), to: "two/b.json")
        try write(Self.form("hidden"), to: "two/.c.json")
        try write(Self.form("other"), to: "two/d.txt")
        let library = library()
        #expect(library.names == ["a", "b"])
        #expect(try library.form(named: "a").definition.title.text(in: "en") == "first")
        #expect(try library.form(named: "b").definition.title.text(in: "en") == "second")
        #expect(try library.source(of: "b") == Self.form("second"))
    }

    @Test("a form is compiled once, and again after a reload")
    @LoopActor
    func sharing() throws {
        try write(Self.form("before"), to: "one/a.json")
        let library = library()
        let form = try library.form(named: "a")
        #expect(try library.form(named: "a") === form)
        try write(Self.form("after"), to: "one/a.json")
        #expect(try library.form(named: "a") === form)
        library.reload()
        #expect(try library.form(named: "a").definition.title.text(in: "en") == "after")
    }

    @Test("an unreadable folder or file is reported with its path and the reason")
    @LoopActor
    func unreadable() throws {
        try write("{}", to: "one/gone.json")
        try write("[", to: "one/broken.json")
        try write(String(repeating: " ", count: 1 << 20) + "{}", to: "one/large.json")
        try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: folder.path + "/one/bytes.json"))
        try FileManager.default.createDirectory(
            atPath: folder.path + "/one/folder.json",
            withIntermediateDirectories: false
        )
        #expect(mkfifo(folder.path + "/one/pipe.json", 0o600) == 0)
        let library = library()
        try FileManager.default.removeItem(atPath: folder.path + "/one/gone.json")
        #expect(error { _ = try library.form(named: "nothing") }?.code == .unknownForm)
        for name in ["gone", "broken", "large", "bytes", "folder", "pipe"] {
            let error = error { _ = try library.form(named: name) }
            #expect(error?.code == .invalidDefinition, "\(name)")
            #expect(error?.message.contains("one/\(name).json") == true, "\(error?.message ?? "")")
            if name == "broken" { #expect(error?.message.contains("broken.json:1:2: ") == true) }
        }
    }

    @Test("a form that cannot be opened is logged once until a reload, with the reason")
    @LoopActor
    func log() throws {
        try write("[", to: "one/broken.json")
        let log = RecordedLog()
        let library = library(logger: log.logger)
        func refusals() -> [String] {
            log.lines.filter { $0.hasPrefix("warning: an installed form cannot be opened: ") }
        }
        for _ in 0..<2 { _ = error { _ = try library.form(named: "broken") } }
        #expect(error { _ = try library.form(named: "nothing") }?.code == .unknownForm)
        #expect(refusals().count == 1)
        #expect(refusals().first?.contains("one/broken.json:1:2: ") == true)
        #expect(refusals().first?.hasSuffix(" form=broken") == true)
        library.reload()
        _ = error { _ = try library.form(named: "broken") }
        #expect(refusals().count == 2)
    }
}

import FormTraces
import Foundation
import Testing

@Suite("The vectors' folder")
struct VectorFolderTests {
    @Test("a named folder is used; a missing file is skipped, and an unreadable one is an error")
    func named() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("own".utf8).write(to: folder.appendingPathComponent("there.json"))
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("folder.json"),
            withIntermediateDirectories: false
        )
        let vectors = VectorFolder(environment: ["FORMD_VECTORS": folder.path])
        #expect(try vectors.contents(of: "there.json", copy: nil) == Data("own".utf8))
        #expect(try vectors.contents(of: "missing.json", copy: folder.appendingPathComponent("there.json")) == nil)
        #expect(throws: (any Error).self) { try vectors.contents(of: "folder.json", copy: nil) }
    }

    @Test("without a name the tests' own folder is used, and every file must exist")
    func own() throws {
        let vectors = VectorFolder(environment: [:])
        #expect(throws: (any Error).self) { try vectors.contents(of: "missing.json", copy: nil) }
        #expect(try Trace.load(from: vectors).count > 40)
    }
}

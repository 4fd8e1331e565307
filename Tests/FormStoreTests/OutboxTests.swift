import EventLoop
@testable import FormStore
import FormdTesting
import Foundation
import Synchronization
import Testing

@Suite("The outbox of submissions", .loop, .serialized)
struct OutboxTests {
    private static func submission(_ key: String, at time: Int = 1) -> Submission {
        Submission(key: key, user: 1, form: "f", submitted: time)
    }

    @LoopActor
    private static func keep(_ key: String, _ text: String, at time: Int = 1, in harness: StoreHarness) async throws {
        _ = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Submission, any Error>) in
            harness.store.outbox.keep(submission(key, at: time), Array(text.utf8)) { continuation.resume(with: $0) }
        }
    }

    @LoopActor
    private static func read(_ key: String, in harness: StoreHarness) async throws -> String {
        let bytes = try await withCheckedThrowingContinuation { continuation in
            harness.store.outbox.read(key) { continuation.resume(with: $0) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a kept submission is on the disk, comes back after a restart, replaces one with its key, and can be removed")
    @LoopActor
    func comesBack() async throws {
        let folder = try TemporaryFolder()
        do {
            let harness = try StoreHarness(in: folder)
            try await Self.keep("b", "late", at: 2, in: harness)
            try await Self.keep("a", "first", in: harness)
            try await Self.keep("a", "early", in: harness)
            let steps = harness.disk.state.withLock(\.steps)
            #expect(steps.suffix(2).first?.contains("a") == true && steps.last == "submissions", "\(steps)")
        }
        let harness = try StoreHarness(in: folder)
        #expect(try harness.store.outbox.submissions().map(\.key) == ["a", "b"])
        #expect(try await Self.read("a", in: harness) == "early")
        harness.store.outbox.remove("a")
        #expect(try await eventually { try harness.everything().range(of: Data("early".utf8)) == nil })
        #expect(try harness.store.outbox.submissions().map(\.key) == ["b"])
    }

    @Test("submissions that are kept together share the waits for the disk")
    @LoopActor
    func together() async throws {
        let harness = try StoreHarness()
        var kept = 0
        for number in 0..<200 {
            harness.store.outbox.keep(Self.submission("s\(number)"), [1]) { if case .success = $0 { kept += 1 } }
        }
        #expect(try await eventually { kept == 200 })
        // The first is alone. Of the others, each batch waits for the file system, which is not counted, and its folder.
        #expect(harness.disk.state.withLock(\.steps).count < 10)
        #expect(try harness.store.outbox.submissions().count == 200)
    }

    @Test("a full disk refuses a submission, leaves an earlier one with its key, and leaves no rest")
    @LoopActor
    func full() async throws {
        let harness = try StoreHarness()
        try await Self.keep("a", "before", in: harness)
        harness.disk.state.withLock { ($0.error, $0.torn) = (ENOSPC, 7) }
        for key in ["a", "b"] {
            await #expect(throws: SystemError("write", code: ENOSPC)) { try await Self.keep(key, "lost", in: harness) }
        }
        harness.disk.state.withLock { $0.error = nil }
        let names = try FileManager.default.contentsOfDirectory(atPath: harness.store.folder.path + "/submissions")
        #expect(names == ["a"])
        #expect(try await Self.read("a", in: harness) == "before")
        try await Self.keep("b", "after", in: harness)
        #expect(try await Self.read("b", in: harness) == "after")
    }

    @Test("a damaged file is set aside, and the others are listed")
    @LoopActor
    func damaged() async throws {
        let harness = try StoreHarness()
        try await Self.keep("a", "fine", in: harness)
        try await Self.keep("b", "damaged", in: harness)
        let path = harness.store.folder.path + "/submissions/b"
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[40] ^= 1
        try bytes.write(to: URL(filePath: path))
        #expect(try harness.store.outbox.submissions().map(\.key) == ["a"])
        let aside = harness.store.folder.path + "/aside"
        #expect(try await eventually { try FileManager.default.contentsOfDirectory(atPath: aside) == ["b.1"] })
    }

    @Test("a spool elsewhere gets whole files under their keys; a missing folder fails, and nothing is lost")
    @LoopActor
    func elsewhere() async throws {
        let harness = try StoreHarness()
        let spool = try TemporaryFolder()
        try await Self.keep("a", "{}", in: harness)
        try await Self.keep("b", "[]", in: harness)
        func carry(to path: String) async -> [Result<Void, any Error>] {
            await withCheckedContinuation { continuation in
                harness.store.outbox.spool(["a", "missing", "b"], into: path) { continuation.resume(returning: $0) }
            }
        }
        let results = await carry(to: spool.path)
        #expect(results.map { (try? $0.get()) != nil } == [true, false, true])
        #expect(try FileManager.default.contentsOfDirectory(atPath: spool.path).sorted() == ["a.json", "b.json"])
        #expect(try String(contentsOfFile: spool.path + "/b.json", encoding: .utf8) == "[]")
        #expect(await carry(to: spool.path + "/none").allSatisfy { (try? $0.get()) == nil })
        #expect(try harness.store.outbox.submissions().map(\.key) == ["a", "b"])
    }

    @Test("a spool with rotation has a folder for each period; the oldest go when one is made, and other files stay")
    func rotation() throws {
        let spool = try TemporaryFolder()
        let rotation = Rotation(format: "%Y-%m-%d", keep: 2)
        for day in 0..<4 {
            let folder = try rotation.folder(in: spool.path, at: day * 86_400, FileCalls())
            #expect(folder == "\(spool.path)/1970-01-0\(day + 1)")
            try "{}".write(toFile: folder + "/a.json", atomically: true, encoding: .utf8)
            // The same folder again.
            #expect(try rotation.folder(in: spool.path, at: day * 86_400 + 86_399, FileCalls()) == folder)
            for name in ["1970", "notes"] {
                try FileManager.default.createDirectory(
                    atPath: "\(spool.path)/\(name)",
                    withIntermediateDirectories: true
                )
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: spool.path).sorted()
        #expect(names == ["1970", "1970-01-03", "1970-01-04", "notes"])
        // One of which somebody uses a file for something else is left.
        try "".write(toFile: spool.path + "/1970-01-03/summary", atomically: true, encoding: .utf8)
        _ = try rotation.folder(in: spool.path, at: 9 * 86_400, FileCalls())
        #expect(try FileManager.default.contentsOfDirectory(atPath: spool.path + "/1970-01-03") == ["summary"])
        #expect(throws: SystemError.self) { try rotation.folder(in: spool.path + "/none", FileCalls()) }
        // The clock went back: the folder that was made is the oldest one.
        let early = try rotation.folder(in: spool.path, at: 0, FileCalls())
        #expect(FileManager.default.fileExists(atPath: early))
    }

    @Test("a spool with rotation gets its files in the folder of the day")
    @LoopActor
    func rotated() async throws {
        let harness = try StoreHarness()
        let spool = try TemporaryFolder()
        try await Self.keep("a", "{}", in: harness)
        let rotation = Rotation(format: "%Y", keep: nil)
        let results = await withCheckedContinuation { continuation in
            harness.store.outbox.spool(["a"], into: spool.path, rotation) { continuation.resume(returning: $0) }
        }
        #expect(results.allSatisfy { (try? $0.get()) != nil })
        let year = try #require(try FileManager.default.contentsOfDirectory(atPath: spool.path).first)
        #expect(year.count == 4)
        #expect(try String(contentsOfFile: "\(spool.path)/\(year)/a.json", encoding: .utf8) == "{}")
    }
}

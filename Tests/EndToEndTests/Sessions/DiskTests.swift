import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

@Suite("Disks that fail", .loop)
struct DiskTests {
    @Test(
        "on a disk that becomes read-only edits fail with StoreUnavailable, sessions can be read, and edits work again later",
        .enabled(if: geteuid() == 0, "only root can mount")
    )
    @LoopActor
    func readOnlyDisk() async throws {
        let disk = try TemporaryFolder()
        func mount(_ options: String...) async throws -> Bool {
            try await Tool.run("/usr/bin/mount", options + [disk.path]).status == 0
        }
        // A container may not mount.
        guard try await mount("-t", "tmpfs", "-o", "size=1m", "none") else { return }
        defer { umount2(disk.path, Int32(MNT_DETACH)) }
        let survivor = try await Survivor(state: disk.path + "/state")
        var session = try await survivor.connect().openSession("sample", [("token", .string("t"))])
        let doomed = try await session.client.openSession("sample", [("token", .string("u"))])
        try await session.field("name").type("Ada")
        // The kernel makes no file system read-only in which a file is open for writing: this daemon has none open yet.
        try await survivor.crash()
        session = SessionObject(client: try await survivor.connect(), path: session.path)
        #expect(try await mount("-o", "remount,ro"))
        let revision = try await session.revision()
        let refusal = try await session.field("name").refusal("InsertText", [.string("!")])
        #expect(refusal?.name == .form(.storeUnavailable))
        #expect(refusal?.message.contains("Read-only file system") == true)
        let opening = try await session.client.refusal(
            Contract.root,
            Contract.manager.name,
            "OpenSession",
            [.string("sample"), .properties([])]
        )
        #expect(opening?.name == .form(.storeUnavailable))
        #expect(try await session.field("name").text() == "Ada")
        #expect(try await session.revision() == revision)
        // What ends meanwhile is removed as soon as that can be done.
        try await doomed.seen(by: session.client).call("Close")
        #expect(try await mount("-o", "remount,rw"))
        try await session.field("name").type("!")
        let file = "\(disk.path)/state/sessions/\(getuid())-u"
        #expect(try await eventually { !FileManager.default.fileExists(atPath: file) })
        try await survivor.crash()
        let back = try await survivor.connect()
        #expect(try await session.seen(by: back).field("name").text() == "Ada!")
        #expect(try await back.manager("ListSessions").first?.elements?.count == 1)
        _ = try await survivor.daemon.stop()
    }

    @Test(
        "on a full disk edits fail with StoreUnavailable, the session does not change, and edits work again later",
        .enabled(if: geteuid() == 0)
    )
    @LoopActor
    func fullDisk() async throws {
        let disk = try TemporaryFolder()
        let isMounted = try await Tool.run("/usr/bin/mount", ["-t", "tmpfs", "-o", "size=256k", "none", disk.path])
        // A container may not mount.
        guard isMounted.status == 0 else { return }
        do {
            let survivor = try await Survivor(state: disk.path + "/state")
            let session = try await survivor.connect().openSession("sample", [("token", .string("t"))])
            let name = session.field("name")
            let follower = try await survivor.connect()
            try await session.seen(by: follower).call("Follow", [.properties([])])
            try await name.type("a")
            #expect(FileManager.default.createFile(atPath: disk.path + "/filler", contents: nil))
            let filler = try FileHandle(forWritingTo: URL(fileURLWithPath: disk.path + "/filler"))
            while (try? filler.write(contentsOf: Data(count: 1_024))) != nil {}
            try filler.close()
            var refusal: BusError?
            // What is left of the file's last page can still be written.
            var typed = "a"
            for _ in 0..<2_000 where refusal == nil {
                refusal = try await session.field("note").refusal("InsertText", [.string("x")])
                if refusal == nil { typed += "x" }
            }
            #expect(refusal?.name == .form(.storeUnavailable))
            #expect(refusal?.message.contains("No space left on device") == true)
            let revision = try await session.revision()
            #expect(try await session.field("note").text().count == typed.count - 1)
            // Keys that are sent together are refused together.
            #expect(await session.field("note").type(each: Array(repeating: "z", count: 40)) == 0)
            // One among them that is refused for another reason is answered, too.
            var answers = 0
            for argument: Value in [.string("z"), .string("z"), .uint32(1), .string("z")] {
                session.client.send(name.path, Contract.field.name, "InsertText", [argument]) { _ in answers += 1 }
            }
            #expect(try await eventually { answers == 4 })
            #expect(try await session.field("note").text().count == typed.count - 1)
            #expect(try await session.revision() == revision)
            // Whoever follows the session was told of nothing that is not stored.
            _ = try await follower.manager("ListSessions")
            #expect(follower.takeSignals().compactMap { $0.arguments.first?.uint64 }.max() == revision)
            try FileManager.default.removeItem(atPath: disk.path + "/filler")
            try await session.field("note").type("y")
            _ = try await follower.manager("ListSessions")
            #expect(follower.takeSignals().map { $0.arguments.first?.uint64 } == [revision + 1])
            try await survivor.crash()
            let text = try await session.seen(by: survivor.connect()).field("note").text()
            #expect(text == String(typed.dropFirst()) + "y")
            _ = try await survivor.daemon.stop()
        }
        _ = try await Tool.run("/usr/bin/umount", [disk.path])
    }

    @Test(
        "when the disk stalls in the middle of a storm of keys, only the sessions that are stored wait",
        .enabled(if: geteuid() == 0, "only root can mount")
    )
    @LoopActor
    func stalledDisk() async throws {
        guard let disk = try await FreezableDisk.make() else { return }
        let survivor = try await Survivor(state: disk.folder.path + "/disk/state")
        let stored = try await survivor.connect().openSession("sample", [("token", .string("t"))])
        let other = try await survivor.connect().openSession("sample", [("durable", .boolean(false))])
        // The replies of this one and of the first are on one connection.
        let second = try await stored.client.openSession("sample", [("token", .string("u"))])
        let third = try await stored.client.openSession("sample", [("token", .string("v"))])
        try await Self.callsInOrder(third.field("note"), survivor, disk)
        var (acknowledged, acknowledgedToo, isDone) = (0, 0, false)
        let secondTypist = Task { @LoopActor in
            let field = second.field("note")
            while !isDone, acknowledgedToo < 20_000 {
                let keys = (acknowledgedToo..<acknowledgedToo + 8).map(SurvivalTests.key)
                acknowledgedToo += await field.type(each: keys)
            }
        }
        let typist = Task { @LoopActor in
            let field = stored.field("note")
            while !isDone, acknowledged < 20_000 {
                acknowledged += await field.type(each: (acknowledged..<acknowledged + 8).map(SurvivalTests.key))
            }
        }
        for _ in 0..<3 {
            let before = acknowledged
            #expect(try await eventually { acknowledged > before + 100 })
            guard disk.setFrozen(true) else { return }
            for _ in 0..<20 { try await other.field("note").type("x") }
            // What was under way when the disk froze has been answered by now.
            let waiting = (acknowledged, acknowledgedToo)
            for _ in 0..<20 { try await other.field("note").type("x") }
            #expect((acknowledged, acknowledgedToo) == waiting && !isDone)
            #expect(disk.setFrozen(false))
        }
        isDone = true
        await typist.value
        await secondTypist.value
        #expect(try await other.field("note").text().count == 120)
        #expect(try await stored.field("note").text() == (0..<acknowledged).map(SurvivalTests.key).joined())
        #expect(try await second.field("note").text() == (0..<acknowledgedToo).map(SurvivalTests.key).joined())
        try await survivor.crash()
        let text = try await stored.seen(by: survivor.connect()).field("note").text()
        #expect(text == (0..<acknowledged).map(SurvivalTests.key).joined())
        _ = try await survivor.daemon.stop()
    }

    /// Checks that calls of one connection see what its earlier ones did, although the disk stalls between them.
    @LoopActor
    private static func callsInOrder(_ field: FieldObject, _ survivor: Survivor, _ disk: FreezableDisk) async throws {
        guard disk.setFrozen(true) else { return }
        var texts: [String] = []
        let calls = ["a", "b", "c"].map { key in
            Task { @LoopActor in texts.append(try await field.type(key)) }
        }
        let reading = Task { @LoopActor in texts.append("read " + (try await field.text())) }
        // Whoever only reads may not learn what could be lost, either.
        let other = FieldObject(client: try await survivor.connect(), path: field.path)
        let foreign = Task { @LoopActor in try await other.text() }
        try await EventLoop.shared.sleep(for: .milliseconds(50))
        #expect(texts.isEmpty)
        #expect(disk.setFrozen(false))
        for call in calls + [reading] { try await call.value }
        #expect(texts == ["a", "ab", "abc", "read abc"])
        #expect(try await foreign.value.isEmpty == false)
    }
}

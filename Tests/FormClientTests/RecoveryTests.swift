import DBus
import EventLoop
import FormdTesting
import Glibc
import Testing

@testable import FormClient

@Suite("Interruptions", .loop, .timeLimit(.minutes(2)))
struct RecoveryTests {
    @Test("a session that ended with the daemon is opened again with the user's input", arguments: Transport.allCases)
    @LoopActor
    func crash(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "plain")
        try await type(into: session)
        let watcher = Watcher(session)
        service.daemon.send(9)
        try await watcher.waits(for: ["lost"])
        // Waits until there is a daemon.
        session.keyboard.insert("!")
        let error = await #expect(throws: BusError.self) { try await session.submit() }
        #expect(error?.name == .disconnected)
        try await service.startAgain()
        try await watcher.waits(for: ["lost", "reopened without [\"secret\"]"])
        #expect(try await session.values().map(\.value) == ["abc", "de!", ""])
        #expect(session.focus?.name == "second")
        #expect(watcher.refusals.isEmpty)
    }

    @Test("the client also waits for a daemon that was stopped regularly", arguments: Transport.allCases)
    @LoopActor
    func stop(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "plain", .token("t"))
        try await type(into: session)
        let watcher = Watcher(session)
        #expect(try await service.daemon.stop() == 0)
        try await watcher.waits(for: ["lost"])
        try await service.startAgain()
        try await watcher.waits(for: ["lost", "reopened without [\"secret\"]"])
        #expect(session.field("first").text == "abc")
    }

    @Test("a daemon that executes its new program needs no action of the client", arguments: Transport.allCases)
    @LoopActor
    func succession(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "plain", .lifetime("connection"))
        try await type(into: session)
        let watcher = Watcher(session)
        for round in 1...2 {
            service.daemon.send(SIGUSR1)
            try await watcher.waits(for: Array(repeatElement(["lost", "resumed"], count: round).joined()))
            session.keyboard.insert("!")
            _ = try await session.values()
        }
        #expect(try await session.values().map(\.value) == ["abc", "de!!", ""])
        #expect(session.field("secret").text == "", "secrets are not handed over")
        #expect(watcher.refusals.isEmpty)
        let (forms, path) = (session.forms, session.path)
        await forms.disconnect()
        let other = try await service.connect(transport)
        #expect(try await eventually { (try? await other.attach(path)) == nil })
    }

    @Test("rows are restored even if their numbers change")
    @LoopActor
    func rows() async throws {
        let service = try await Service.start()
        let session = try await service.connect(.socket).open(form: "order")
        #expect(try await session.addRow(to: "items") == 2)
        #expect(try await session.addRow(to: "items") == 3)
        try await session.remove(row: 1, of: "items")
        session.field("items_2_what").setText("tea")
        session.field("items_3_what").setText("cup")
        session.field("phone").setText("9161234567")
        _ = try await session.values()
        let watcher = Watcher(session)
        try await service.crashAndStart()
        try await watcher.waits(for: ["lost", "reopened without []"])
        #expect(session.groups.first?.rows == [1, 2])
        #expect(session.field("items_1_what").text == "tea")
        #expect(session.field("items_2_what").text == "cup")
        #expect(session.field("phone").text == "+7 (916) 123-45-67")
        #expect(session.fields.allSatisfy { $0.error.isEmpty }, "nobody has validated it")
    }

    @Test("nested rows are restored in their enclosing rows even if the numbers change")
    @LoopActor
    func innerRows() async throws {
        let form = """
            {"fields": [{"id": "a", "repeat": {"min": 1, "max": 3}, "fields": [
              {"id": "b", "repeat": {"min": 1, "max": 3}, "fields": [{"id": "c"}]}]}]}
            """
        let service = try await Service.start()
        let session = try await service.connect(.socket).open(definition: form)
        _ = try await session.addRow(to: "a")
        #expect(try await session.addRow(to: "a_2_b") == 2)
        try await session.remove(row: 1, of: "a_2_b")
        try await session.remove(row: 1, of: "a")
        #expect(try await session.addRow(to: "a_2_b") == 3)
        session.field("a_2_b_2_c").setText("tea")
        session.field("a_2_b_3_c").setText("cup")
        _ = try await session.values()
        let watcher = Watcher(session)
        try await service.crashAndStart()
        try await watcher.waits(for: ["lost", "reopened without []"])
        #expect(session.groups.map(\.name) == ["a", "a_1_b"] && session.groups.map(\.rows) == [[1], [1, 2]])
        #expect(session.field("a_1_b_1_c").text == "tea" && session.field("a_1_b_2_c").text == "cup")
    }

    @Test("a session that has continued is synchronised")
    @LoopActor
    func bus() async throws {
        let service = try await Service.start()
        let session = try await service.connect(.bus).open(form: "plain")
        try await type(into: session)
        let other = try await service.connect(.socket).attach(session.path)
        let watcher = Watcher(session)
        service.bus.stop()
        try await watcher.waits(for: ["lost"])
        other.field("first").insert("X")
        _ = try await other.values()
        try service.bus.restart()
        try await watcher.waits(for: ["lost", "resumed"])
        #expect(session.field("first").text == other.field("first").text)
        #expect(session.field("first").text.contains("X"))
        #expect(session.field("secret").text.count == 2)
        session.field("second").insert("!")
        _ = try await session.values()
        #expect(session.field("second").text == "de!")
    }

    @Test("of two clients that open a lost session again, one restores it", arguments: Transport.allCases)
    @LoopActor
    func together(_ transport: Transport) async throws {
        let service = try await Service.start()
        var sessions: [FormSession] = []
        for _ in 0..<2 {
            let forms = try await service.connect(transport)
            sessions.append(try await forms.open(form: "order", .token("shared"), .attach))
        }
        for text in ["tea", "cup"] {
            let row = try await sessions[0].addRow(to: "items")
            sessions[0].field("items_\(row)_what").setText(text)
        }
        sessions[0].field("phone").setText("9161234567")
        _ = try await sessions[0].values()
        _ = try await sessions[1].values()
        let watchers = sessions.map(Watcher.init)
        try await service.crashAndStart()
        for watcher in watchers {
            #expect(try await eventually { watcher.story.count == 2 }, "\(watcher.story) \(watcher.failures)")
        }
        for session in sessions {
            _ = try await session.values()
            #expect(session.groups.first?.rows == [1, 2, 3])
            #expect(session.fields.filter { $0.name.hasSuffix("what") }.map(\.text) == ["", "tea", "cup"])
        }
        #expect(sessions[0].mirror.properties(of: "phone") == sessions[1].mirror.properties(of: "phone"))
        #expect(watchers.allSatisfy { $0.story.first == "lost" && $0.story.last != "closed: unreachable" })
        #expect(watchers.contains { $0.story.last == "reopened without []" })
    }

    @Test("a restoration that was interrupted goes on", arguments: Transport.allCases)
    @LoopActor
    func interrupted(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "order", .token("t"))
        _ = try await session.addRow(to: "items")
        session.field("items_2_what").setText("cup")
        session.field("name").setText("Ada")
        _ = try await session.values()
        let watcher = Watcher(session)
        for _ in 0..<4 {
            // The daemon ends somewhere in the restoration, or before or after it.
            try await service.crashAndStart()
            try await EventLoop.shared.sleep(for: .milliseconds(.random(in: 1...120)))
        }
        #expect(try await eventually { watcher.story.last == "reopened without []" })
        #expect(try await session.values().map(\.value).contains("cup"))
        #expect(session.field("name").text == "Ada" && session.groups.first?.rows == [1, 2])
    }

    @Test("a daemon that a bus starts is started again by the client's own call")
    @LoopActor
    func activated() async throws {
        let folder = try TemporaryFolder()
        let command =
            "\(BuiltProducts.path(of: "formd")) --session --state \(folder.path)/state "
            + "--forms \(BuiltProducts.project)/Sources/Forms"
        let bus = try PrivateBus(services: ["org.formd.Forms1": command])
        let forms = try await Forms.connect(.at(bus.address))
        let session = try await forms.open(form: "feedback")
        session.field("message").insert("abc")
        _ = try await session.values()
        let watcher = Watcher(session)
        let process = try await daemonProcess(bus)
        kill(process, SIGKILL)
        try await watcher.waits(for: ["lost", "resumed"])
        #expect(session.field("message").text == "abc")
        kill(try await daemonProcess(bus), SIGKILL)
    }

    @LoopActor
    private func daemonProcess(_ bus: PrivateBus) async throws -> pid_t {
        let connection = try await Connection.openBus(.at(bus.address))
        return pid_t(try await connection.processID(of: "org.formd.Forms1"))
    }

    @Test("an observer finds the session that its owner opens again", arguments: Transport.allCases)
    @LoopActor
    func viewer(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "plain")
        try await type(into: session)
        let viewer = try await service.connect(transport).attach(session.path)
        let watchers = (Watcher(session), Watcher(viewer))
        try await service.crashAndStart()
        try await watchers.0.waits(for: ["lost", "reopened without [\"secret\"]"])
        try await watchers.1.waits(for: ["lost", "resumed"])
        session.field("first").insert("!")
        _ = try await session.values()
        _ = try await viewer.values()
        #expect(viewer.mirror.properties(of: "first") == session.mirror.properties(of: "first"))
    }

    @Test("a session that is not opened again is unreachable")
    @LoopActor
    func unreachable() async throws {
        let service = try await Service.start()
        let forms = try await service.connect(.socket)
        let path = try await forms.path(ofSession: .form("plain"))
        let viewer = try await forms.attach(path)
        let watcher = Watcher(viewer)
        try await service.crashAndStart()
        try await watcher.waits(for: ["lost", "closed: unreachable"])
    }

    /// "abc" and "pw" into two fields, "de" into the one that keeps the focus.
    @LoopActor
    private func type(into session: FormSession) async throws {
        session.field("first").insert("abc")
        session.field("secret").insert("pw")
        session.field("second").focus()
        session.keyboard.insert("de")
        _ = try await session.values()
    }
}

import CSodium
import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import RandomTesting
import Testing

@Suite("Submissions that go to a target", .loop, .timeLimit(.minutes(3)))
struct SubmissionTests {
    @Test("a spool has a file for each submission, without secrets, before Submit is answered")
    @LoopActor
    func spool() async throws {
        let fields =
            #"{"id": "name"}, {"id": "age", "formatter": {"type": "number"}}, {"id": "pin", "mode": {"type": "password"}}"#
        let kiosk = try await Kiosk(#""type": "spool""#, fields: fields)
        let session = try await kiosk.open()
        try await session.field("name").type("Ada")
        try await session.field("age").type("36")
        try await session.field("pin").type("hush1234")
        // The caller gets the secrets as before.
        #expect(try await session.call("Submit").texts()["pin"] == "hush1234")
        let spool = kiosk.survivor.state + "/spool"
        let document = try #require(try kiosk.arrived(in: spool).first)
        #expect(Set(document.keys) == ["key", "form", "user", "submitted", "values"])
        #expect(document["form"] as? String == "f" && document["user"] as? UInt32 == getuid())
        let values = document["values"] as? [String: Any]
        #expect(values?["name"] as? String == "Ada" && values?["age"] as? Int == 36 && values?.count == 2)
        #expect(try kiosk.survivor.kept().range(of: Data("hush".utf8)) == nil)
        // The next submission of the session has another key.
        try await session.field("name").type("!")
        try await session.call("SubmitDocument")
        #expect(Set(try kiosk.names(in: spool)) == ["Ada", "Ada!"])
        #expect(Set(try kiosk.arrived(in: spool).compactMap { $0["key"] as? String }).count == 2)
        #expect(try await kiosk.outbox().isEmpty)
        #expect(try await kiosk.statistic("delivered") == .uint64(2))
        // It cannot be submitted twice without a change.
        #expect(try await session.refusal("Submit")?.name == .form(.alreadySubmitted))
        #expect(try kiosk.names(in: spool).count == 2)
    }

    @Test("secrets that the form names are submitted so that only the owner of the secret key can read them")
    @LoopActor
    func sealed() async throws {
        var (publicKey, secretKey) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
        #expect(crypto_box_keypair(&publicKey, &secretKey) == 0)
        let digits = publicKey.map { String(format: "%02x", $0) }.joined()
        let fields = ["pin", "code", "other"].map { #"{"id": "\#($0)", "mode": {"type": "password"}}"# }
        let kiosk = try await Kiosk(
            #""type": "spool", "secrets": {"fields": ["pin", "code"], "publicKey": "\#(digits)"}"#,
            fields: fields.joined(separator: ", ")
        )
        let session = try await kiosk.open()
        for name in ["pin", "code", "other"] { try await session.field(name).type("hush-\(name)") }
        try await session.call("Submit")
        let document = try #require(try kiosk.arrived(in: kiosk.survivor.state + "/spool").first)
        #expect((document["values"] as? [String: Any])?.isEmpty == true)
        let secrets = try #require(document["secrets"] as? [String: String])
        #expect(Set(secrets.keys) == ["pin", "code"])
        for (name, box) in secrets {
            let box = Array(try #require(Data(base64Encoded: box)))
            var text = [UInt8](repeating: 0, count: box.count - crypto_box_sealbytes())
            #expect(crypto_box_seal_open(&text, box, UInt64(box.count), publicKey, secretKey) == 0)
            #expect(String(decoding: text, as: UTF8.self) == "hush-\(name)")
        }
        #expect(try kiosk.survivor.kept().range(of: Data("hush".utf8)) == nil)
    }

    @Test("a client's own definition cannot name a target, and a daemon without a state folder has none")
    @LoopActor
    func onlyInstalled() async throws {
        let kiosk = try await Kiosk(#""type": "spool""#)
        let definition = Value.string(#"{"fields": [{"id": "a"}], "submission": {"type": "spool"}}"#)
        let refusal = try await kiosk.survivor.connect().refusal(
            Contract.root,
            Contract.manager.name,
            "OpenDefinition",
            [definition, .properties([])]
        )
        #expect(refusal?.name == .form(.invalidDefinition) && refusal?.message.contains("/submission") == true)
        let forms = ["f": #"{"fields": [{"id": "a"}], "submission": {"type": "spool"}}"#]
        let daemon = try await Daemon.start(.socket, forms: forms, arguments: ["--state", "none"])
        let client = Client(try await Connection.openBus(.at(daemon.socketAddress)))
        let opening = try await failure { _ = try await client.openSession("f") }
        #expect(opening?.name == .form(.storeUnavailable))
    }

    @Test("a spool elsewhere that is missing gets the submissions when it is there, once, also after kill -9")
    @LoopActor
    func missingSpool() async throws {
        let kiosk = try await Kiosk(#""type": "spool", "directory": "TARGET/spool", "wait": 0"#)
        let session = try await kiosk.open()
        for name in ["a", "b"] {
            try await session.field("name").type(name)
            try await session.call("Submit")
        }
        #expect(try await eventually { try await kiosk.outbox().map(\.state) == ["delayed", "delayed"] })
        #expect(try await kiosk.outbox().allSatisfy { $0.reason.contains("No such file or directory") })
        try await kiosk.survivor.crash()
        #expect(try await kiosk.statistic("waiting") == .uint32(2))
        let spool = kiosk.target.path + "/spool"
        try FileManager.default.createDirectory(atPath: spool, withIntermediateDirectories: false)
        #expect(try await kiosk.formctl("submissions", "retry").status == 0)
        #expect(try await eventually { try await kiosk.outbox().isEmpty })
        #expect(Set(try kiosk.names(in: spool)) == ["a", "ab"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: spool).count == 2)
        #expect(try await eventually { try kiosk.survivor.kept().range(of: Data(#""values""#.utf8)) == nil })
    }

    @Test(
        "a program that refuses shows its errors, the form is not submitted, and can be corrected",
        arguments: [true, false]
    )
    @LoopActor
    func refused(isStored: Bool) async throws {
        let kiosk = try await Kiosk(Kiosk.program)
        let client = try await kiosk.survivor.connect()
        let session = try await client.openSession("f", [("durable", .boolean(isStored))])
        try await client.call(session.path, Contract.session.name, "Subscribe")
        let name = session.field("name")
        try await name.type("refuse")
        _ = client.takeSignals()
        // Keys before and after, in the same breath: those before stay.
        client.send(name.path, Contract.field.name, "InsertText", [.string("d")]) { _ in }
        let refusal = try await session.refusal("Submit")
        #expect(refusal?.name == .form(.notValid) && refusal?.message.contains("Nobody is called so") == true)
        #expect(!client.signals.contains { $0.name == "Submitted" })
        #expect(try await name.get("Error") == .string("Nobody is called so"))
        #expect(try await session.get("State") == .string("editing"))
        #expect(try await name.text() == "refused")
        #expect(try await kiosk.outbox().isEmpty)
        try await name.call("SetText", [.string("Ada"), .properties([])])
        try await session.call("Submit")
        #expect(client.signals.contains { $0.name == "Submitted" })
        #expect(try kiosk.names() == ["Ada"])
        #expect(try await session.get("State") == .string("submitted"))
        #expect(try await kiosk.statistic("refusals") == .uint64(1))
    }

    @Test(
        "a program that hangs, dies or answers garbage fails, the submission is kept, and nobody's text is logged",
        arguments: [
            ("hang", "did not end within"), ("dies", "status 3"), ("garbage", "not a JSON object"),
            ("leaks", "status 126"),
        ]
    )
    @LoopActor
    func fails(name: String, reason: String) async throws {
        let kiosk = try await Kiosk(Kiosk.program + #", "wait": 1"#, time: 1_500)
        let session = try await kiosk.open()
        try await session.field("name").type(name)
        let other = try await session.client.openSession("f")
        let start = EventLoop.now
        try await session.call("Submit")
        #expect(name != "hang" || EventLoop.now - start >= .milliseconds(900))
        // Meanwhile and afterwards others are served.
        try await other.field("name").type("Ada")
        try await other.call("Submit")
        #expect(try kiosk.names() == ["Ada"])
        #expect(try await eventually { try await kiosk.outbox().first?.reason.contains(reason) == true })
        #expect(try await session.get("State") == .string("submitted"))
        let key = try #require(try await kiosk.outbox().first?.key)
        let listed = try await kiosk.formctl("submissions").output
        #expect(listed.contains(key) && listed.contains(reason) && !listed.contains(#""name""#))
        let shown = try await kiosk.formctl("submissions", "show", key).output
        #expect(shown.contains(#""values": {"name": "\#(name)"}"#))
        #expect(try await eventually { try await kiosk.formctl("submissions", "discard", key).status == 0 })
        let unknown = try await kiosk.formctl("submissions", "retry", key)
        #expect(unknown.status == 1 && unknown.errors.contains("no submission"))
        #expect(!kiosk.survivor.daemon.log.contains { $0.contains("I cannot read") || $0.contains(#""name""#) })
    }

    @Test("where the answers go is what the installed form says, not the definition that a session has kept")
    @LoopActor
    func installed() async throws {
        let kiosk = try await Kiosk(#""type": "spool""#)
        let session = try await kiosk.open()
        try await session.field("name").type("Ada")
        try await kiosk.install(#""type": "spool", "directory": "TARGET""#)
        try await session.call("Submit")
        #expect(try await eventually { try kiosk.names(in: kiosk.target.path) == ["Ada"] })
        #expect((try? kiosk.names(in: kiosk.survivor.state + "/spool")) ?? [] == [])
    }

    @Test(
        "a refusal after Submit was answered shows the errors in the session; one without a session waits for somebody"
    )
    @LoopActor
    func lateRefusal() async throws {
        let kiosk = try await Kiosk(Kiosk.program + #", "wait": 0"#)
        func submitSlow(_ token: String) async throws -> SessionObject {
            let session = try await kiosk.open(token)
            try await session.field("name").type("slow")
            try await session.call("Submit")
            return session
        }
        func letGo() throws {
            let pipe = try FileHandle(forUpdating: URL(filePath: kiosk.target.path + "/pipe"))
            try pipe.write(contentsOf: Data("go\n".utf8))
        }
        let session = try await submitSlow("a")
        #expect(try await session.get("State") == .string("submitted"))
        #expect(try await eventually { FileManager.default.fileExists(atPath: kiosk.target.path + "/begun") })
        try letGo()
        #expect(try await eventually { try await session.get("State") == .string("editing") })
        #expect(try await session.field("name").get("Error") == .string("Too late"))
        #expect(try await eventually { try await kiosk.outbox().isEmpty })
        let gone = try await submitSlow("b")
        try await gone.call("Close")
        #expect(
            try await eventually { (try? Data(contentsOf: URL(filePath: kiosk.target.path + "/begun")))?.count == 2 }
        )
        try letGo()
        #expect(try await eventually { try await kiosk.outbox().first?.state == "refused" })
        #expect(try await eventually { try kiosk.survivor.kept().range(of: Data("name: Too late".utf8)) != nil })
        try await kiosk.survivor.crash()
        #expect(try await kiosk.outbox().map(\.reason) == ["name: Too late"])
        #expect(try await kiosk.statistic("refused") == .uint32(1))
    }

    @Test("kill -9 at any moment loses no submission that was answered, and delivers others again with the same key")
    @LoopActor
    func storm() async throws {
        let kiosk = try await Kiosk(Kiosk.program + #", "wait": 1"#)
        var generator = SeededGenerator(seed: 40)
        var answered: [String] = []
        let rounds =
            ProcessInfo.processInfo.environment["FORMD_CRASHES"].flatMap(Int.init).map { max(4, $0 / 100) } ?? 4
        var session = try await kiosk.open()
        for round in 0..<rounds {
            let client = try await kiosk.survivor.connect()
            session = session.seen(by: client)
            let typist = Task { @LoopActor [session] in
                for number in 0..<100 {
                    let name = "n\(round)-\(number)"
                    do {
                        try await session.field("name").call("SetText", [.string(name), .properties([])])
                        try await session.call("Submit")
                        answered.append(name)
                    } catch {
                        return
                    }
                }
            }
            try await EventLoop.shared.sleep(for: .milliseconds(Int.random(in: 20...250, using: &generator)))
            kiosk.survivor.daemon.send(SIGKILL)
            _ = await typist.value
            _ = try await kiosk.survivor.daemon.exitStatus()
            try await kiosk.survivor.start()
            // Whoever got no answer submits again.
            let again = session.seen(by: try await kiosk.survivor.connect())
            if try await again.get("State") == .string("editing"), try await !again.field("name").text().isEmpty {
                let name = try await again.field("name").text()
                try await again.call("Submit")
                answered.append(name)
            }
        }
        #expect(try await eventually { try await kiosk.outbox().isEmpty })
        let arrived = try kiosk.arrived()
        let names = try kiosk.names()
        #expect(Set(answered).isSubset(of: names), "lost: \(Set(answered).subtracting(names))")
        // What arrived twice has one key, and no key has two texts.
        let pairs = Set(zip(arrived, names).map { "\($0["key"] as? String ?? "") \($1)" })
        let keys = Set(arrived.compactMap { $0["key"] as? String })
        #expect(pairs.count == Set(names).count && keys.count == pairs.count, "\(pairs.sorted())")
        #expect(!answered.isEmpty)
    }

    @Test(
        "on a full disk Submit fails with StoreUnavailable, the form stays as it was, and can be submitted later",
        .enabled(if: geteuid() == 0, "only root can mount")
    )
    @LoopActor
    func fullDisk() async throws {
        let disk = try TemporaryFolder()
        let isMounted = try await Tool.run("/usr/bin/mount", ["-t", "tmpfs", "-o", "size=256k", "none", disk.path])
        // A container may not mount.
        guard isMounted.status == 0 else { return }
        defer { umount2(disk.path, Int32(MNT_DETACH)) }
        let kiosk = try await Kiosk(Kiosk.program, state: disk.path + "/state")
        let session = try await kiosk.open()
        try await session.field("name").type("Ada")
        #expect(FileManager.default.createFile(atPath: disk.path + "/filler", contents: nil))
        let filler = try FileHandle(forWritingTo: URL(fileURLWithPath: disk.path + "/filler"))
        while (try? filler.write(contentsOf: Data(count: 1_024))) != nil {}
        try filler.close()
        let refusal = try await session.refusal("Submit")
        #expect(refusal?.name == .form(.storeUnavailable))
        #expect(refusal?.message.contains("No space left on device") == true)
        #expect(try await session.get("State") == .string("editing"))
        #expect(try await session.field("name").text() == "Ada")
        #expect(
            try kiosk.names().isEmpty
                && FileManager.default.contentsOfDirectory(atPath: disk.path + "/state/submissions").isEmpty
        )
        try FileManager.default.removeItem(atPath: disk.path + "/filler")
        try await session.call("Submit")
        #expect(try kiosk.names() == ["Ada"])
        _ = try await kiosk.survivor.daemon.stop()
    }

    @Test("a program that receives a submission ends before the next program of the daemon, which delivers it again")
    @LoopActor
    func succession() async throws {
        let kiosk = try await Kiosk(Kiosk.program + #", "wait": 30"#)
        let session = try await kiosk.open()
        try await session.field("name").type("slow")
        let (daemon, begun) = (kiosk.survivor.daemon, kiosk.target.path + "/begun")
        // The call is answered before the connection ends, because the submission is kept.
        let submitting = Task { @LoopActor [session] in _ = try await session.call("Submit") }
        #expect(try await eventually { FileManager.default.fileExists(atPath: begun) })
        daemon.send(SIGUSR1)
        try await submitting.value
        #expect(try await eventually { daemon.notificationsSent.filter { $0 == "READY=1" }.count == 2 })
        #expect(try await eventually { try Data(contentsOf: URL(filePath: begun)).count == 2 })
        #expect(try await kiosk.outbox().map(\.state) == ["underway"])
        // One process waits, and none is dead.
        let children = "/proc/\(daemon.processIdentifier)/task/\(daemon.processIdentifier)/children"
        #expect(try String(contentsOfFile: children, encoding: .utf8).split(separator: " ").count == 1)
        #expect(try await session.seen(by: kiosk.survivor.connect()).get("State") == .string("submitted"))
    }

    @Test("a submission that waits for longer than it should is reported, again and again, until it has arrived")
    @LoopActor
    func waiting() async throws {
        let kiosk = try await Kiosk(Kiosk.program, age: 1_000)
        let session = try await kiosk.open()
        let client = session.client
        try await client.listen()
        try await session.field("name").type("later")
        try await session.call("Submit")
        for _ in 1...2 {
            #expect(try await client.waits(for: "SubmissionsWait"))
            let signal = try #require(client.takeSignals().last { $0.name == "SubmissionsWait" })
            #expect(signal.arguments.count == 2 && signal.arguments.first == .uint32(1))
        }
        #expect(kiosk.survivor.daemon.log.contains { $0.contains("wait for their targets for too long") })
        #expect(FileManager.default.createFile(atPath: kiosk.target.path + "/well", contents: nil))
        #expect(try await eventually { try await kiosk.outbox().isEmpty })
        #expect(try kiosk.names() == ["later"])
    }

    @Test("a long submission arrives whole; of 16 MiB with FORMD_LARGE=1")
    @LoopActor
    func large() async throws {
        let count = Kiosk.isLarge ? 64 : 4
        let fields = (0..<count).map { #"{"id": "f\#($0)"}"# }.joined(separator: ", ")
        let kiosk = try await Kiosk(#""type": "spool", "directory": "TARGET", "wait": 30"#, fields: fields)
        let session = try await kiosk.open()
        let text = String(repeating: "𝄞", count: 65_536)
        for number in 0..<count {
            try await session.field("f\(number)").call("SetText", [.string(text), .properties([])])
        }
        try await session.call("SubmitDocument")
        let values = try kiosk.arrived(in: kiosk.target.path).first?["values"] as? [String: String]
        #expect(values?.count == count && values?.values.allSatisfy { $0 == text } == true)
    }

    @Test("a program may write where its form says, and use the network only if it says so", arguments: [true, false])
    @LoopActor
    func confined(hasNetwork: Bool) async throws {
        let kiosk = try await Kiosk(Kiosk.program + (hasNetwork ? #", "network": true"# : ""))
        let script = """
            #!/usr/bin/python3
            import json, os, socket, sys
            def can(what):
                try: what()
                except OSError: return "no"
                return "yes"
            document = json.load(sys.stdin)
            document["values"]["name"] = " ".join([
                can(lambda: open("\(kiosk.survivor.folder.path)/stolen", "w")),
                can(lambda: os.listdir("\(kiosk.survivor.folder.path)")),
                can(lambda: socket.socket(socket.AF_UNIX)),
                can(lambda: socket.socket(socket.AF_INET)),
                can(lambda: os.fork() or os._exit(0))])
            with open("\(kiosk.target.path)/arrived~", "w") as file: json.dump(document, file)
            os.rename("\(kiosk.target.path)/arrived~", "\(kiosk.target.path)/arrived")
            """
        try script.write(toFile: kiosk.target.path + "/program/run", atomically: true, encoding: .utf8)
        chmod(kiosk.target.path + "/program/run", 0o755)
        let session = try await kiosk.open()
        try await session.field("name").type("x")
        try await session.call("Submit")
        #expect(try await eventually { try kiosk.names() == ["no no no \(hasNetwork ? "yes" : "no") no"] })
    }
}

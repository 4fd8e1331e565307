import DBus
import EventLoop
import FormBundles
import FormContract
import FormdTesting
import Foundation
import Testing

@Suite("Bundles of forms", .loop, .timeLimit(.minutes(3)))
struct BundleTests {
    @LoopActor
    private func makeKiosk(
        at server: SecureServer,
        interval: Int = 0,
        state: String? = nil,
        local: [String: String] = [:],
        keys: [String] = ["house"]
    ) async throws -> BundleKiosk {
        try await BundleKiosk(
            source: server.bundle,
            publisher: BundlePublisher(in: server.published),
            interval: interval,
            state: state,
            local: local,
            keys: keys
        )
    }

    @Test("a published version is taken up, and again after a crash; open sessions keep their definitions")
    @LoopActor
    func taken() async throws {
        let server = try await SecureServer()
        let kiosk = try await makeKiosk(at: server)
        #expect(try await kiosk.version() == 0)
        #expect(try await kiosk.update().contains("unreachable: "))
        try await kiosk.publisher.publish(1)
        #expect(try await kiosk.update() == "")
        #expect(try await kiosk.titles() == ["f": "Form 1", "version": "1"])
        try await kiosk.survivor.daemon.waits(forLog: "the bundle is as it should be again")

        let client = try await kiosk.survivor.connect()
        let session = try await client.openSession("f", [("token", .string("t"))])
        try await session.field("a").type("Ada")
        try await client.listen()
        try await kiosk.publisher.publish(2, ["new": BundlePublisher.form("New")])
        try await client.manager("Reload")
        #expect(try await client.waits(for: "TypesChanged"))
        #expect(try await eventually { try await kiosk.version() == 2 })
        #expect(try await kiosk.titles() == ["f": "Form 2", "version": "2", "new": "New"])
        #expect(try await session.call("GetDefinition").string().contains("Form 1"))
        let other = try await client.openSession("f")
        #expect(try await other.call("GetDefinition").string().contains("Form 2"))
        #expect(try await client.manager("GetDefinition", [.string("f")]).string() == BundlePublisher.form("Form 2"))

        try await server.stop()
        try await kiosk.survivor.crash()
        #expect(try await kiosk.titles() == ["f": "Form 2", "version": "2", "new": "New"])
        #expect(try await session.seen(by: kiosk.survivor.connect()).field("a").text() == "Ada")
        #expect(try await kiosk.update().contains("unreachable: "))
        #expect(try await kiosk.titles()["f"] == "Form 2")
    }

    @Test("the server's log says which kiosk has which version")
    @LoopActor
    func userAgent() async throws {
        let server = try await SecureServer()
        let kiosk = try await makeKiosk(at: server)
        try await kiosk.publisher.publish(7)
        #expect(try await kiosk.update() == "")
        let last = "/bundles/house.json.minisig formd/\(Contract.version) bundle/house-7 kiosk/hall-3"
        #expect(try await eventually { server.asked().last == last })
        #expect(server.asked().first?.hasSuffix("bundle/house-0 kiosk/hall-3") == true)
        // Nothing else is fetched if there is nothing new.
        let count = server.asked().count
        #expect(try await kiosk.update() == "")
        #expect(server.asked().dropFirst(count) == [last])
    }

    @Test("a new version is found without being asked for")
    @LoopActor
    func interval() async throws {
        let server = try await SecureServer()
        let kiosk = try await makeKiosk(at: server, interval: 1)
        try await kiosk.publisher.publish(1)
        #expect(try await eventually { try await kiosk.version() == 1 })
        try await kiosk.publisher.publish(2)
        #expect(try await eventually { try await kiosk.version() == 2 })
    }

    enum Fault: String, CaseIterable, Sendable {
        case changedByte, stranger, unsigned, noSignature, older, changed, truncated, text, otherName
        case form, message, missingPlugin, otherPlugin
        case hang, garbage, huge, endless, cut, ill, moved, away

        var name: BundleError.Name {
            switch self {
            case .changedByte, .unsigned, .truncated, .garbage: .wrongSignature
            case .stranger: .unknownKey
            case .older: .olderVersion
            case .changed: .changedContents
            case .text, .message: .malformed
            case .otherName: .wrongName
            case .form: .invalidForm
            case .missingPlugin, .otherPlugin: .wrongPlugin
            case .huge, .endless: .tooLarge
            case .noSignature, .hang, .cut, .ill, .moved, .away: .unreachable
            }
        }

        var reason: String {
            switch self {
            case .form: "broken:1:13: error: /fields/0: "
            case .older: " is older than version "
            case .otherPlugin: "the installed plug-in “zoo” has the SHA-256 "
            case .hang: "timed out"
            case .ill: "the server answered 503"
            case .moved: "the server answered 302"
            case .huge, .endless: "more than 16777216 bytes"
            default: ": "
            }
        }
    }

    @Test("a bundle that is not right is an error by name, and everything stays as it was")
    @LoopActor
    func refused() async throws {
        let server = try await SecureServer()
        let kiosk = try await makeKiosk(at: server)
        try PluginFolder.installZoo(into: kiosk.survivor.folder.path + "/plugins")
        try await kiosk.survivor.connect().manager("Reload")
        try await kiosk.publisher.publish(1)
        #expect(try await kiosk.update() == "")
        for (version, fault) in zip(2..., Fault.allCases) {
            // The version before was mended by this one.
            try server.behave("")
            try await kiosk.publisher.publish(version)
            #expect(try await kiosk.update() == "", "\(fault)")
            let forms = ["f": "Form \(version)", "version": "\(version)"]
            #expect(try await kiosk.titles() == forms, "\(fault)")
            let files = try kiosk.files()
            try await publish(fault, after: version, by: kiosk, at: server)
            let error = try await kiosk.update()
            #expect(error.hasPrefix(fault.name.rawValue + ": ") && error.contains(fault.reason), "\(fault): \(error)")
            try await kiosk.survivor.daemon.waits(forLog: "everything stays as it was: \(fault.name.rawValue): ")
            #expect(try await kiosk.titles() == forms, "\(fault)")
            #expect(try kiosk.files() == files, "\(fault)")
            #expect(try await kiosk.version() == UInt64(version), "\(fault)")
        }
        let shown = try await kiosk.formctl("bundle")
        #expect(shown.status == 0 && shown.output.contains("unreachable: "), "\(shown)")
        #expect(try await kiosk.formctl("bundle", "update").status == 1)
        try await kiosk.survivor.crash()
        #expect(try await kiosk.titles()["f"] == "Form \(1 + Fault.allCases.count)")
    }

    @LoopActor
    private func publish(
        _ fault: Fault,
        after version: Int,
        by kiosk: BundleKiosk,
        at server: SecureServer
    ) async throws {
        let publisher = kiosk.publisher
        let file = URL(filePath: publisher.place + "/house.json")
        func publish(
            _ number: Int? = nil,
            name: String = "house",
            forms: [String: String] = ["f": BundlePublisher.form("Bad")],
            messages: [String: [String: String]] = [:],
            plugins: [String: String] = [:],
            by key: String = "house"
        ) async throws {
            let document = try BundlePublisher.document(
                number ?? version + 1,
                name: name,
                forms: forms,
                messages: messages,
                plugins: plugins
            )
            try await publisher.publish(document, signedBy: key)
        }
        switch fault {
        case .changedByte:
            try await publish()
            var document = try Data(contentsOf: file)
            document[document.count / 2] ^= 1
            try document.write(to: file)
        case .stranger: try await publish(by: "stranger")
        case .unsigned:
            try await publish()
            try Data("untrusted comment: none\n".utf8).write(to: file.appendingPathExtension("minisig"))
        case .noSignature:
            try await publish()
            try FileManager.default.removeItem(at: file.appendingPathExtension("minisig"))
        case .older: try await publish(version - 1)
        case .changed: try await publish(version)
        case .truncated:
            try await publish()
            try Data(contentsOf: file).dropLast().write(to: file)
        case .text: try await publisher.publish(Data("no JSON".utf8))
        case .otherName: try await publish(name: "garden")
        case .form:
            try await publish(forms: ["f": BundlePublisher.form("Good"), "broken": #"{"fields": [{"idd": "a"}]}"#])
        case .message: try await publish(messages: ["sv": ["hello": "Hej"]])
        case .missingPlugin: try await publish(plugins: ["lost": String(repeating: "0", count: 64)])
        case .otherPlugin: try await publish(plugins: ["zoo": String(repeating: "0", count: 64)])
        case .hang, .garbage, .huge, .endless, .cut, .ill, .moved:
            try await publish()
            try server.behave(fault.rawValue)
        case .away: try await server.stop()
        }
    }

    @Test("a bundle names the plug-in that is installed, and it is said when that is another one later")
    @LoopActor
    func plugin() async throws {
        let server = try await SecureServer()
        let kiosk = try await makeKiosk(at: server)
        let plugins = kiosk.survivor.folder.path + "/plugins"
        try PluginFolder.installZoo(into: plugins)
        let digest = try Digest.ofFile(BuiltProducts.path(of: "formd-zoo-plugin"))
        let form = #"{"fields": [{"id": "a", "formatter": {"type": "upper"}}]}"#
        try await kiosk.publisher.publish(BundlePublisher.document(1, forms: ["f": form], plugins: ["zoo": digest]))
        let client = try await kiosk.survivor.connect()
        try await client.manager("Reload")
        #expect(try await kiosk.update() == "")
        #expect(try await kiosk.version() == 1)
        try FileManager.default.removeItem(atPath: plugins + "/zoo/formd-zoo-plugin")
        try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: plugins + "/zoo/formd-zoo-plugin"))
        chmod(plugins + "/zoo/formd-zoo-plugin", 0o755)
        try await client.manager("Reload")
        #expect(try await kiosk.update().hasPrefix("wrongPlugin: the installed plug-in “zoo”"))
        #expect(try await kiosk.titles().keys.sorted() == ["f"])
    }

    @Test("an administrator goes back, stays there until something newer is published, or goes forward again")
    @LoopActor
    func rollBack() async throws {
        let server = try await SecureServer()
        let kiosk = try await makeKiosk(at: server)
        for version in 1...6 {
            try await kiosk.publisher.publish(version)
            #expect(try await kiosk.update() == "")
        }
        #expect(try await kiosk.status()["kept"] == .array(.uint64, [6, 5, 4, 3].map { .uint64($0) }))
        #expect(try kiosk.files().filter { $0.hasSuffix(".json") }.count == 4)
        #expect(try await kiosk.formctl("bundle", "rollback").status == 0)
        #expect(try await kiosk.titles()["f"] == "Form 5")
        #expect(try await kiosk.formctl("bundle", "rollback", "3").status == 0)
        for _ in 0..<2 {
            #expect(try await kiosk.update() == "")
            let status = try await kiosk.status()
            #expect(status["version"] == .uint64(3) && status["latest"] == .uint64(6))
            #expect(status["held"] == .boolean(true))
            #expect(try await kiosk.titles()["f"] == "Form 3")
            try await kiosk.survivor.crash()
        }
        let missing = try await kiosk.formctl("bundle", "rollback", "1")
        #expect(missing.status == 1 && missing.errors.contains("version 1 is not kept; kept are: 6, 5, 4, 3"))
        #expect(try await kiosk.formctl("bundle", "rollback").errors.contains("no version before the one in use"))

        #expect(try await kiosk.formctl("bundle", "resume").status == 0)
        #expect(try await kiosk.titles()["f"] == "Form 6")
        #expect(try await kiosk.formctl("bundle", "rollback", "4").status == 0)
        try await kiosk.publisher.publish(7)
        #expect(try await kiosk.update() == "")
        let status = try await kiosk.status()
        #expect(status["version"] == .uint64(7) && status["held"] == .boolean(false))
        let shown = try await kiosk.formctl("bundle").output
        #expect(shown.contains("name        house\n") && shown.contains("kept        7 6 5 4\n"), "\(shown)")
    }

    @Test(
        "instead of a version that is damaged on the disk the one before is used, and it is fetched again",
        arguments: [(0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
    )
    @LoopActor
    func damaged(file: Int, latest: Int) async throws {
        let server = try await SecureServer()
        let kiosk = try await makeKiosk(at: server)
        for version in 1...latest {
            try await kiosk.publisher.publish(version)
            #expect(try await kiosk.update() == "")
        }
        _ = try await kiosk.survivor.daemon.stop()
        let names = ["house-\(latest).json", "house-\(latest).json.minisig", "house.ledger"]
        let path = kiosk.survivor.state + "/bundles/" + names[file]
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 1
        if file == 2 { bytes = Data("{".utf8) }
        try bytes.write(to: URL(filePath: path))
        try await kiosk.survivor.start()
        // Without the ledger the greatest version is the one to use; otherwise the one before, if there is one.
        let title = try await kiosk.titles()["f"]
        #expect(title == (file == 2 ? "Form 2" : latest == 2 ? "Form 1" : nil))
        try await kiosk.survivor.daemon.waits(forLog: file == 2 ? "is damaged" : "cannot be used: wrongSignature: ")
        #expect(try await kiosk.update() == "")
        #expect(try await kiosk.version() == UInt64(latest))
        #expect(try await kiosk.titles()["f"] == "Form \(latest)")
        try await kiosk.survivor.crash()
        #expect(try await kiosk.titles()["f"] == "Form \(latest)")
    }

    @Test("a bundle that was signed with a key that may not sign any more is not used")
    @LoopActor
    func revoked() async throws {
        let server = try await SecureServer()
        let kiosk = try await makeKiosk(at: server, keys: ["stranger", "house"])
        try await kiosk.publisher.publish(1)
        #expect(try await kiosk.update() == "")
        try await kiosk.publisher.publish(BundlePublisher.document(2, forms: [:]), signedBy: "stranger")
        #expect(try await kiosk.update() == "")
        _ = try await kiosk.survivor.daemon.stop()
        let settings = kiosk.survivor.folder.path + "/settings.json"
        let text = try String(contentsOfFile: settings, encoding: .utf8)
        try text.replacingOccurrences(of: "\"\(kiosk.publisher.key("stranger"))\", ", with: "")
            .write(toFile: settings, atomically: true, encoding: .utf8)
        try await kiosk.survivor.start()
        #expect(try await kiosk.titles()["f"] == "Form 1")
        try await kiosk.survivor.daemon.waits(forLog: "cannot be used: unknownKey: ")
    }

    @Test("a form of the machine replaces one of the bundle, which is said, and messages replace formd's own")
    @LoopActor
    func local() async throws {
        let server = try await SecureServer()
        let kiosk = try await makeKiosk(at: server, local: ["f": BundlePublisher.form("Local")])
        let forms = ["f": BundlePublisher.form("Theirs"), "g": BundlePublisher.form("G")]
        try await kiosk.publisher.publish(
            BundlePublisher.document(
                1,
                forms: forms,
                messages: ["sv": ["required": "Fyll i"], "de": ["required": "Bitte"]]
            )
        )
        #expect(try await kiosk.update() == "")
        #expect(try await kiosk.titles() == ["f": "Local", "g": "G"])
        let path = kiosk.survivor.daemon.folder.path + "/forms/f.json"
        #expect(try await kiosk.status()["replacedBy"] == .strings([path]))
        try await kiosk.survivor.daemon.waits(forLog: "files of this machine replace forms of the bundle")
        let client = try await kiosk.survivor.connect()
        for (locale, message) in [("sv", "Fyll i"), ("de-AT", "Bitte"), ("fr", "Ce champ est obligatoire")] {
            let session = try await client.openSession("g", [("locale", .string(locale))])
            let errors = try await session.call("Validate", [.boolean(true)])
            #expect("\(errors)".contains(message), "\(errors)")
        }
    }

    @Test("killed at any point while versions are taken up, the daemon has the old or the new one, whole")
    @LoopActor
    func killed() async throws {
        let server = try await SecureServer()
        let kiosk = try await makeKiosk(at: server)
        try await kiosk.publisher.publish(1)
        #expect(try await kiosk.update() == "")
        let count = ProcessInfo.processInfo.environment["FORMD_CRASHES"].flatMap(Int.init) ?? 16
        var taken = 0
        for version in 2..<2 + count {
            let before = try #require(try await kiosk.version())
            try await kiosk.publisher.publish(version)
            kiosk.survivor.daemon.send(SIGHUP)
            try await EventLoop.shared.sleep(for: .milliseconds(version * 12 % 200))
            try await kiosk.survivor.crash()
            let after = try #require(try await kiosk.version())
            #expect([before, UInt64(version)].contains(after))
            if after == version { taken += 1 }
            #expect(try await kiosk.titles() == ["f": "Form \(after)", "version": "\(after)"])
            #expect(try await kiosk.status()["error"] == .string(""))
        }
        #expect(try await kiosk.update() == "")
        #expect(try await kiosk.version() == UInt64(1 + count))
        #expect(try !kiosk.files().contains { $0.hasPrefix(".") })
    }

    @Test("on a full disk a bundle is refused by name, and taken up when there is room", .enabled(if: geteuid() == 0))
    @LoopActor
    func fullDisk() async throws {
        let disk = try TemporaryFolder()
        let isMounted = try await Tool.run("/usr/bin/mount", ["-t", "tmpfs", "-o", "size=512k", "none", disk.path])
        // A container may not mount.
        guard isMounted.status == 0 else { return }
        defer { umount2(disk.path, Int32(MNT_DETACH)) }
        let server = try await SecureServer()
        let kiosk = try await makeKiosk(at: server, state: disk.path + "/state")
        try await kiosk.publisher.publish(1)
        #expect(try await kiosk.update() == "")
        try Data(count: 400 << 10).write(to: URL(filePath: disk.path + "/filler"))
        let long = BundlePublisher.form(String(repeating: "x", count: 60_000))
        try await kiosk.publisher.publish(2, ["long": long, "longer": long])
        let error = try await kiosk.update()
        #expect(error.hasPrefix("storeUnavailable: ") && error.contains("No space left on device"), "\(error)")
        #expect(try await kiosk.titles() == ["f": "Form 1", "version": "1"])
        try FileManager.default.removeItem(atPath: disk.path + "/filler")
        #expect(try await kiosk.update() == "")
        #expect(try await kiosk.titles()["f"] == "Form 2")
        _ = try await kiosk.survivor.daemon.stop()
    }

    @Test("bundle make and bundle check do what a kiosk does")
    func tool() async throws {
        let publisher = try await BundlePublisher()
        let folder = publisher.folder.path
        let forms = folder + "/forms"
        try FileManager.default.createDirectory(atPath: forms + "/messages", withIntermediateDirectories: true)
        try BundlePublisher.form("A").write(toFile: forms + "/a.json", atomically: true, encoding: .utf8)
        try #"{"required": "Fyll i"}"#.write(toFile: forms + "/messages/sv.json", atomically: true, encoding: .utf8)
        let script = """
            cd \(folder) && formctl bundle make forms --name house --number 3 >house.json &&
            minisign -S -s house.key -m house.json >/dev/null && formctl bundle check house.json --key house.pub &&
            formctl bundle check house.json --key "$(tail -n 1 house.pub)" --json
            formctl bundle check house.json --key stranger.pub; echo $?
            echo '{"fields": [{"idd": "a"}]}' >forms/b.json; formctl bundle make forms --name house; echo $?
            rm forms/b.json; echo '{"hello": "Hej"}' >forms/messages/sv.json
            formctl bundle make forms --name house; echo $?
            formctl bundle make forms --name house --plugin lost; echo $?
            formctl bundle make forms --name ../house; echo $?
            """
        let result = try await Tool.run(
            "sh",
            ["-c", "exec 2>&1\n" + script],
            environment: ["PATH": BuiltProducts.folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")]
        )
        let lines = result.output.split(separator: "\n").map(String.init)
        let expected = [
            "house 3: a",
            #"{"bundle":"house","forms":["a"],"languages":["sv"],"plugins":[],"version":3}"#,
            "formctl: unknownKey: it is signed with the key ", "1",
            "formctl: invalidForm: b:1:13: error: /fields/0", "1", "formctl: malformed: ", "1",
            "formctl: the plug-in \"lost\" is not installed here", "1", "formctl: --name has other",
        ]
        for (line, expected) in zip(lines, expected) { #expect(line.hasPrefix(expected), "\(result.output)") }
        #expect(lines.count >= expected.count && lines.last == "2", "\(result.output)")
    }
}

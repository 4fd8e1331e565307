import FormdTesting
import Foundation
import Testing

/// The front ends of the articles, as a user types into them.
@Suite("Front ends", .timeLimit(.minutes(2)))
struct FrontEndTests {
    enum FrontEnd: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case swift, python

        var testDescription: String { rawValue }

        var words: [String] {
            switch self {
            case .swift: [BuiltProducts.path(of: "front-end")]
            case .python: ["/usr/bin/python3", "\(BuiltProducts.project)/Sources/FrontEnds/Python/front_end.py"]
            }
        }

        var command: String { words.joined(separator: " ") }
    }

    @Test("the duties of a front end, as the vectors for clients describe them", arguments: FrontEnd.allCases)
    func duties(_ frontEnd: FrontEnd) async throws {
        let failures = try await ClientVectors.failures(of: frontEnd.words, playing: "Duties")
        #expect(failures.isEmpty, "\(failures)")
    }

    @Test("a daemon that lies ends in an error, and a lost session is restored", arguments: ["Lies", "Restoring"])
    func library(_ folder: String) async throws {
        let failures = try await ClientVectors.failures(of: FrontEnd.swift.words, playing: folder)
        #expect(failures.isEmpty, "\(failures)")
    }

    @Test("the article on the first front end shows the program that is tested")
    func article() throws {
        let (sources, name) = (BuiltProducts.project + "/Sources", "FormClient/FormClient.docc/YourFirstFrontEnd.md")
        let program = try String(contentsOfFile: "\(sources)/FrontEnds/Swift/main.swift", encoding: .utf8)
        let article = try String(contentsOfFile: "\(sources)/\(name)", encoding: .utf8)
        #expect(article.contains("```swift\n\(program)```\n"))
    }

    /// The lines of all drawings, on a bus and at the private socket.
    private func fillIn(_ form: String, _ keys: String, with frontEnd: FrontEnd) async throws -> [[String]] {
        let bus = try PrivateBus()
        let daemon = try await Daemon.start(.busAndSocket(bus), forms: TestForms.all)
        var ends: [[String]] = []
        for address in [bus.address, daemon.socketAddress] {
            let result = try await Tool.run(
                "sh",
                ["-c", "printf '\(keys)' | \(frontEnd.command) \(address) \(form)"]
            )
            #expect(result.status == 0, "\(result)")
            ends.append(result.output.split(separator: "\n").map(String.init))
        }
        return ends
    }

    @Test("keys that are typed at once reach their fields, and the form is submitted", arguments: FrontEnd.allCases)
    func typing(_ frontEnd: FrontEnd) async throws {
        let keys = #"abd\002c\177c\006\tone two\027\t\n\023"#
        let ends = try await fillIn("plain", keys, with: frontEnd)
        for lines in ends {
            #expect(lines.contains("First: abcd"), "\(lines)")
            #expect(lines.contains("first=abcd"), "\(lines)")
            #expect(lines.contains("second=one "), "\(lines)")
        }
    }

    @Test(
        "the Python front end goes on with its session after the daemon was killed and restarted",
        arguments: Transport.allCases
    )
    func recovery(_ transport: Transport) async throws {
        let bus = try PrivateBus()
        let folder = try TemporaryFolder()
        let keys = folder.path + "/keys"
        #expect(mkfifo(keys, 0o600) == 0)
        let state = ["--state", folder.path + "/state"]
        let daemon = try await Daemon.start(.busAndSocket(bus), forms: TestForms.all, arguments: state, in: folder)
        let address = transport == .bus ? bus.address : daemon.socketAddress
        let command = "exec \(FrontEnd.python.command) \(address) plain < \(keys)"
        let frontEnd = try RunningTool("sh", ["-c", command])
        let keyboard = try #require(FileHandle(forUpdatingAtPath: keys))
        try keyboard.write(contentsOf: Data("ab".utf8))
        try await frontEnd.waits(for: "First: ab|")
        daemon.send(SIGKILL)
        _ = try await daemon.exitStatus()
        // A key that nobody can take is said to be refused: then all that the killed daemon sent has been drawn.
        try keyboard.write(contentsOf: Data("x".utf8))
        try await frontEnd.waits(for: "! ")
        let next = try await Daemon.start(.busAndSocket(bus), forms: TestForms.all, arguments: state, in: folder)
        // It draws what it gets when it follows the session again.
        while frontEnd.output.components(separatedBy: "! ").last?.contains("First: ab|") != true {
            try await Task.sleep(for: .milliseconds(10))
        }
        try keyboard.write(contentsOf: Data("c".utf8))
        try await frontEnd.waits(for: "First: abc|")
        next.send(SIGTERM)
        _ = try await frontEnd.stop()
    }

    @Test("errors are shown, and the form is not submitted", arguments: FrontEnd.allCases)
    func refusal(_ frontEnd: FrontEnd) async throws {
        let ends = try await fillIn("order", #"a\t916\023"#, with: frontEnd)
        for lines in ends {
            #expect(lines.contains("Phone: +7 (916) ") || lines.contains("Phone: +7 (916) |"), "\(lines)")
            #expect(lines.contains("    Enter the whole number"), "\(lines)")
            #expect(!lines.contains { $0.hasPrefix("phone=") }, "\(lines)")
        }
    }
}

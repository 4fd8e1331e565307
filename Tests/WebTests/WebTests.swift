import FormdTesting
import Foundation
import Testing

/// The gateway and its page, as browsers and hostile clients use them.
@Suite("formd-web", .timeLimit(.minutes(5)))
struct WebTests {
    private static let programs = BuiltProducts.project + "/Tests/WebTests/Programs/"

    /// Runs a program of scenarios, each of which prints a line.
    private func play(_ program: String, _ scenarios: Int, within limit: Duration, _ more: [String] = []) async throws {
        let arguments = [Self.programs + program, BuiltProducts.folder] + more
        let result = try await Tool.run("/usr/bin/python3", arguments, limit: limit)
        let passed = result.output.split(separator: "\n").count { $0.hasPrefix("ok ") }
        #expect(result.status == 0 && passed == scenarios, "\(result.output)\(result.errors)")
    }

    @Test("in a real browser forms are filled in, continue after interruptions, and leave nothing behind at a kiosk")
    func browser() async throws { try await play("scenarios.py", 33, within: .seconds(280)) }

    @Test("clients that are no pages are refused, and take nothing from others")
    func hostileClients() async throws { try await play("hostile.py", 15, within: .seconds(240)) }

    @Test("the vectors for clients in node", arguments: ["Duties", "Lies", "Restoring"])
    func vectors(_ folder: String) async throws {
        let command = ["node", Self.programs + "front-end.mjs", BuiltProducts.path(of: "formd-web")]
        let failures = try await ClientVectors.failures(of: command, playing: folder)
        #expect(failures.isEmpty, "\(failures)")
    }

    @Test("the vectors for clients in a real browser")
    func vectorsInBrowser() async throws {
        let vectors = try ["Duties", "Lies", "Restoring"].flatMap { try ClientVectors.files(of: $0) }
        try await play("vectors.py", vectors.count, within: .seconds(200), vectors)
    }

    @Test("the types of formd.js are correct, and are those of the module")
    func types() async throws {
        let check = BuiltProducts.project + "/Tests/WebTests/Types/check"
        let result = try await Tool.run(check, [], limit: .seconds(120))
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test("the replacement that makes one text of another, and what operations do to a text")
    func texts() async throws {
        let result = try await Tool.run("node", ["--test", Self.programs + "text.test.mjs"])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test("page and scripts have at most 40 kB, compressed")
    func size() async throws {
        let folder = BuiltProducts.project + "/Sources/WebFiles/Page"
        let result = try await Tool.run("sh", ["-c", "for file in \(folder)/*; do gzip -9 < $file | wc -c; done"])
        let sizes = result.output.split(separator: "\n").compactMap { Int($0.filter(\.isNumber)) }
        #expect(sizes.count > 10)
        #expect(sizes.reduce(0, +) <= 40_000)
    }
}

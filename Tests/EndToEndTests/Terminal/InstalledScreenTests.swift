import FormdTesting
import Foundation
import Testing

/// What the installed forms look like at first, in a small window, in the usual one and in a wide one. With
/// `FORMD_RECORD=1` the screens are written anew: look at what changed.
@Suite("The installed forms in the terminal")
struct InstalledScreenTests {
    private static let forms = ["checkout", "feedback", "order", "permit", "report", "signup", "survey", "wellbeing"]
    private static let sizes = ["40x12", "80x24", "120x30"]

    @Test("their screens have not changed", arguments: forms, sizes)
    func look(form: String, size: String) async throws {
        let daemon = try await Daemon.start(.socket, plugins: true)
        let numbers = size.split(separator: "x").compactMap { Int($0) }
        let program = BuiltProducts.path(of: "formctl")
        let screen = try await TerminalScreen(
            "'\(program)' run --address '\(daemon.socketAddress)' --locale en \(form)",
            width: numbers[0],
            height: numbers[1]
        )
        try await screen.waits(for: "▌")
        // Everything is drawn when nothing is drawn any more.
        var shown = ""
        while true {
            let lines = try await screen.lines().joined(separator: "\n")
            if lines == shown { break }
            shown = lines
            try await Task.sleep(for: .milliseconds(300))
        }
        let file = BuiltProducts.project + "/Tests/EndToEndTests/Terminal/Screens/\(form)-\(size).txt"
        if ProcessInfo.processInfo.environment["FORMD_RECORD"] != nil {
            try shown.write(toFile: file, atomically: true, encoding: .utf8)
        }
        #expect(shown == (try String(contentsOfFile: file, encoding: .utf8)))
        #expect(try await screen.lines().allSatisfy { $0.count <= numbers[0] })
    }
}

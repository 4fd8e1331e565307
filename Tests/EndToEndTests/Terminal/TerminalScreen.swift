import FormdTesting
import Foundation

/// A terminal of a test's own, by tmux: a command runs in it, keys are typed, and the screen is read.
final class TerminalScreen: Sendable {
    struct Waiting: Error, CustomStringConvertible {
        let description: String
    }

    /// Has tmux's socket, and what the command wrote.
    private let folder: TemporaryFolder

    /// Starts a line of shell in a window of this size. Its output, errors and status are kept, and how the terminal
    /// was set before and afterwards.
    init(
        _ command: String,
        width: Int = 80,
        height: Int = 24,
        environment: [String: String] = [:]
    ) async throws {
        folder = try TemporaryFolder()
        let exports = environment.map { "export \($0.key)='\($0.value)'" }.joined(separator: "\n")
        let script = """
            unset DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR NO_COLOR
            \(exports)
            cd '\(folder.path)'
            stty -a > before
            ( \(command) ) > output 2> errors
            echo $? > status.new
            stty -a > after
            mv status.new status
            exec sleep 600
            """
        try script.write(toFile: folder.path + "/script", atomically: true, encoding: .utf8)
        // What most terminals can: 256 colours, among other things.
        let settings = "set -g default-terminal tmux-256color\n"
        try settings.write(toFile: folder.path + "/settings", atomically: true, encoding: .utf8)
        try await tmux("new-session", "-d", "-x", String(width), "-y", String(height), "sh \(folder.path)/script")
    }

    deinit {
        Tool.runBlocking("tmux", ["-S", folder.path + "/tmux", "kill-server"])
    }

    private static let environment = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]

    @discardableResult
    func tmux(_ arguments: String...) async throws -> String {
        let options = ["-S", folder.path + "/tmux", "-f", folder.path + "/settings"]
        let result = try await Tool.run("tmux", options + arguments, environment: Self.environment)
        guard result.status == 0 else { throw Waiting(description: "tmux \(arguments): \(result.errors)") }
        return result.output
    }

    // MARK: Keys

    /// Presses keys by tmux's names: `Tab`, `C-s`, or a character.
    func press(_ keys: String...) async throws {
        for key in keys { try await tmux("send-keys", key) }
    }

    func type(_ text: String) async throws {
        try await tmux("send-keys", "-l", text)
    }

    /// Pastes as a terminal does, marked as pasted if the program has asked for that.
    func paste(_ text: String) async throws {
        try await tmux("set-buffer", text)
        try await tmux("paste-buffer", "-p")
    }

    /// Clicks with the left button, as a terminal tells programs that ask for the mouse.
    func click(column: Int, line: Int) async throws {
        // Pressed and released.
        try await send([0x20, 0x23].flatMap { [0x1b, 0x5b, 0x4d, $0, UInt8(column + 33), UInt8(line + 33)] })
    }

    /// Sends bytes as they are, in one piece.
    func send(_ bytes: [UInt8]) async throws {
        let options = ["-S", folder.path + "/tmux", "send-keys", "-H"]
        let words = bytes.map { String($0, radix: 16) }
        _ = try await Tool.run("tmux", options + words, environment: Self.environment)
    }

    func resize(_ width: Int, _ height: Int) async throws {
        try await tmux("resize-window", "-x", String(width), "-y", String(height))
    }

    // MARK: What is seen

    /// The lines of the screen, without spaces at their ends.
    func lines() async throws -> [String] {
        try await tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The screen with the sequences for colours.
    func colored() async throws -> String { try await tmux("capture-pane", "-p", "-e") }

    /// Waits until the screen has a text.
    func waits(for text: String, within limit: Duration = .seconds(60)) async throws {
        try await waits(for: "“\(text)”", within: limit) { try await self.lines().contains { $0.contains(text) } }
    }

    private func waits(for what: String, within limit: Duration, until condition: () async throws -> Bool) async throws
    {
        let deadline = ContinuousClock.now + limit
        while try await !condition() {
            guard ContinuousClock.now < deadline else {
                let screen = try await lines().joined(separator: "\n")
                throw Waiting(description: "waited \(limit) for \(what)\n\(screen)\n\(file("errors"))")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    // MARK: The end

    private func file(_ name: String) -> String {
        (try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)) ?? ""
    }

    /// What the command has written on standard output.
    var written: String { file("output") }

    /// How the command ended, once it has.
    func result(within limit: Duration = .seconds(60)) async throws -> (status: Int32?, output: String, errors: String)
    {
        try await waits(for: "the command's end", within: limit) { !self.file("status").isEmpty }
        let status = Int32(file("status").trimmingCharacters(in: .whitespacesAndNewlines))
        return (status, file("output"), file("errors"))
    }

    /// Whether the terminal is set as it was before the command.
    var isRestored: Bool { !file("before").isEmpty && file("before") == file("after") }

    /// Sends a signal to the processes of the command that have this name.
    func signal(_ signal: String, to program: String) async throws {
        for process in try await processes(named: program) {
            _ = try await Tool.run("kill", ["-\(signal)", String(process)])
        }
    }

    /// The processes of the command that have this name.
    func processes(named program: String) async throws -> [Int32] {
        let pane = try await tmux("display-message", "-p", "#{pane_pid}").trimmingCharacters(
            in: .whitespacesAndNewlines
        )
        let script = """
            all=$1; new=$1
            while [ -n "$new" ]; do new=$(ps -o pid= --ppid "$(echo $new | tr ' ' ,)" || :); all="$all $new"; done
            for process in $all; do [ "$(cat /proc/$process/comm)" = "$2" ] && echo $process; done; :
            """
        let found = try await Tool.run("sh", ["-c", script, "sh", pane, program])
        return found.output.split(separator: "\n").compactMap { Int32($0) }
    }
}

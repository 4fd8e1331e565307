import FormdTesting
import Foundation
import Testing

/// The examples of windows: each is built as its first lines say, and filled in by keys.
@Suite("Examples of windows", .timeLimit(.minutes(3)))
struct WindowExampleTests {
    enum Example: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case c, python, vala, qt

        var testDescription: String { rawValue }
    }

    @Test("a program in each language shows a form, and prints its values", arguments: Example.allCases)
    func example(_ example: Example) async throws {
        // Qt is the only toolkit that the build does not need.
        if example == .qt, try await Tool.run("pkg-config", ["--exists", "Qt6Widgets", "Qt6DBus"]).status != 0 {
            return
        }
        let desktop = try await Desktop()
        let daemon = try await desktop.daemon()
        let command = try await build(example, in: desktop.folder.path)
        let form = example == .c ? [] : ["window"]
        let program = try RunningTool(
            command[0],
            Array(command.dropFirst()) + form + [daemon.socketAddress],
            environment: desktop.environment
        )
        try await desktop.focus(example == .c ? "Two fields" : "Window")
        // Each key waits for the one before only in formd.
        try await focus(of: daemon)
        try await desktop.press("type", "--delay", "0", "Adda")
        try await desktop.press("key", "--delay", "0", "Left", "BackSpace", "Tab")
        try await desktop.press("type", "--delay", "0", "9161234567")
        try await desktop.press(["key", "--delay", "20"] + keysToSubmit(example))
        let result = try await program.result()
        #expect(result.status == 0, "\(result)")
        #expect(result.output.hasPrefix(#"{"name": "Ada", "phone": "9161234567""#), "\(result)")
    }

    private func keysToSubmit(_ example: Example) -> [String] {
        switch example {
        case .c: ["Tab", "space"]
        // Secret, About and Count are the fields behind the phone that Qt's example shows.
        case .qt: ["Tab", "Tab", "Tab", "Tab", "space"]
        case .python, .vala: ["ctrl+s"]
        }
    }

    /// Waits until a field has the focus.
    private func focus(of daemon: Daemon) async throws {
        let sessions = ["--address", daemon.socketAddress, "call", "org.formd.Forms1", "/org/formd/Forms1"]
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let list = try await Tool.run("busctl", sessions + ["org.formd.Forms1.Manager", "ListSessions"]).output
            if let path = list.firstMatch(of: /"(\/[^"]+)"/)?.1 {
                let property = ["--address", daemon.socketAddress, "get-property", "org.formd.Forms1", String(path)]
                let focused = try await Tool.run("busctl", property + ["org.formd.Forms1.Session", "FocusedField"])
                    .output
                if focused == "s \"name\"\n" { return }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("no field got the focus")
    }

    /// Builds the example. Returns the command that starts it.
    private func build(_ example: Example, in folder: String) async throws -> [String] {
        let libraries = try await Libformd.folder()
        let sources = BuiltProducts.project + "/Sources"
        let source = sources + "/FrontEnds"
        let include = "-I\(sources)/libformd -I\(sources)/libformd-gtk -I\(libraries)"
        let program = folder + "/example"
        let strict = "-Wall -Wextra -Werror"
        let script: String
        switch example {
        case .python: return ["/usr/bin/python3", source + "/Python/window.py"]
        case .c:
            let flags = "$(pkg-config --cflags --libs gtk4) -L\(libraries) -lformd-gtk-1 -lformd-1"
            script = "cc -std=gnu17 \(strict) -o \(program) \(source)/C/bind.c \(include) \(flags)"
        case .vala:
            let flags = include.split(separator: " ").map { "-X \($0)" }.joined(separator: " ")
            script = """
                valac --quiet --vapidir \(libraries) --pkg formd-1 --pkg formd-gtk-1 --pkg gtk4 \(flags) -X -w \
                    -X -L\(libraries) -X -lformd-1 -X -lformd-gtk-1 -d \(folder) -o example \(source)/Vala/window.vala
                """
        case .qt:
            script = """
                $(pkg-config --variable=libexecdir Qt6Core)/moc \(source)/Qt/form.cpp -o \(folder)/form.moc &&
                c++ -std=c++17 -fPIC \(strict) -o \(program) \(source)/Qt/form.cpp -I\(folder) \
                    $(pkg-config --cflags --libs Qt6Widgets Qt6DBus)
                """
        }
        let built = try await Tool.run("sh", ["-c", script], limit: .seconds(100))
        #expect(built.status == 0, "\(built.errors)")
        return example == .c ? [program, source + "/C/window.ui"] : [program]
    }
}

import FormdTesting
import Foundation
import Testing

/// An X server, a bus, and a daemon with the forms of `forms.py`.
final class Desktop: Sendable {
    let bus: PrivateBus
    let folder: TemporaryFolder
    let display: RunningTool
    let environment: [String: String]
    let forms: [String: String]

    init(accessible: Bool = false) async throws {
        bus = try PrivateBus()
        folder = try TemporaryFolder()
        let written = try await Tool.run("/usr/bin/python3", [Libformd.path(of: "forms.py"), folder.path])
        guard written.status == 0 else { throw Libformd.Failure(description: written.errors) }
        let files = folder.path
        forms = try Dictionary(
            uniqueKeysWithValues: ["window", "order", "all", "big"].map { name in
                (name, try String(contentsOfFile: "\(files)/\(name).json", encoding: .utf8))
            }
        )
        // Beside other servers it first says that their displays are taken, on standard error.
        let server = "exec Xvfb -displayfd 1 -screen 0 1000x900x24 -nolisten tcp 2>/dev/null"
        display = try RunningTool("sh", ["-c", server])
        try await display.waits(for: "\n")
        let number = display.output.trimmingCharacters(in: .whitespacesAndNewlines)
        // The programs find each other in PATH.
        let path = "\(BuiltProducts.folder):\(try await Libformd.folder()):/usr/bin:/bin"
        environment = try await Libformd.environment().merging([
            "PATH": path,
            "DISPLAY": ":\(number)", "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "HOME": folder.path,
            "XDG_RUNTIME_DIR": folder.path, "DBUS_SESSION_BUS_ADDRESS": bus.address, "LC_ALL": "C.UTF-8",
            "GTK_IM_MODULE": "gtk-im-context-simple", "QT_QPA_PLATFORM": "xcb",
            "GTK_A11Y": accessible ? "atspi" : "none", "GSETTINGS_BACKEND": "memory",
        ]) { $1 }
    }

    func daemon() async throws -> Daemon { try await Daemon.start(.busAndSocket(bus), forms: forms) }

    func run(_ program: String, _ arguments: [String]) async throws -> Tool.Result {
        try await Tool.run(program, arguments, environment: environment, limit: .seconds(90))
    }

    /// Presses keys in the window that has the focus.
    func press(_ arguments: String...) async throws { try await press(arguments) }

    func press(_ arguments: [String]) async throws {
        let result = try await run("xdotool", arguments)
        #expect(result.status == 0, "\(result.errors)")
    }

    /// Waits for a window with this title, and gives it the focus.
    func focus(_ title: String) async throws {
        try await press("search", "--sync", "--onlyvisible", "--name", "^\(title)$", "windowfocus", "--sync")
    }

    /// Starts the bus of accessibility, on which GTK publishes its widgets, and waits for it. Runs until `stop`.
    func accessibility() async throws -> AccessibilityBus {
        // The buses that it starts would keep the end of the pipe open.
        let launch = "exec /usr/libexec/at-spi-bus-launcher >/dev/null 2>&1"
        let launcher = try RunningTool("sh", ["-c", launch], environment: environment)
        // GTK looks for the bus of accessibility once, when it starts.
        let waiting = ["wait", "--address", bus.address, "--timeout", "20", "org.a11y.Bus"]
        let reached = try await run("gdbus", waiting)
        #expect(reached.status == 0, "\(reached.errors)")
        return AccessibilityBus(launcher: launcher, folder: folder.path)
    }
}

/// The launcher of the bus of accessibility, and what it starts.
struct AccessibilityBus {
    let launcher: RunningTool
    let folder: String

    /// Ends the launcher, and the processes that it leaves, which have the folder in their environment.
    func stop() async throws {
        _ = try await launcher.stop()
        for process in try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap({ Int32($0) }) {
            guard let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ"),
                process != getpid(), environment.split(separator: 0).contains(Data("HOME=\(folder)".utf8))
            else { continue }
            kill(process, SIGTERM)
        }
    }
}

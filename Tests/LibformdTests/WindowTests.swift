import FormdTesting
import Foundation
import Testing

/// A form in a window of GTK, on a display of the test's own, driven by the keys of the X server.
@Suite("Forms in windows", .timeLimit(.minutes(3)))
struct WindowTests {
    @Test(
        "widgets show what formd has, and send what the user does",
        arguments: [
            "typing", "differences", "kinds", "all_kinds", "faithful", "pages", "preedit", "two_windows", "big",
            "program", "many_options", "drag", "emoji", "touch", "desktop", "motion", "slow",
        ]
    )
    func scenario(_ scenario: String) async throws {
        let desktop = try await Desktop()
        let daemon = try await desktop.daemon()
        let arguments = [Libformd.path(of: "window.py"), scenario, daemon.socketAddress]
        let result = try await desktop.run("/usr/bin/python3", arguments)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("two windows go on after formd was killed, and nothing that was typed meanwhile is lost")
    func interruption() async throws {
        let desktop = try await Desktop()
        let daemon = try await desktop.daemon()
        let arguments = [Libformd.path(of: "window.py"), "interruption", daemon.socketAddress]
        let windows = try RunningTool("/usr/bin/python3", arguments, environment: desktop.environment)
        try await windows.waits(for: "killable")
        daemon.send(SIGKILL)
        _ = try await daemon.exitStatus()
        try await windows.waits(for: "lost")
        let next = try await Daemon.start(.busAndSocket(desktop.bus), forms: desktop.forms, in: daemon.folder)
        let result = try await windows.result()
        #expect(result.status == 0, "\(result.errors)")
        try await next.stop()
    }

    @Test("a window survives a daemon that lies")
    func hostileDaemon() async throws {
        let desktop = try await Desktop()
        let arguments = [Libformd.path(of: "hostile.py"), desktop.bus.address, "window"]
        let result = try await desktop.run("/usr/bin/python3", arguments)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(
        "assistive technologies get names, values, required marks and errors",
        arguments: [("window", "Window", "name"), ("all", "All kinds", "first")]
    )
    func accessibility(_ form: String, _ title: String, _ first: String) async throws {
        let desktop = try await Desktop(accessible: true)
        let daemon = try await desktop.daemon()
        let launcher = try await desktop.accessibility()
        let window = try await start(form, title, of: desktop)
        try await field(first, of: daemon, has: "Focused", "b true")
        try await desktop.press("key", "Tab")
        try await field(first, of: daemon, has: "Valid", "b false")
        let recorded = BuiltProducts.project + "/Tests/LibformdTests/Accessible/\(form).txt"
        let expected = try String(contentsOfFile: recorded, encoding: .utf8)
        // The window tells the error some time after formd does.
        var controls = ""
        let deadline = ContinuousClock.now + .seconds(20)
        while controls != expected, ContinuousClock.now < deadline {
            let tree = try await desktop.run("/usr/bin/python3", [Libformd.path(of: "accessible.py"), "formd-gtk"])
            controls = tree.output
        }
        #expect(controls == expected)
        _ = try await window.stop()
        try await launcher.stop()
    }

    @Test("formd-gtk prints the values without secrets, and its exit status says how it ended")
    func program() async throws {
        let desktop = try await Desktop()
        let daemon = try await desktop.daemon()
        let window = try await start("order", "Order", of: desktop)
        try await field("name", of: daemon, has: "Focused", "b true")
        try await desktop.press("type", "Ada")
        try await desktop.press("key", "Tab", "Return")
        try await field("items_1_what", of: daemon, has: "Enabled", "b true")
        let session = "/org/formd/Forms1/session/\(getuid())/window"
        let row = "\(session)/field/items_1_what"
        let set = try await call(daemon, row, "org.formd.Forms1.Field", "SetText", "sa{sv}", "tea", "0")
        #expect(set.status == 0, "\(set.errors)")
        try await desktop.press("key", "ctrl+s")
        let result = try await window.result()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == #"{"name": "Ada", "items": [{"what": "tea"}]}"# + "\n")

        let unknown = try await desktop.run(try await programPath(), ["nothing"])
        #expect(unknown.status == 2 && unknown.errors.contains("nothing"), "\(unknown)")
        let wrong = try await desktop.run(try await programPath(), [])
        #expect(wrong.status == 2, "\(wrong)")
        let unreachable = try await desktop.run(
            try await programPath(),
            ["--address", "unix:path=/nonexistent/bus", "order"]
        )
        #expect(unreachable.status == 4, "\(unreachable)")
        let late = try await desktop.run(try await programPath(), ["--timeout", "1", "order"])
        #expect(late.status == 3 && late.output.isEmpty, "\(late)")
    }

    @Test("formctl run --window starts a daemon of its own, and takes the options of a run in the terminal")
    func runInWindow() async throws {
        let desktop = try await Desktop()
        let nobody = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        let environment = desktop.environment.merging(nobody) { $1 }
        let values = desktop.folder.path + "/values.json"
        try #"{"name": "Ada", "items": [{"what": "tea"}, {"what": "milk"}]}"#
            .write(toFile: values, atomically: true, encoding: .utf8)
        let options = ["--format", "shell", "--forms", desktop.folder.path, "--values", values, "--page", "2"]
        let run = try RunningTool(
            BuiltProducts.path(of: "formctl"),
            ["run", "--window", "--faithful", "order"] + options,
            environment: environment
        )
        try await submit(of: desktop)
        let result = try await run.result()
        #expect(result.status == 0, "\(result)")
        let lines = ["name='Ada'", "items_1_what='tea'", "items_1_count=''", "items_2_what='milk'", "items_2_count=''"]
        #expect(result.output == lines.map { "form_\($0)\n" }.joined(), "\(result)")
        let late = try await Tool.run(
            BuiltProducts.path(of: "formctl"),
            ["run", "--window", "--timeout", "1", desktop.folder.path + "/order.json"],
            environment: environment
        )
        #expect(late.status == 3 && late.output.isEmpty, "\(late)")
        let headless = environment.merging(["DISPLAY": "", "WAYLAND_DISPLAY": ""]) { $1 }
        let blind = try await Tool.run(
            BuiltProducts.path(of: "formctl"),
            ["run", "--window", desktop.folder.path + "/order.json"],
            environment: headless
        )
        #expect(blind.status == 4 && blind.errors.contains("no display"), "\(blind)")
    }

    @Test("a kiosk serves one visitor after the other, and cannot be left")
    func kiosk() async throws {
        let desktop = try await Desktop()
        let daemon = try await desktop.daemon()
        let window = try await start("order", "Order", ["--kiosk"], of: desktop)
        for name in ["Ada", "Grace"] {
            try await field("name", of: daemon, has: "Text", "s \"\"")
            try await field("name", of: daemon, has: "Focused", "b true")
            try await desktop.press("key", "Escape")
            try await desktop.press("type", "--delay", "0", name)
            try await field("name", of: daemon, has: "Text", "s \"\(name)\"")
            let row = "/org/formd/Forms1/session/\(getuid())/window/field/items_1_what"
            let set = try await call(daemon, row, "org.formd.Forms1.Field", "SetText", "sa{sv}", "tea", "0")
            #expect(set.status == 0, "\(set.errors)")
            try await desktop.press("key", "ctrl+s")
            try await window.waits(for: #"{"name": "\#(name)", "items": [{"what": "tea"}]}"# + "\n")
        }
        #expect(!window.hasEnded)
        _ = try await window.stop()
    }

    @Test("scripts for zenity get a window, its exit statuses and its output")
    func zenity() async throws {
        let desktop = try await Desktop()
        let nobody = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        let environment = desktop.environment.merging(nobody) { $1 }
        func zenity(_ arguments: String...) throws -> RunningTool {
            let formctl = BuiltProducts.path(of: "formctl")
            return try RunningTool(formctl, ["compat", "zenity"] + arguments, environment: environment)
        }
        let forms = try zenity("--forms", "--title=Ask", "--add-entry=Name", "--add-entry=Town", "--ok-label=Go")
        try await desktop.focus("Ask")
        try await desktop.press("type", "--delay", "20", "Ada")
        try await desktop.press("key", "--delay", "50", "Tab")
        try await desktop.press("type", "--delay", "20", "Rome")
        try await desktop.press("key", "ctrl+s")
        let answer = try await forms.result()
        #expect(answer.status == 0 && answer.output == "Ada|Rome\n", "\(answer)")
        let question = try zenity("--question", "--title=Ask", "--text=Really?")
        try await desktop.focus("Ask")
        try await desktop.press("key", "Escape")
        let refusal = try await question.result()
        #expect(refusal.status == 1 && refusal.output.isEmpty, "\(refusal)")
    }

    /// Submits the form of the window by a key, when the window is there.
    private func submit(of desktop: Desktop) async throws {
        try await desktop.focus("Order")
        try await desktop.press("key", "ctrl+s")
    }

    private func programPath() async throws -> String { try await Libformd.folder() + "/formd-gtk" }

    /// Starts the program with a form, and waits until its window has the focus: keys before that are lost.
    private func start(
        _ form: String,
        _ title: String,
        _ options: [String] = [],
        of desktop: Desktop
    ) async throws -> RunningTool {
        let window = try RunningTool(
            try await programPath(),
            options + ["--token", "window", "--locale", "en", form],
            environment: desktop.environment
        )
        try await desktop.focus(title)
        return window
    }

    /// Waits until a property of a field has a value, as `busctl` prints it.
    private func field(_ name: String, of daemon: Daemon, has property: String, _ value: String) async throws {
        let path = "/org/formd/Forms1/session/\(getuid())/window/field/\(name)"
        let command = ["--address", daemon.socketAddress, "get-property", "org.formd.Forms1", path]
        let deadline = ContinuousClock.now + .seconds(30)
        var last = ""
        while ContinuousClock.now < deadline {
            last = try await Tool.run("busctl", command + ["org.formd.Forms1.Field", property]).output
            if last == value + "\n" { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("\(name).\(property) is \(last) instead of \(value)")
    }

    private func call(_ daemon: Daemon, _ path: String, _ arguments: String...) async throws -> Tool.Result {
        try await Tool.run(
            "busctl",
            ["--address", daemon.socketAddress, "call", "org.formd.Forms1", path] + arguments
        )
    }
}

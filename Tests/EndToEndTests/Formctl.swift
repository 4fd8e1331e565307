import FormdTesting
import Testing

/// formctl as a test calls it: on a daemon of the test's own, through a bus or through the private socket.
struct Formctl: Sendable {
    enum Way: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case bus, socket

        var testDescription: String { rawValue }
    }

    let daemon: Daemon
    private let options: [String]
    private let environment: [String: String]

    static let program = BuiltProducts.path(of: "formctl")

    /// Starts a daemon that has the form `contact`.
    init(through way: Way = .socket) async throws {
        switch way {
        case .bus:
            let bus = try PrivateBus()
            daemon = try await Daemon.start(.bus(bus), forms: ["contact": Self.contact])
            options = []
            environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        case .socket:
            daemon = try await Daemon.start(.socket, forms: ["contact": Self.contact])
            options = ["--address", daemon.socketAddress]
            environment = [:]
        }
    }

    /// Runs it to its end.
    @discardableResult
    func callAsFunction(_ arguments: String...) async throws -> Tool.Result {
        try await run(arguments)
    }

    func run(_ arguments: [String]) async throws -> Tool.Result {
        try await Tool.run(Self.program, options + arguments, environment: environment)
    }

    /// Runs it, and expects it to do what it is told: gives what it printed, without the last line break.
    @discardableResult
    func output(_ arguments: String...) async throws -> String {
        let result = try await run(arguments)
        guard result.status == 0 else { throw Unexpected(arguments: arguments, result: result) }
        return result.output.hasSuffix("\n") ? String(result.output.dropLast()) : result.output
    }

    /// Runs it beside the test; returns when it says that it watches.
    func watch(_ arguments: String...) async throws -> RunningTool {
        let tool = try RunningTool(Self.program, options + ["watch"] + arguments, environment: environment)
        try await tool.waits(for: "watching /")
        return tool
    }

    /// Runs it beside the test.
    func start(_ arguments: String...) throws -> RunningTool {
        try RunningTool(Self.program, options + arguments, environment: environment)
    }

    /// Runs a line of shell, in which `formctl` stands for it.
    func shell(_ script: String) async throws -> Tool.Result {
        let function = "formctl() { \"\(Self.program)\" \(options.joined(separator: " ")) \"$@\"; }\n"
        return try await Tool.run("sh", ["-c", function + script], environment: environment)
    }

    struct Unexpected: Error, CustomStringConvertible {
        let arguments: [String]
        let result: Tool.Result

        var description: String { "formctl \(arguments.joined(separator: " ")): \(result)" }
    }

    private static let contact = """
        {
          "title": {"en": "Contact"},
          "fields": [
            {"id": "name", "placeholders": ["Name"], "required": true, "requiredMessage": {"en": "Who are you?"}},
            {
              "id": "phone", "placeholders": ["Phone"],
              "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"},
              "validators": [{"type": "length", "min": 18, "message": {"en": "Enter the whole number"}}],
              "validation": "notEmptyText"
            },
            {"id": "off", "placeholders": ["Off"], "enabled": false},
            {"id": "note", "type": "textView", "placeholders": ["Note"], "hint": "Anything"}
          ]
        }
        """
}

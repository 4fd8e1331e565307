import DBus
import EventLoop
import FormdTesting
import Glibc

/// A daemon whose plug-ins a test puts into its folder, and the tools of the shell on its private socket.
struct PluginShell: Sendable {
    let service: Service
    let folder: String

    /// - Parameter install: puts plug-ins into the folder that it is given.
    init(
        forms: [String: String] = [:],
        arguments: [String] = [],
        install: (String) throws -> Void
    ) async throws {
        service = try await Service.start(forms: forms, arguments: arguments)
        folder = service.daemon.folder.path + "/plugins"
        try install(folder)
        try await formctl("status")
        try await busctl("call", [Self.manager, "Reload"])
    }

    static let manager = "/org/formd/Forms1 org.formd.Forms1.Manager"

    /// What formctl prints, whatever it thinks of what it was told.
    @discardableResult
    func formctl(_ arguments: String...) async throws -> Tool.Result {
        let address = ["--address", service.daemon.socketAddress]
        return try await Tool.run(BuiltProducts.path(of: "formctl"), address + arguments)
    }

    /// What busctl prints; its last lines are errors.
    @discardableResult
    func busctl(_ verb: String, _ words: [String]) async throws -> String {
        let place = words[0].split(separator: " ").map(String.init)
        let result = try await Tool.run(
            "busctl",
            ["--address=\(service.daemon.socketAddress)", verb, "org.formd.Forms1"] + place + words.dropFirst()
        )
        return result.output + result.errors
    }

    /// The path of a field, and the interface.
    static func field(_ name: String, of token: String) -> String {
        "/org/formd/Forms1/session/\(getuid())/\(token)/field/\(name) org.formd.Forms1.Field"
    }

    static func session(_ token: String) -> String {
        "/org/formd/Forms1/session/\(getuid())/\(token) org.formd.Forms1.Session"
    }

    /// Waits until busctl prints that of a property: what a plug-in says late comes later.
    func becomes(_ place: String, _ property: String, _ value: String) async throws -> Bool {
        for _ in 0..<500 {
            if try await busctl("get-property", [place, property]) == value + "\n" { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }
}

import DBus
import EventLoop
import FormdTesting
import Foundation

/// A daemon whose forms are published as the bundle `house`.
@LoopActor
final class BundleKiosk {
    let publisher: BundlePublisher
    let survivor: Survivor

    /// - Parameters:
    ///   - source: the keys of the settings that say where it is published.
    ///   - settings: more keys.
    ///   - interval: the seconds between two looks.
    ///   - local: the forms of the machine.
    ///   - keys: the names of the publisher's keys that may sign.
    init(
        source: String,
        publisher: BundlePublisher,
        settings: String = #", "kiosk": "hall-3""#,
        interval: Int = 0,
        state: String? = nil,
        local: [String: String] = [:],
        keys: [String] = ["house"]
    ) async throws {
        self.publisher = publisher
        let folder = try TemporaryFolder()
        let publicKeys = try keys.map { "\"\(try publisher.key($0))\"" }.joined(separator: ", ")
        try """
        {"bundle": {\(source), "name": "house", "publicKeys": [\(publicKeys)], "interval": \(interval)\(settings)},
         "limits": {"bundleTime": 3000}}
        """.write(toFile: folder.path + "/settings.json", atomically: true, encoding: .utf8)
        survivor = try await Survivor(
            state: state,
            forms: local,
            arguments: ["--config", folder.path + "/settings.json"],
            in: folder
        )
    }

    func formctl(_ arguments: String...) async throws -> Tool.Result {
        try await Tool.run(Formctl.program, ["--address", survivor.daemon.socketAddress] + arguments)
    }

    /// Looks for a new version: the reason why there is an error; empty if there is none.
    @discardableResult
    func update() async throws -> String {
        let reply = try await survivor.connect().manager("UpdateBundle").first?.properties
        return reply?["error"]?.string ?? "?"
    }

    func status() async throws -> [String: Value] {
        try await survivor.connect().manager("GetStatistics").first?.properties?["bundle"]?.properties ?? [:]
    }

    func version() async throws -> UInt64? { try await status()["version"]?.uint64 }

    /// The titles of the installed forms by their names.
    func titles() async throws -> [String: String] {
        let rows = try await survivor.connect().manager("ListForms").first?.elements ?? []
        return Dictionary(rows.compactMap(\.members).map { ($0[0].string ?? "", $0[1].string ?? "") }) { $1 }
    }

    /// The files of the bundle in the state folder.
    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: survivor.state + "/bundles").sorted()
    }
}

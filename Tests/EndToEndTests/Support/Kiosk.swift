import DBus
import EventLoop
import FormdTesting
import Foundation

/// A daemon with a form whose answers go to a target, a folder in which they arrive, and a program that does what the
/// answers say.
@LoopActor
final class Kiosk {
    let survivor: Survivor
    /// Where answers arrive.
    let target: TemporaryFolder
    private let fields: String

    /// - Parameters:
    ///   - submission: the keys of the form's `submission`; `TARGET` stands for the folder.
    ///   - time: how long the program may run, in milliseconds.
    ///   - age: after which a submission that waits is reported, in milliseconds.
    init(
        _ submission: String,
        state: String? = nil,
        fields: String = #"{"id": "name"}"#,
        time: Int = 60_000,
        age: Int = 3_600_000
    ) async throws {
        target = try TemporaryFolder()
        let folder = try TemporaryFolder()
        self.fields = fields
        let settings = folder.path + "/settings.json"
        try #"{"limits": {"submissionTime": \#(time), "submissionAge": \#(age)}}"#
            .write(toFile: settings, atomically: true, encoding: .utf8)
        try Self.install(in: target.path)
        survivor = try await Survivor(
            state: state,
            forms: ["f": Self.form(submission, fields, target.path)],
            arguments: ["--config", settings],
            in: folder
        )
    }

    private static func form(_ submission: String, _ fields: String, _ target: String) -> String {
        let submission = submission.replacingOccurrences(of: "TARGET", with: target)
        return #"{"fields": [\#(fields)], "submission": {\#(submission)}}"#
    }

    /// Lets the answers go elsewhere.
    func install(_ submission: String) async throws {
        try survivor.daemon.write(form: Self.form(submission, fields, target.path), named: "f")
        try await survivor.connect().manager("Reload")
    }

    /// Whether long submissions have 16 MiB, which a debug build takes half a minute for.
    static let isLarge = ProcessInfo.processInfo.environment["FORMD_LARGE"] != nil

    static let program = #""type": "program", "program": "TARGET/program/run", "writes": ["TARGET"]"#

    /// The program refuses, hangs, answers garbage, dies, leaks or fails for as long as there is no file `well`.
    private static func install(in folder: String) throws {
        let script = """
            #!/bin/sh
            IFS= read -r line
            case "$line" in
            *refuse*) echo '{"errors": {"name": "Nobody is called so", "other": "Unknown"}}'; exit ;;
            *garbage*) echo "I cannot read $line"; exit ;;
            *hang*) exec 4<>\(folder)/pipe; read -r never <&4 ;;
            *dies*) exit 3 ;;
            *leaks*) echo "$line" >&2; exit 126 ;;
            *later*) test -e \(folder)/well || exit 1 ;;
            *slow*) exec 4<>\(folder)/pipe; printf . >> \(folder)/begun; read -r word <&4
                    echo '{"errors": {"name": "Too late"}}'; exit ;;
            esac
            printf '%s\\n' "$line" >> \(folder)/arrived
            """
        try FileManager.default.createDirectory(atPath: folder + "/program", withIntermediateDirectories: true)
        try script.write(toFile: folder + "/program/run", atomically: true, encoding: .utf8)
        chmod(folder + "/program/run", 0o755)
        mkfifo(folder + "/pipe", 0o600)
    }

    /// The documents that have arrived, in the order of their arrival.
    func arrived(in folder: String? = nil) throws -> [[String: Any]] {
        func document(_ text: some StringProtocol) throws -> [String: Any] {
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
        }
        if let folder {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
            return try names.sorted().map { try document(String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) }
        }
        let lines = (try? String(contentsOfFile: target.path + "/arrived", encoding: .utf8)) ?? ""
        return try lines.split(separator: "\n").map { try document($0) }
    }

    /// The names in the arrived documents.
    func names(in folder: String? = nil) throws -> [String] {
        try arrived(in: folder).map { ($0["values"] as? [String: Any])?["name"] as? String ?? "" }
    }

    func open(_ token: String = "t") async throws -> SessionObject {
        try await survivor.connect().openSession("f", [("token", .string(token))])
    }

    func formctl(_ arguments: String...) async throws -> Tool.Result {
        try await Tool.run(Formctl.program, ["--address", survivor.daemon.socketAddress] + arguments)
    }

    /// What waits: the state and the reason of each submission, by its key.
    func outbox() async throws -> [(key: String, state: String, reason: String)] {
        let rows = try await survivor.connect().manager("ListSubmissions").first?.elements ?? []
        return rows.compactMap(\.members).map { ($0[0].string ?? "", $0[4].string ?? "", $0[6].string ?? "") }
    }

    func statistic(_ name: String) async throws -> Value? {
        try await survivor.connect().manager("GetStatistics").first?.properties?["submissions"]?.properties?[name]
    }
}

import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct StatusCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print the daemon's version, its memory use, and the state of its plug-ins."
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let version = Value.string(try await forms.version())
        let statistics = try await forms.manager("GetStatistics").first?.propertyChanges ?? []
        let all = [("version", version)] + statistics
        let shown = all.filter { name, _ in !PluginReport.names.contains(name) }
        try report(json: JSONText(all), lines: aligned(shown.flatMap { Self.rows($0, $1) }))
    }

    /// A row for each value, and for each entry of a dictionary.
    private static func rows(_ name: String, _ value: Value) -> [[String]] {
        guard let entries = value.entries else { return [[name.escapingControls, value.text]] }
        return entries.flatMap { rows(name + "." + $0.key.text, $0.value.variant ?? $0.value) }
    }
}

import DBus

/// The plug-in statistics of `GetStatistics`, as lines.
struct PluginReport {
    /// The names of the statistics that only this report prints.
    static let names: Set<String> = ["pluginDetails", "refusedPlugins", "shadowedPlugins", "confinementGaps"]

    let statistics: [(String, Value)]

    init(_ statistics: [(String, Value)]) {
        self.statistics = statistics.filter { Self.names.contains($0.0) }
    }

    var lines: [String] {
        var lines = aligned(plugins.map(row))
        for plugin in plugins {
            let reason = text("reason", of: plugin)
            let failure = text("lastFailure", of: plugin)
            if !reason.isEmpty {
                lines.append("\(text("name", of: plugin)): quarantined until Reload: \(reason)")
            } else if !failure.isEmpty {
                lines.append("\(text("name", of: plugin)): its last failure: \(failure)")
            }
        }
        lines += pairs("refusedPlugins").map { "refused: \($0.0): \($0.1)" }
        lines += pairs("shadowedPlugins").map { "shadowed: \($0.0): \($0.1) is used instead" }
        lines += (value("confinementGaps")?.elements ?? []).map { "not confined as it should be: \($0.text)" }
        return lines
    }

    private var plugins: [[String: Value]] {
        value("pluginDetails")?.elements?.compactMap(\.properties) ?? []
    }

    /// Name, version, state, process, answered and asked questions, types.
    private func row(_ plugin: [String: Value]) -> [String] {
        let pid = plugin["pid"]?.uint32 ?? 0
        let types = plugin["types"]?.elements?.map(\.text).joined(separator: ", ") ?? ""
        return [
            text("name", of: plugin), text("version", of: plugin), text("state", of: plugin),
            pid == 0 ? "-" : String(pid), "\(text("answers", of: plugin))/\(text("questions", of: plugin))", types,
        ]
    }

    private func text(_ name: String, of plugin: [String: Value]) -> String {
        plugin[name]?.text ?? ""
    }

    private func pairs(_ name: String) -> [(String, String)] {
        value(name)?.entries?.map { ($0.key.text, $0.value.text) } ?? []
    }

    private func value(_ name: String) -> Value? {
        statistics.first { $0.0 == name }?.1
    }
}

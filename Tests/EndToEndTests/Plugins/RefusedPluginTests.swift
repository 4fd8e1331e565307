import FormdTesting
import Foundation
import Testing

/// Plug-ins that formd does not use, each with its reason: in the log, in the statistics, in what formctl prints.
@Suite("Plug-ins that are refused", .loop, .timeLimit(.minutes(3)))
struct RefusedPluginTests {
    private static let refusals = [
        ("b-again", "its type placeholder echo is already offered by zoo"),
        ("b-built-in", "its type formatter mask is already offered by formd itself"),
        ("b-future", "it speaks version 2 of the protocol, formd speaks version 1"),
        ("b-key", "plugin.json: /licence: there is no such key"),
        ("b-open", "its group or others may write to it"),
        ("b-escape", "is not a path below the plug-in's folder"),
    ]

    private let shell: PluginShell

    init() async throws {
        shell = try await PluginShell { folder in
            func zoo(_ name: String, _ types: [String], _ keys: [String: String] = [:]) throws {
                try PluginFolder.installZoo(into: folder, name: name, types: types, keys: keys)
            }
            try zoo("a-zoo", ["placeholder echo"])
            try FileManager.default.moveItem(atPath: folder + "/a-zoo", toPath: folder + "/a")
            let manifest = try String(contentsOfFile: folder + "/a/plugin.json", encoding: .utf8)
            try manifest.replacingOccurrences(of: "a-zoo", with: "zoo")
                .write(toFile: folder + "/a/plugin.json", atomically: false, encoding: .utf8)
            try zoo("b-again", ["validator even", "placeholder echo"])
            try zoo("b-built-in", ["formatter mask"])
            try zoo("b-key", ["measurer ten"], ["licence": "\"none\""])
            try zoo("b-open", ["measurer ten"])
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder + "/b-open")
            try zoo("b-future", ["measurer ten"], ["licence": "\"none\""])
            for (name, old, new) in [
                ("b-future", "\"protocol\": 1", "\"protocol\": 2"), ("b-escape", "formd-zoo", "../a/formd-zoo"),
            ] {
                if name == "b-escape" { try zoo(name, ["measurer ten"]) }
                let path = "\(folder)/\(name)/plugin.json"
                let text = try String(contentsOfFile: path, encoding: .utf8)
                try text.replacingOccurrences(of: old, with: new).write(
                    toFile: path,
                    atomically: false,
                    encoding: .utf8
                )
            }
            // The same name in another folder: the first one counts.
            try zoo("zoo", ["formatter upper"])
            // A hello of another version than the manifest's.
            try PluginFolder.installZoo(into: folder, name: "liar", behaviour: "version!", types: ["validator lie"])
        }
    }

    @Test("each with its reason, in the log, in GetStatistics and in formctl plugins")
    func reasons() async throws {
        let report = try await shell.formctl("plugins").output.split(separator: "\n").map(String.init)
        let statistics = try await shell.busctl("call", [PluginShell.manager, "GetStatistics"])
        let log = shell.service.daemon.log
        for (name, reason) in Self.refusals {
            func names(_ line: String) -> Bool { line.contains("/\(name)") && line.contains(reason) }
            #expect(report.contains { $0.hasPrefix("refused: ") && names($0) }, "\(name)\n\(report)")
            #expect(log.contains { $0.contains("a plug-in is refused") && names($0) }, "\(name)\n\(log)")
            #expect(statistics.replacing(#"\'"#, with: "'").contains(reason), "\(name)")
        }
        #expect(report.filter { $0.hasPrefix("refused: ") }.count == Self.refusals.count)
        #expect(report.contains("shadowed: \(shell.folder)/zoo: \(shell.folder)/a is used instead"), "\(report)")
        #expect(
            log.contains { $0.contains("ignored because an earlier folder has one") && $0.contains("/plugins/zoo") }
        )
    }

    @Test("their types are not listed, and a form that names one does not open")
    func types() async throws {
        let types = try await shell.busctl("call", [PluginShell.manager, "ListTypes"])
        #expect(types.contains(#""placeholder" "echo" "zoo""#))
        #expect(types.contains(#""formatter" "mask" """#) && types.contains(#""validator" "length" """#))
        for type in [#""measurer" "ten""#, #""formatter" "upper""#, #""validator" "even""#] {
            #expect(!types.contains(type), "\(types)")
        }
        let form = #"{"measurer": "ten", "fields": [{"id": "a"}]}"#
        let opened = try await shell.busctl(
            "call",
            [PluginShell.manager, "OpenDefinition", "sa{sv}", form, "0"]
        )
        #expect(opened.contains("/measurer") && opened.contains("ten"), "\(opened)")
    }

    @Test("one whose hello names another version is quarantined at its first question, with both versions")
    func version() async throws {
        let answer = try await shell.busctl(
            "call",
            [PluginShell.manager, "Check", "ss", #"[{"type": "lie"}]"#, "text"]
        )
        #expect(answer.hasPrefix("bs false "), "\(answer)")
        let reason = "it does not speak the protocol: it speaks version 2 of the protocol, not version 1"
        let report = try await shell.formctl("plugins").output
        #expect(report.contains("liar: quarantined until Reload: \(reason)\n"), "\(report)")
        #expect(shell.service.daemon.log.contains { $0.contains("quarantined") && $0.contains(reason) })
    }

    @Test("a corrected plug-in is used after Reload")
    func repaired() async throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: shell.folder + "/b-open")
        _ = try await shell.busctl("call", [PluginShell.manager, "Reload"])
        let types = try await shell.busctl("call", [PluginShell.manager, "ListTypes"])
        #expect(types.contains(#""measurer" "ten" "b-open""#), "\(types)")
    }
}

@testable import PluginHost
import PluginWire
import Testing

@Suite("Manifests")
struct PluginManifestTests {
    @Test("a manifest describes a plug-in")
    func accepted() throws {
        let manifest = try PluginManifest(json: Array(Self.json().utf8))
        #expect(manifest.name == "sample")
        #expect(manifest.version == "1.0")
        #expect(manifest.program == "bin/run")
        #expect(manifest.types == [TypeIdentity(.placeholder, "echo")])
        #expect(manifest.reads == ["/usr/share/fonts"])
        #expect(!manifest.secrets)
        #expect(!manifest.threads)
        let kinds = ["placeholder", "formatter", "validator", "measurer"]
        let types: [String] = kinds.map { kind in #"{"kind": ""# + kind + #"", "name": "x"}"# }
        let list = "[" + types.joined(separator: ", ") + "]"
        let keys: [String: String?] = ["types": list, "secrets": "true", "threads": "true"]
        let other = try PluginManifest(json: Array(Self.json(keys).utf8))
        #expect(other.types.map(\.kind.description) == kinds, "one name may stand for a type of each kind")
        #expect(other.secrets && other.threads)
    }

    @Test(
        "a bad manifest is refused with the reason",
        arguments: [
            (json(["protocol": "2"]), "it speaks version 2 of the protocol, formd speaks version 1"),
            (json(["name": #""1st""#]), #"/name: "1st" is not an identifier"#),
            (json(["name": #""../x""#]), #"/name: "../x" is not an identifier"#),
            (json(["name": #""a\u0000b""#]), #"/name: "a?b" is not an identifier"#),
            (json(["name": "1"]), "plugin.json: /name: "),
            (json(["name": nil]), "plugin.json: /name: the key is missing"),
            (json(["version": #""""#]), "/version: "),
            (json(["version": #""1\n2""#]), "/version: "),
            (json(["program": #""/bin/sh""#]), "/program: "),
            (json(["program": #""../run""#]), "/program: "),
            (json(["program": #""bin/../../run""#]), "/program: "),
            (json(["program": #""""#]), "/program: "),
            (json(["program": #"".""#]), "/program: "),
            (json(["types": "[]"]), "/types: 0 are not between 1 and 64"),
            (json(["types": #"[{"kind": "sorter", "name": "x"}]"#]), #"/types/0/kind: "sorter" is not one of"#),
            (json(["types": #"[{"kind": "placeholder", "name": "x y"}]"#]), "/types/0/name: "),
            (
                json(["types": #"[{"kind": "placeholder", "name": "x"}, {"kind": "placeholder", "name": "x"}]"#]),
                "/types/1: placeholder x is listed twice"
            ),
            (json(["types": #"[{"kind": "placeholder", "name": "x", "rank": 1}]"#]), "plugin.json: /types/0/rank: "),
            (json(["secrets": "1"]), "plugin.json: /secrets: "),
            (json(["threads": #""yes""#]), "plugin.json: /threads: "),
            (json(["reads": "[\(Array(repeating: #""/x""#, count: 65).joined(separator: ","))]"]), "/reads: 65 paths"),
            (json(["reads": #"["fonts"]"#]), "/reads/0: "),
            (json(["license": #""MIT""#]), "plugin.json: /license: there is no such key"),
            ("", "plugin.json: "),
            ("[]", "plugin.json: "),
            (String(repeating: "[", count: 60_000), "plugin.json: "),
        ]
    )
    func refused(_ json: String, _ reason: String) throws {
        let refusal = try #require(throws: PluginRefusal.self) { try PluginManifest(json: Array(json.utf8)) }
        #expect(refusal.description.hasPrefix(reason), "\(refusal)")
    }

    /// A good manifest with some keys replaced, or left out.
    static func json(_ changes: [String: String?] = [:]) -> String {
        var keys: [String: String?] = [
            "name": #""sample""#, "version": #""1.0""#, "program": #""bin/run""#, "protocol": "1",
            "types": #"[{"kind": "placeholder", "name": "echo"}]"#, "secrets": "false",
            "reads": #"["/usr/share/fonts"]"#,
        ]
        keys.merge(changes) { $1 }
        let members = keys.compactMap { key, value in value.map { "\"\(key)\": \($0)" } }
        return "{\(members.sorted().joined(separator: ", "))}"
    }
}

import Foundation
@testable import PluginHost
import PluginWire
import Testing

@Suite("Finding plug-ins")
struct PluginDirectoryTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("the search path begins with the administrator's folders, ends with the user's, and has no relative paths")
    func searchPaths() {
        let environment = ["FORMD_PLUGIN_PATH": "/a::b:/c", "HOME": "/home/u"]
        let system = ["/a", "/c", "/etc/formd/plugins", "/usr/local/lib/formd/plugins", "/usr/lib/formd/plugins"]
        #expect(PluginDirectory.searchPaths(environment: environment, isUserDaemon: false) == system)
        #expect(
            PluginDirectory.searchPaths(environment: environment, isUserDaemon: true)
                == system + ["/home/u/.local/lib/formd/plugins"]
        )
        #expect(PluginDirectory.searchPaths(environment: [:], isUserDaemon: true) == Array(system.dropFirst(2)))
    }

    @Test("a plug-in is found with its program")
    func found() throws {
        try directory.addPlugin("sample")
        let findings = PluginDirectory.discover([directory.path])
        #expect(findings.plugins.map(\.manifest.name) == ["sample"])
        #expect(findings.plugins.map(\.program) == [directory.path + "/sample/run"])
        #expect(findings.refused.isEmpty && findings.shadowed.isEmpty)
    }

    @Test("a missing directory contains no plug-ins")
    func missing() {
        #expect(PluginDirectory.discover([directory.path + "/none"]) == PluginDirectory.Findings())
    }

    @Test("the first plug-in with a name is used, and the other one is reported")
    func shadowed() throws {
        try directory.addPlugin("one/sample")
        try directory.addPlugin("two/sample")
        let findings = PluginDirectory.discover([directory.path + "/two", directory.path + "/one"])
        #expect(findings.plugins.map(\.folder) == [directory.path + "/two/sample"])
        #expect(
            findings.shadowed == [
                PluginDirectory.Shadowed(
                    path: directory.path + "/one/sample",
                    name: "sample",
                    by: directory.path + "/two/sample"
                )
            ]
        )
    }

    @Test("a type that another plug-in provides is refused")
    func duplicateType() throws {
        try directory.addPlugin("a")
        try directory.addPlugin("b")
        let findings = PluginDirectory.discover([directory.path])
        #expect(findings.plugins.map(\.manifest.name) == ["a"])
        #expect(findings.refused.map(\.reason) == ["its type placeholder echo is already offered by a"])

        let own = PluginDirectory.discover([directory.path], taken: [TypeIdentity(.placeholder, "echo")])
        #expect(own.plugins.isEmpty)
        #expect(own.refused.first?.reason == "its type placeholder echo is already offered by formd itself")
    }

    @Test(
        "files that others could change, and files of a wrong kind, are refused",
        arguments: [
            ("chmod", "sample", 0o775, "its group or others may write to it"),
            ("chmod", "sample/plugin.json", 0o666, "its group or others may write to it"),
            ("chmod", "sample/run", 0o757, "its group or others may write to it"),
            ("chmod", "sample/run", 0o644, "cannot be executed"),
            ("remove", "sample/run", 0, "No such file"),
            ("remove", "sample/plugin.json", 0, "No such file"),
            ("link", "sample/run", 0, "is not a file below the plug-in's folder"),
            ("link", "sample/plugin.json", 0, "is not a file in the plug-in's folder"),
            ("folder", "sample/run", 0, "is not a file below the plug-in's folder"),
            ("fill", "sample/plugin.json", 0, "more than 65536 bytes"),
        ]
    )
    func untrusted(_ change: String, _ path: String, _ mode: Int, _ reason: String) throws {
        try directory.addPlugin("sample")
        let file = directory.path + "/" + path
        switch change {
        case "chmod": chmod(file, mode_t(mode))
        case "remove": unlink(file)
        case "link":
            unlink(file)
            symlink("/bin/true", file)
        case "folder":
            unlink(file)
            mkdir(file, 0o755)
        default: try directory.write(String(repeating: " ", count: 65_537), to: path)
        }
        let findings = PluginDirectory.discover([directory.path])
        #expect(findings.plugins.isEmpty)
        #expect(findings.refused.count == 1)
        #expect(findings.refused.first?.reason.contains(reason) == true, "\(findings.refused)")
    }

    @Test("a plug-in is refused if others can write to a folder on the path of its program")
    func untrustedWay() throws {
        try directory.addPlugin("sample")
        try directory.write(PluginManifestTests.json(), to: "sample/plugin.json")
        try directory.write("#!/bin/sh", to: "sample/bin/run", mode: 0o755)
        #expect(PluginDirectory.discover([directory.path]).plugins.count == 1)
        chmod(directory.path + "/sample/bin", 0o777)
        #expect(PluginDirectory.discover([directory.path]).plugins.isEmpty)
    }

    @Test("a directory to which others can write is not searched")
    func untrustedDirectory() throws {
        try directory.addPlugin("sample")
        chmod(directory.path, 0o777)
        let findings = PluginDirectory.discover([directory.path])
        #expect(findings.plugins.isEmpty)
        #expect(findings.refused.map(\.path) == [directory.path])
    }

    @Test("files of other users are refused", .enabled(if: geteuid() == 0))
    func foreignOwner() throws {
        try directory.addPlugin("sample")
        chown(directory.path + "/sample/run", 12_345, 12_345)
        let findings = PluginDirectory.discover([directory.path])
        #expect(findings.refused.first?.reason.contains("its owner is user 12345") == true, "\(findings)")
    }

    @Test("files beside the folders, and hidden folders, are ignored")
    func strangers() throws {
        try directory.addPlugin("sample")
        try directory.write("read me", to: "README")
        try directory.addPlugin(".hidden")
        let findings = PluginDirectory.discover([directory.path])
        #expect(findings.plugins.map(\.manifest.name) == ["sample"])
        #expect(findings.refused.map(\.path) == [directory.path + "/README"])
    }
}

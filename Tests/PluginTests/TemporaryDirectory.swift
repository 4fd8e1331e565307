import Foundation
import Testing

/// A folder for plug-ins that is gone when the test is over.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("\(FileManager.default.temporaryDirectory.path)/formd-plugins-XXXXXX\0".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.flatMap { realpath($0, nil) }
        }
        let resolved = try #require(made)
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file that only its owner may change, and makes the folders above it.
    func write(_ text: String, to file: String, mode: mode_t = 0o644) throws {
        let whole = path + "/" + file
        let folder = URL(fileURLWithPath: whole).deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        try Data(text.utf8).write(to: URL(fileURLWithPath: whole))
        chmod(whole, mode)
    }

    /// A plug-in, named after its folder, that is this shell script, and offers the placeholder `echo`.
    func addPlugin(_ folder: String, script: String = "exit 0", type: String = "echo") throws {
        let name = URL(fileURLWithPath: folder).lastPathComponent.drop { $0 == "." }
        let manifest = PluginManifestTests.json([
            "name": "\"\(name)\"", "program": #""run""#, "types": #"[{"kind": "placeholder", "name": "\#(type)"}]"#,
        ])
        try write(manifest, to: folder + "/plugin.json")
        try write("#!/bin/sh\n\(script)\n", to: folder + "/run", mode: 0o755)
    }
}

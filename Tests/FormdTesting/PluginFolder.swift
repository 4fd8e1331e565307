import Foundation

/// Plug-ins of this build, laid out as they are installed.
package enum PluginFolder {
    /// Puts a plug-in that comes along into a folder of its own below `folder`.
    ///
    /// A build for tests links the Swift runtime from the toolchain's folder, which an installed plug-in does not need
    /// and may not read: that folder is added to what the manifest names.
    package static func install(_ plugin: String, into folder: String) throws {
        let source = "\(BuiltProducts.project)/Plugins/\(plugin)/plugin.json"
        let text = try readingRuntime(try String(contentsOfFile: source, encoding: .utf8))
        try install(program: BuiltProducts.path(of: plugin), manifest: text, into: "\(folder)/\(plugin)")
    }

    /// A manifest that also lets the program read the Swift runtime of this build.
    package static func readingRuntime(_ manifest: String) throws -> String {
        guard var object = try JSONSerialization.jsonObject(with: Data(manifest.utf8)) as? [String: Any] else {
            throw CocoaError(.fileReadCorruptFile)
        }
        object["reads"] = (object["reads"] as? [String] ?? []) + runtimeFolders
        return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }

    /// Puts the plug-in that does what it is told (see `Tests/Plugins/Zoo`) below `folder`.
    ///
    /// - Parameters:
    ///   - name: the plug-in's, and its folder's.
    ///   - behaviour: what it does at its start.
    ///   - types: what its manifest promises, as `kind name`.
    ///   - keys: more of the manifest, as JSON.
    ///   - granted: paths that the administrator lets it read.
    ///   - logsErrors: whether the administrator lets its standard error be logged.
    package static func installZoo(
        into folder: String,
        name: String = "zoo",
        behaviour: String = "",
        types: [String] = ["placeholder echo", "formatter upper", "validator even", "measurer ten"],
        keys: [String: String] = [:],
        granted: [String] = [],
        logsErrors: Bool = true
    ) throws {
        let list = types.map { type in
            let words = type.split(separator: " ")
            return #"{"kind": "\#(words[0])", "name": "\#(words[1])"}"#
        }
        var keys = keys
        // Even a program in C is linked to the Swift runtime by a debug build.
        let reads = (runtimeFolders + (keys["reads"].map { [$0] } ?? [])).map { $0.hasPrefix("[") ? $0 : "[\"\($0)\"]" }
        keys["reads"] = "[" + reads.map { $0.dropFirst().dropLast() }.joined(separator: ", ") + "]"
        let more = keys.sorted { $0.key < $1.key }.map { #", "\#($0.key)": \#($0.value)"# }.joined()
        let manifest = """
            {"name": "\(name)", "version": "1", "program": "formd-zoo-plugin", "protocol": 1,
             "types": [\(list.joined(separator: ", "))]\(more)}
            """
        let path = "\(folder)/\(name)"
        try install(program: BuiltProducts.path(of: "formd-zoo-plugin"), manifest: manifest, into: path)
        try grant(name, reads: runtimeFolders + granted, log: logsErrors, in: folder)
        if !behaviour.isEmpty { try write(Data(behaviour.utf8), to: "\(path)/behaviour", mode: 0o644) }
    }

    /// Adds to the settings of a directory of plug-ins what one of them may.
    package static func grant(_ name: String, reads: [String], log: Bool = true, in folder: String) throws {
        let path = "\(folder)/plugins.json"
        let known = FileManager.default.contents(atPath: path).flatMap { try? JSONSerialization.jsonObject(with: $0) }
        var settings = known as? [String: Any] ?? [:]
        settings[name] = ["reads": reads, "log": log] as [String: Any]
        try write(try JSONSerialization.data(withJSONObject: settings), to: path, mode: 0o644)
    }

    /// Makes a plug-in's folder of a program and the text of its manifest, which may read what that asks for.
    package static func install(program: String, manifest: String, into path: String) throws {
        let name = URL(fileURLWithPath: program).lastPathComponent
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        let copy = "\(path)/\(name)"
        try? FileManager.default.removeItem(atPath: copy)
        // A link where one can be made: the programs of a debug build are large.
        do {
            try FileManager.default.linkItem(atPath: program, toPath: copy)
        } catch {
            try FileManager.default.copyItem(atPath: program, toPath: copy)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: copy)
        try write(Data(manifest.utf8), to: "\(path)/plugin.json", mode: 0o644)
        let object = try JSONSerialization.jsonObject(with: Data(manifest.utf8)) as? [String: Any]
        if let plugin = object?["name"] as? String, let reads = object?["reads"] as? [String] {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try grant(plugin, reads: reads, in: folder)
        }
    }

    private static func write(_ data: Data, to path: String, mode: Int) throws {
        try data.write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Where the Swift libraries of this process come from; empty if they are inside it.
    package static let runtimeFolders: [String] = {
        guard let maps = fopen("/proc/self/maps", "r") else { return [] }
        defer { fclose(maps) }
        // Line by line: what `/proc` gives at once is not all that there is.
        var folders: Set<String> = []
        var line = [CChar](repeating: 0, count: 8192)
        while fgets(&line, Int32(line.count), maps) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard let path = text.split(whereSeparator: \.isWhitespace).last, path.hasSuffix("/libswiftCore.so") else {
                continue
            }
            folders.insert(URL(fileURLWithPath: String(path)).deletingLastPathComponent().path)
        }
        return folders.sorted()
    }()
}

import Glibc

/// The command line of `formd-plugin-launcher`, which confines itself and becomes the plug-in.
struct LauncherArguments {
    let words: [String]

    init(_ launcher: String, _ plugin: InstalledPlugin, _ limits: PluginLimits) {
        var words = [launcher, "--folder", plugin.folder]
        words += ["--address-space", "\(limits.addressSpace)", "--descriptors", "\(limits.descriptors)"]
        if plugin.manifest.threads { words.append("--threads") }
        for path in plugin.reads { words += ["--read", path] }
        self.words = words + [plugin.program]
    }

    /// Calls `body` with the words as C strings, NULL last. The pointers are valid until `body` returns.
    func withPointers<Result>(_ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result) rethrows -> Result {
        let copies = unsafe words.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return try unsafe body(copies + [nil])
    }
}

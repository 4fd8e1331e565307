/// A program, and what `formd-plugin-launcher` lets it do besides reading its folder and the system's libraries.
package struct ConfinedProgram: Sendable {
    /// The path of the program, and that of its folder, in which it runs. Neither has symbolic links.
    package var path: String
    package var folder: String
    package var arguments: [String] = []
    /// The absolute paths that it may read, and those that it may write.
    package var reads: [String] = []
    package var writes: [String] = []
    /// Whether it may open connections over IP.
    package var usesNetwork = false
    package var usesThreads = false
    /// Bytes of address space.
    package var addressSpace: UInt64
    package var descriptors: UInt64

    package init(_ path: String, in folder: String, addressSpace: UInt64, descriptors: UInt64) {
        self.path = path
        self.folder = folder
        self.addressSpace = addressSpace
        self.descriptors = descriptors
    }

    /// The command line of the launcher, which confines itself and becomes the program.
    func commandLine(of launcher: String) -> [String] {
        var words = [
            launcher, "--folder", folder, "--address-space", "\(addressSpace)", "--descriptors", "\(descriptors)",
        ]
        for path in reads { words += ["--read", path] }
        for path in writes { words += ["--write", path] }
        if usesThreads { words.append("--threads") }
        if usesNetwork { words.append("--network") }
        return words + [path] + arguments
    }
}

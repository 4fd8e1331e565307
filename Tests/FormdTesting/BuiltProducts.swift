import Foundation

/// What the build made, and what it was made from.
package enum BuiltProducts {
    /// The folder of the executables: the test bundle is there, too.
    package static let folder: String = {
        // The runner is the bundle, or a tool that was given the bundle's path.
        let candidates = ["/proc/self/exe"] + CommandLine.arguments
        let folders = candidates.map {
            URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path
        }
        return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/formd") } ?? folders[0]
    }()

    package static func path(of executable: String) -> String {
        folder + "/" + executable
    }

    /// The project's own folder.
    package static let project = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
}

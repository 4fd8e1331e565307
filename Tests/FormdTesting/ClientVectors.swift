import Foundation

/// The vectors for clients: what formd sends, and what a front end must then show and send.
package enum ClientVectors {
    private static let vectors = BuiltProducts.project + "/Tests/ClientVectors/"

    /// The paths of the vectors of a folder.
    package static func files(of folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: vectors + folder).sorted().map {
            "\(vectors)\(folder)/\($0)"
        }
    }

    /// Plays the vectors of a folder to a front end. Returns the player's output; empty if all passed.
    ///
    /// - Parameter command: the program and its first arguments; the address and the form follow.
    package static func failures(
        of command: [String],
        playing folder: String,
        environment: [String: String] = [:]
    ) async throws -> String {
        let files = try files(of: folder)
        let arguments = [vectors + "play.py"] + files + ["--"] + command
        let limit = Duration.seconds(100)
        let result = try await Tool.run("/usr/bin/python3", arguments, environment: environment, limit: limit)
        let passed = result.output.split(separator: "\n").count { $0.hasPrefix("ok ") }
        return result.status == 0 && passed == files.count ? "" : result.output + result.errors
    }
}

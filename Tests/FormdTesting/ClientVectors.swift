import Foundation

/// The vectors for clients: what formd sends, and what a front end must then show and send.
package enum ClientVectors {
    /// Plays the vectors of a folder to a front end. Returns the player's output; empty if all passed.
    ///
    /// - Parameter command: the program and its first arguments; the address and the form follow.
    package static func failures(
        of command: [String],
        playing folder: String,
        environment: [String: String] = [:]
    ) async throws -> String {
        let vectors = BuiltProducts.project + "/Tests/ClientVectors"
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(vectors)/\(folder)").sorted()
        let arguments = ["\(vectors)/play.py"] + files.map { "\(vectors)/\(folder)/\($0)" } + ["--"] + command
        let limit = Duration.seconds(100)
        let result = try await Tool.run("/usr/bin/python3", arguments, environment: environment, limit: limit)
        let passed = result.output.split(separator: "\n").count { $0.hasPrefix("ok ") }
        return result.status == 0 && passed == files.count ? "" : result.output + result.errors
    }
}

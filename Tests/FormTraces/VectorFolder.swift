package import Foundation

/// Where the tests' vectors come from: the folder that `FORMD_VECTORS` names, else the copies beside the tests.
package struct VectorFolder: Sendable {
    /// nil: the copies.
    private let folder: URL?

    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        folder = environment["FORMD_VECTORS"].map { URL(fileURLWithPath: $0) }
    }

    /// What the file holds. nil, with a note: a folder was named and has no file of this name, so its vectors are
    /// skipped.
    ///
    /// - Parameter copy: the file beside the tests.
    package func contents(of name: String, copy: URL?) throws -> Data? {
        guard let folder else {
            guard let copy else { throw CocoaError(.fileNoSuchFile) }
            return try Data(contentsOf: copy)
        }
        let file = folder.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else {
            print("\(name): not in \(folder.path), 0 vectors")
            return nil
        }
        return try Data(contentsOf: file)
    }
}

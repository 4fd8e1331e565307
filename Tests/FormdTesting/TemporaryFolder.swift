import Foundation

/// A folder for one test, ours alone, that goes with the object.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        var template = Array("/tmp/formd-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Lets other users see what is in the folder.
    package func letOthersIn() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

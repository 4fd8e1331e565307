import EventLoop
import FormBundles
import FormModel
package import FormStore
import Glibc

/// The versions of a bundle in the state folder, each as it was published: `NAME-VERSION.json` with its signature beside it, so
/// that `minisign -V` can check them. `NAME.ledger` says which of them is in use; it is written last.
///
/// Everything here reads or writes the disk, on any thread.
package struct BundleShelf: Sendable {
    let name: String
    private let folder: String
    private let calls: FileCalls

    /// A bundle that was published, in bytes.
    package struct Publication: Sendable, Hashable {
        package let document: [UInt8]
        package let signature: [UInt8]

        package init(document: [UInt8], signature: [UInt8]) {
            self.document = document
            self.signature = signature
        }
    }

    private static let suffix = ".json"

    /// - Parameter state: the path of the state folder, which only the daemon's user can read.
    package init(name: String, state: String, calls: FileCalls = FileCalls()) {
        self.name = name
        self.calls = calls
        folder = "\(state)/bundles"
    }

    private func file(_ version: Int) -> String { "\(name)-\(version)\(Self.suffix)" }

    /// The versions in the folder, in no order.
    var versions: [Int] {
        let names = (try? FileSystem.names(in: folder)) ?? []
        return names.compactMap { file in
            guard file.hasPrefix(name + "-"), file.hasSuffix(Self.suffix) else { return nil }
            let version = Int(file.dropFirst(name.count + 1).dropLast(Self.suffix.count))
            return version.flatMap { self.file($0) == file ? $0 : nil }
        }
    }

    /// The ledger; an empty one if there is none, and `nil` if it is damaged.
    var ledger: BundleLedger? {
        let path = "\(folder)/\(name).ledger"
        guard FileSystem.exists(path) else { return BundleLedger() }
        return (try? FileSystem.contents(of: path, limit: 4_096)).flatMap(BundleLedger.init)
    }

    func read(_ version: Int) throws(BundleError) -> Publication {
        let path = "\(folder)/\(file(version))"
        guard FileSystem.exists(path) else { throw BundleError(.unknownVersion, "version \(version) is not kept") }
        do throws(SystemError) {
            return Publication(
                document: try FileSystem.contents(of: path, limit: FormBundle.maximumLength + 1),
                signature: try FileSystem.contents(of: path + Self.signatureSuffix, limit: 1 << 16)
            )
        } catch {
            throw BundleError(.storeUnavailable, "\(error)")
        }
    }

    static let signatureSuffix = ".minisig"

    /// Keeps a version. Until the ledger is written, nothing has changed.
    func keep(_ publication: Publication, _ version: Int) throws(BundleError) {
        _ = unsafe mkdir(folder, 0o700)
        let file = file(version)
        try write([(file, publication.document), (file + Self.signatureSuffix, publication.signature)])
    }

    func write(_ ledger: BundleLedger) throws(BundleError) {
        try write([("\(name).ledger", Array((ledger.json.line + "\n").utf8))])
    }

    private func write(_ files: [(name: String, bytes: [UInt8])]) throws(BundleError) {
        let results = FileBatch.write(
            files.map { FileBatch.File(folder: folder, name: $0.name, bytes: $0.bytes) },
            calls
        )
        for case .failure(let error) in results { throw BundleError(.storeUnavailable, "\(error)") }
    }

    /// Removes the versions that are not to be kept, and files that were not finished.
    func remove(except kept: Set<Int>) {
        for file in (try? FileSystem.names(in: folder)) ?? [] where file.hasPrefix(".\(name)-") {
            unsafe unlink("\(folder)/\(file)")
        }
        for version in versions where !kept.contains(version) {
            for suffix in ["", Self.signatureSuffix] { unsafe unlink("\(folder)/\(file(version))\(suffix)") }
        }
    }
}

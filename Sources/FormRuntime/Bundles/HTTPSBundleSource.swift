import EventLoop
package import FormBundles
package import FormModel
package import PluginHost

/// A folder of a web server: `NAME.json`, and its signature `NAME.json.minisig`, which is put there last.
///
/// Every request names the kiosk and the version in use in its `User-Agent`, so that the server's log answers which kiosk has
/// which version.
package final class HTTPSBundleSource: BundleSource {
    package let address: String
    private let program: String
    private let server: SubmissionDefinition.Server
    private let limit: Duration
    private let plugins: PluginHost
    /// The signature that was fetched last.
    private var signature: [UInt8] = []
    /// The version in use that the server's log knows.
    private var told: BundleLedger.Use?

    /// - Parameters:
    ///   - folder: its address begins with `https://`, or with `http://` if it is on this machine.
    ///   - program: formd with its version.
    ///   - limit: how long one request may take.
    package init(
        folder: SubmissionDefinition.Server,
        name: String,
        program: String,
        limit: Duration,
        plugins: PluginHost
    ) {
        address = (folder.url.hasSuffix("/") ? folder.url : folder.url + "/") + name + ".json"
        (server, self.program, self.limit, self.plugins) = (folder, program, limit, plugins)
    }

    package func signature(
        _ report: BundleReport,
        completion: @escaping @LoopActor (Result<[UInt8], BundleError>) -> Void
    ) {
        fetch(address + BundleShelf.signatureSuffix, report, to: DetachedSignature.maximumLength) { [self] result in
            signature = (try? result.get()) ?? []
            completion(result)
        }
    }

    package func publication(
        _ report: BundleReport,
        completion: @escaping @LoopActor (Result<BundleShelf.Publication, BundleError>) -> Void
    ) {
        fetch(address, report, to: FormBundle.maximumLength) { [signature] result in
            completion(result.map { BundleShelf.Publication(document: $0, signature: signature) })
        }
    }

    package func tell(_ report: BundleReport) {
        guard told != report.use else { return }
        fetch(address + BundleShelf.signatureSuffix, report, to: DetachedSignature.maximumLength) { _ in }
    }

    package func pause() {}

    private func fetch(
        _ address: String,
        _ report: BundleReport,
        to bytes: Int,
        completion: @escaping @LoopActor (Result<[UInt8], BundleError>) -> Void
    ) {
        told = report.use
        let agent = "\(program) bundle/\(report.bundle)-\(report.use?.version ?? 0) kiosk/\(report.kiosk)"
        var file = server
        file.url = address
        plugins.fetch(file, as: agent, to: bytes, within: limit) { result in
            completion(
                result.mapError { failure in
                    switch failure {
                    case .tooLarge(let reason): BundleError(.tooLarge, "\(address): \(reason)")
                    case .failed(let reason): BundleError(.unreachable, "\(address): \(reason)")
                    }
                }
            )
        }
    }
}

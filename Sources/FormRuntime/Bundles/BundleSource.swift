package import EventLoop
package import FormBundles

/// Where bundles are published. Completions are called once, on the loop.
@LoopActor
package protocol BundleSource: AnyObject {
    /// For people: an address without secrets.
    var address: String { get }

    /// Fetches the signature of what is published now. It is small, and tells whether there is anything new.
    func signature(_ report: BundleReport, completion: @escaping @LoopActor (Result<[UInt8], BundleError>) -> Void)

    /// Fetches what is published now.
    func publication(
        _ report: BundleReport,
        completion: @escaping @LoopActor (Result<BundleShelf.Publication, BundleError>) -> Void
    )

    /// Tells the source what is in use now, if it wants to know.
    func tell(_ report: BundleReport)

    /// Ends connections; the next call makes them again.
    func pause()
}

/// What a kiosk says of itself where it looks for bundles.
package struct BundleReport: Sendable, Hashable {
    /// 1 to 64 characters of `[A-Za-z0-9._-]`.
    package let kiosk: String
    package let bundle: String
    /// `nil` before the first version.
    package let use: BundleLedger.Use?
    /// Why the last attempt has failed; empty if it has not.
    package let error: String
}

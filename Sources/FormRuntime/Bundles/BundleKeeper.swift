package import EventLoop
package import FormBundles
import FormModel
package import Logging
package import PluginHost

/// Keeps the forms of this machine as an administrator publishes them elsewhere: looks for a new version of a bundle, tries it,
/// keeps it on disk, and takes it up in one step. If anything is wrong with it, everything stays as it was.
///
/// One thing happens at a time: a look, or going back to a kept version. What needs the disk or long computations is done by a
/// thread of its own.
@LoopActor
package final class BundleKeeper {
    package struct Failure: Sendable, Hashable {
        package let error: BundleError
        /// Since when the attempts have failed with this error, in seconds since 1970.
        package let since: Int
    }

    package private(set) var ledger = BundleLedger()
    /// The kept versions, the greatest first.
    package private(set) var kept: [Int] = []
    /// When the source was last asked successfully, in seconds since 1970; 0 if it never was.
    package private(set) var looked = 0
    /// Why the last attempt has failed; `nil` if it has not.
    package private(set) var failure: Failure?
    /// Whether nothing is looked for, because the daemon's next program will do that.
    package var isPaused = false {
        didSet { if isPaused { source.pause() } }
    }

    package let name: String
    private let keys: [PublicKey]
    private let interval: Duration?
    private let kiosk: String
    private let source: any BundleSource
    private let shelf: BundleShelf
    private let library: FormLibrary
    private let plugins: PluginHost
    private let logger: Logger
    private let announce: @LoopActor () -> Void
    private let worker: Worker
    private lazy var timer = DeadlineTimer(tolerance: .milliseconds(100)) { [weak self] in self?.update() }
    /// The signature of the latest version.
    private var latestSignature: [UInt8]?
    private var isBusy = false
    private var waiting: [@LoopActor () -> Void] = []
    /// Who waits for the next look.
    private var waitingForLook: [@LoopActor () -> Void] = []

    /// - Parameters:
    ///   - name: the bundle's.
    ///   - keys: those that may sign it.
    ///   - interval: the time between two looks; `nil` to look only when asked.
    ///   - kiosk: this machine's name where it looks.
    ///   - announce: called when other forms are there.
    package init(
        name: String,
        keys: [PublicKey],
        interval: Duration?,
        kiosk: String,
        source: any BundleSource,
        shelf: BundleShelf,
        library: FormLibrary,
        plugins: PluginHost,
        logger: Logger,
        announce: @escaping @LoopActor () -> Void
    ) throws(SystemError) {
        (self.name, self.keys, self.interval, self.kiosk) = (name, keys, interval, kiosk)
        (self.source, self.shelf, self.library, self.plugins) = (source, shelf, library, plugins)
        (self.logger, self.announce) = (logger, announce)
        worker = try Worker()
    }

    /// For people: where bundles come from.
    package var address: String { source.address }

    /// The files of this machine that replace forms of the bundle.
    package var replacements: [String] { library.replacements }

    // MARK: The start

    /// Takes up the version that was in use, or else an earlier one that is not damaged. Reads the disk; sessions are restored
    /// after that.
    package func takeUpKept() {
        let now = Moment.secondsSince1970()
        let known = shelf.ledger
        if known == nil { logger.error("the ledger of the bundle is damaged", metadata: ["bundle": "\(name)"]) }
        ledger = known ?? BundleLedger()
        kept = shelf.versions.sorted(by: >)
        latestSignature = ledger.latest.flatMap { try? shelf.read($0.version).signature }
        let trial = trial
        for version in ledger.order(of: kept) {
            do throws(BundleError) {
                let publication = try shelf.read(version)
                let bundle = try trial.bundle(publication)
                guard bundle.version == version else {
                    throw BundleError(.malformed, "the file of version \(version) contains version \(bundle.version)")
                }
                if ledger.latest == nil {
                    ledger.take(version, Digest.of(publication.document), at: now)
                } else if ledger.use?.version != version {
                    ledger.fallBack(to: version, at: now)
                }
                library.bundle = bundle
                library.reload()
                break
            } catch {
                failure = Failure(error: error, since: now)
                logger.error(
                    "a kept version of the bundle cannot be used: \(error)",
                    metadata: ["bundle": "\(name)", "version": "\(version)"]
                )
            }
        }
        if library.bundle == nil { ledger.useNone() }
        guard let interval else { return }
        // Many machines may start at the same time.
        schedule(after: min(interval / 10, .seconds(30)) * Double.random(in: 0...1))
    }

    private var trial: BundleTrial { BundleTrial(name, keys, library.compiler, plugins) }

    private func schedule(after delay: Duration) {
        do {
            try timer.schedule(at: EventLoop.now + delay)
        } catch {
            logger.error("the bundle is not looked for any more: \(error)")
        }
    }

    // MARK: One thing at a time

    private func enqueue(_ work: @escaping @LoopActor () -> Void) {
        waiting.append(work)
        if !isBusy { next() }
    }

    /// Every work calls this once, at its end.
    private func next() {
        isBusy = !waiting.isEmpty
        if isBusy { waiting.removeFirst()() }
    }

    /// Does something on the thread.
    private func run<Success: Sendable>(
        _ work: @escaping @Sendable () throws(BundleError) -> Success,
        completion: @escaping @LoopActor (Result<Success, BundleError>) -> Void
    ) {
        worker.run { () throws(SystemError) in
            Result { () throws(BundleError) in try work() }
        } completion: { result in
            completion(result.mapError { BundleError(.storeUnavailable, "\($0)") }.flatMap(\.self))
        }
    }

    // MARK: Looking

    /// Looks for a new version, and takes it up.
    ///
    /// - Parameter completion: called at the end of a look that began after this call; `failure` says whether it has failed.
    package func update(completion: @escaping @LoopActor () -> Void = {}) {
        guard !isPaused else { return completion() }
        waitingForLook.append(completion)
        guard waitingForLook.count == 1 else { return }
        enqueue { [self] in
            let completions = waitingForLook
            waitingForLook = []
            look { [self] error in
                note(error)
                source.tell(report)
                if let interval { schedule(after: interval * Double.random(in: 0.9...1.1)) }
                for completion in completions { completion() }
                next()
            }
        }
    }

    private var report: BundleReport {
        BundleReport(kiosk: kiosk, bundle: name, use: ledger.use, error: failure?.error.description ?? "")
    }

    private func look(_ end: @escaping @LoopActor (BundleError?) -> Void) {
        let report = report
        source.signature(report) { [self] result in
            switch result {
            case .failure(let error): end(error)
            case .success(latestSignature) where ledger.isSettled:
                looked = Moment.secondsSince1970()
                checkPlugins(end)
            case .success:
                source.publication(report) { [self] result in
                    switch result {
                    case .failure(let error): end(error)
                    case .success(let publication): take(publication, end)
                    }
                }
            }
        }
    }

    private func take(_ publication: BundleShelf.Publication, _ end: @escaping @LoopActor (BundleError?) -> Void) {
        looked = Moment.secondsSince1970()
        run { [trial, ledger, shelf, looked] () throws(BundleError) -> Taken? in
            let bundle = try trial.bundle(publication)
            let digest = Digest.of(publication.document)
            guard try ledger.takes(bundle.version, digest) else { return nil }
            try trial.checkContents(of: bundle)
            var ledger = ledger
            try shelf.keep(publication, bundle.version)
            ledger.take(bundle.version, digest, at: looked)
            try shelf.write(ledger)
            shelf.remove(except: ledger.worthKeeping(among: shelf.versions))
            return Taken(bundle: bundle, ledger: ledger, kept: shelf.versions)
        } completion: { [self] result in
            switch result {
            case .failure(let error): return end(error)
            case .success(nil): latestSignature = publication.signature
            case .success(let taken?):
                latestSignature = publication.signature
                use(taken, "a version of the bundle was taken up")
            }
            checkPlugins(end)
        }
    }

    private struct Taken: Sendable {
        let bundle: FormBundle
        let ledger: BundleLedger
        let kept: [Int]
    }

    private func use(_ taken: Taken, _ event: Logger.Message) {
        ledger = taken.ledger
        kept = taken.kept.sorted(by: >)
        logger.notice(
            event,
            metadata: [
                "bundle": "\(name)", "version": "\(taken.bundle.version)", "forms": "\(taken.bundle.forms.count)",
            ]
        )
        library.bundle = taken.bundle
        library.reload()
        announce()
    }

    /// Looks whether the plug-ins are still those that the bundle in use names. Its forms stay in use if they are not: without
    /// them nobody could fill in anything.
    private func checkPlugins(_ end: @escaping @LoopActor (BundleError?) -> Void) {
        guard let bundle = library.bundle, !bundle.plugins.isEmpty else { return end(nil) }
        run { [trial] () throws(BundleError) in
            try trial.checkPlugins(of: bundle)
        } completion: { result in
            if case .failure(let error) = result { end(error) } else { end(nil) }
        }
    }

    /// Notes how an attempt has ended. Says so if it ended otherwise than the one before.
    private func note(_ error: BundleError?) {
        guard error != failure?.error else { return }
        if let error {
            failure = Failure(error: error, since: Moment.secondsSince1970())
            logger.error(
                "the bundle is not as it should be, and everything stays as it was: \(error)",
                metadata: ["bundle": "\(name)", "source": "\(source.address)"]
            )
        } else {
            failure = nil
            logger.notice("the bundle is as it should be again", metadata: ["bundle": "\(name)"])
        }
    }

    // MARK: For administrators

    /// Goes back to a version that is kept, and stays there until a version is published that is greater than any before.
    ///
    /// - Parameter version: `nil` for the one before that in use.
    package func rollBack(to version: Int?, completion: @escaping @LoopActor (BundleError?) -> Void) {
        enqueue { [self] in
            guard let version = version ?? ledger.previous(among: kept) else {
                completion(BundleError(.unknownVersion, "no version before the one in use is kept"))
                return next()
            }
            choose(version, completion)
        }
    }

    /// Takes up the latest version again after going back from it, and looks for a new one.
    package func resume(completion: @escaping @LoopActor (BundleError?) -> Void) {
        enqueue { [self] in
            guard ledger.isHeld, let latest = ledger.latest else {
                completion(nil)
                return next()
            }
            choose(latest.version) { [self] error in
                guard error != nil else { return completion(nil) }
                // It may be damaged here, and is fetched then.
                ledger.release()
                update { [self] in completion(failure?.error) }
            }
        }
    }

    /// Takes up a kept version. It has to pass as one that is new, because plug-ins may have changed since.
    private func choose(_ version: Int, _ completion: @escaping @LoopActor (BundleError?) -> Void) {
        guard kept.contains(version) else {
            let list = kept.map(String.init).joined(separator: ", ")
            completion(BundleError(.unknownVersion, "version \(version) is not kept; kept are: \(list)"))
            return next()
        }
        run { [trial, ledger, shelf, now = Moment.secondsSince1970()] () throws(BundleError) in
            let bundle = try trial.bundle(try shelf.read(version))
            try trial.checkContents(of: bundle)
            var ledger = ledger
            ledger.choose(version, at: now)
            try shelf.write(ledger)
            return Taken(bundle: bundle, ledger: ledger, kept: shelf.versions)
        } completion: { [self] result in
            switch result {
            case .success(let taken):
                use(taken, "an administrator has chosen a kept version of the bundle")
                source.tell(report)
                completion(nil)
            case .failure(let error): completion(error)
            }
            next()
        }
    }
}

package import FormModel

/// Which version of a bundle is in use, and which was the latest one: what decides whether another one is taken up. Kept on
/// disk, and replaced there before the other version is in use.
package struct BundleLedger: Sendable, Hashable {
    /// The version in use, and since when, in seconds since 1970.
    package struct Use: Sendable, Hashable {
        package let version: Int
        package let since: Int

        package init(version: Int, since: Int) {
            self.version = version
            self.since = since
        }
    }

    /// `nil` before the first version.
    package private(set) var use: Use?
    /// The greatest version that was ever in use, with the SHA-256 of its text.
    package private(set) var latest: Latest?
    /// Whether an administrator has gone back, so that the latest version is not taken up again.
    package private(set) var isHeld = false

    /// Whether the latest version is in use, or an administrator has gone back from it.
    package var isSettled: Bool { isHeld || use != nil && use?.version == latest?.version }

    package struct Latest: Sendable, Hashable {
        package let version: Int
        let digest: String
    }

    package init() {}

    /// Whether a version that was published is to be taken up. Throws `olderVersion` or `changedContents`.
    package func takes(_ version: Int, _ digest: String) throws(BundleError) -> Bool {
        guard let latest, version <= latest.version else { return true }
        guard version == latest.version else {
            throw BundleError(.olderVersion, "version \(version) is older than version \(latest.version)")
        }
        guard digest == latest.digest else {
            let message = "version \(version) has other contents than when it was taken up; give it a greater version"
            throw BundleError(.changedContents, message)
        }
        // The kept copy of the latest version may have been damaged.
        return use?.version != version && !isHeld
    }

    /// Notes a published version that is taken up.
    package mutating func take(_ version: Int, _ digest: String, at now: Int) {
        use = Use(version: version, since: now)
        latest = Latest(version: version, digest: digest)
        isHeld = false
    }

    /// Notes that an administrator has chosen a version that was kept.
    package mutating func choose(_ version: Int, at now: Int) {
        if use?.version != version { use = Use(version: version, since: now) }
        isHeld = latest.map { $0.version != version } ?? false
    }

    /// Notes that a kept version is used because the one in use is damaged, and will be taken up again when it is fetched.
    package mutating func fallBack(to version: Int, at now: Int) {
        use = Use(version: version, since: now)
    }

    /// Notes that no kept version can be used, so that the latest one is taken up when it is fetched.
    package mutating func useNone() { (use, isHeld) = (nil, false) }

    /// Notes that the latest version may be taken up again.
    package mutating func release() { isHeld = false }

    /// The kept version before the one in use; `nil` if there is none.
    package func previous(among kept: [Int]) -> Int? {
        use.flatMap { use in kept.filter { $0 < use.version }.max() }
    }

    /// The versions that are kept: the one in use and the last ones.
    package func worthKeeping(among kept: [Int]) -> Set<Int> {
        Set(kept.sorted().suffix(1 + Self.previousVersions)).union(use.map { [$0.version] } ?? [])
    }

    private static let previousVersions = 3

    /// The order in which kept versions are tried at the start: the one in use, then earlier ones, then later ones.
    package func order(of kept: [Int]) -> [Int] {
        let version = use?.version ?? .max
        return kept.filter { $0 <= version }.sorted(by: >) + kept.filter { $0 > version }.sorted()
    }
}

// MARK: - On disk

extension BundleLedger {
    package var json: JSONText {
        [
            "version": use.map { .number($0.version) } ?? .null, "since": use.map { .number($0.since) } ?? .null,
            "latest": latest.map { .number($0.version) } ?? .null,
            "digest": latest.map { .string($0.digest) } ?? .null, "held": .boolean(isHeld),
        ]
    }

    /// Reads what `json` has written; `nil` if it is damaged.
    package init?(json bytes: [UInt8]) {
        guard let object = (try? JSONDocument(bytes))?.root.object, let isHeld = object["held"]?.bool else {
            return nil
        }
        if let version = object["version"]?.integer {
            guard let since = object["since"]?.integer else { return nil }
            use = Use(version: version, since: since)
        }
        if let version = object["latest"]?.integer {
            guard let digest = object["digest"]?.string else { return nil }
            latest = Latest(version: version, digest: digest)
        }
        self.isHeld = isHeld
    }
}

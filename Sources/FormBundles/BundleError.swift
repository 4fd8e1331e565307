/// Why a bundle is not taken up. The name begins the message, so that programs and people can look for it.
package struct BundleError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Name: String, Sendable, CaseIterable {
        /// The source cannot be reached, or has no bundle.
        case unreachable
        case tooLarge
        /// It is signed with a key that the settings do not name.
        case unknownKey
        case wrongSignature
        /// It is not what a bundle has to be.
        case malformed
        /// It is another bundle than the settings name.
        case wrongName
        case olderVersion
        /// Its version was taken up before, with other contents.
        case changedContents
        /// One of its definitions does not compile.
        case invalidForm
        /// A plug-in that it names is not installed, or is another program.
        case wrongPlugin
        /// The disk does not accept or return it.
        case storeUnavailable
        /// There is no such version in the state folder.
        case unknownVersion
    }

    package let name: Name
    /// One line, without a full stop.
    package let reason: String

    package init(_ name: Name, _ reason: String) {
        self.name = name
        self.reason = reason
    }

    package var description: String { "\(name.rawValue): \(reason)" }
}

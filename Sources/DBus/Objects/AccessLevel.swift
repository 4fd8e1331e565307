/// How much a caller may do with an object: the higher, the more.
///
/// Who uses the module names its levels in an extension (`static let editor = AccessLevel(rawValue: 2)`), says with each
/// member which one it takes, and says per object which one a caller has. The dispatcher compares the two before any
/// handler runs.
package struct AccessLevel: RawRepresentable, Comparable, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Required: what everybody may do who is shown the object at all. Had: no right beyond that.
    package static let anyone = AccessLevel(rawValue: 0)

    package static func < (left: AccessLevel, right: AccessLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

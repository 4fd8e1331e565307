/// The permissions of a caller for an object: a higher level permits more.
///
/// A module that serves objects names its levels in an extension (`static let editor = AccessLevel(rawValue: 2)`). Each
/// member declares the level that it requires, and each object determines the level of a caller. The dispatcher
/// compares the two before any handler runs.
package struct AccessLevel: RawRepresentable, Comparable, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The lowest level. A member that requires it is accessible to everybody who can see the object.
    package static let anyone = AccessLevel(rawValue: 0)

    package static func < (left: AccessLevel, right: AccessLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The access check of one caller and one object. There is no other: every read, write and call passes it first.
package struct Gate: Sendable {
    /// The caller's access level for the object.
    package let access: AccessLevel
    /// The name of the error for a caller whose level is too low.
    package let refusal: ErrorName
    /// The name of a level for that error; `nil` if the levels have no names.
    private let name: @Sendable (AccessLevel) -> String?

    package init(
        _ access: AccessLevel,
        refusal: ErrorName = .accessDenied,
        name: @escaping @Sendable (AccessLevel) -> String? = { _ in nil }
    ) {
        self.access = access
        self.refusal = refusal
        self.name = name
    }

    /// - Parameter action: completes the sentence "The caller may not … of" for the error.
    package func check(
        _ required: AccessLevel,
        _ action: @autoclosure () -> String,
        _ path: ObjectPath
    ) throws(BusError) {
        guard required <= access else {
            let role = name(required).map { ": this takes the role \($0)" } ?? ""
            throw BusError(refusal, "The caller may not \(action()) of \(path)\(role)")
        }
    }
}

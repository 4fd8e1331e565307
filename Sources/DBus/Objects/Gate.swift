/// The one place where access is decided: nothing of an object is read, written or called before it passed here.
enum Gate {
    /// - Parameter action: completes "may not …" for the caller.
    /// - Throws: `AccessDenied`.
    static func check(
        _ required: AccessLevel,
        had: AccessLevel,
        _ action: @autoclosure () -> String,
        _ path: ObjectPath
    ) throws(BusError) {
        guard required <= had else {
            throw BusError(.accessDenied, "The caller may not \(action()) of \(path)")
        }
    }
}

import CDBus

/// An error that a function of libdbus fills in.
@safe
final class LibraryError {
    private var error = unsafe DBusError()

    init() {
        unsafe dbus_error_init(&error)
    }

    deinit {
        unsafe dbus_error_free(&error)
    }

    func collect<Result>(_ call: (UnsafeMutablePointer<DBusError>) -> Result) -> Result {
        unsafe call(&error)
    }

    /// What libdbus said; an empty failure if it said nothing.
    var busError: BusError {
        guard let name = unsafe error.name, let message = unsafe error.message else { return BusError(.failed, "") }
        return unsafe BusError(ErrorName(unchecked: String(cString: name)), String(cString: message))
    }
}

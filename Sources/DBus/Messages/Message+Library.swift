import CDBus

extension Message {
    /// Whether libdbus reads the message too: for assertions, and with the tests the proof that what is written here is
    /// what others expect. Not asked about descriptors, which it takes from a socket only.
    var isAcceptedByLibrary: Bool {
        guard descriptors.isEmpty else { return true }
        let bytes = serialized()
        let failure = LibraryError()
        let pointer = unsafe bytes.withUnsafeBytes { buffer -> OpaquePointer? in
            guard let base = buffer.baseAddress, let length = Int32(exactly: buffer.count) else { return nil }
            return unsafe failure.collect { unsafe dbus_message_demarshal(base, length, $0) }
        }
        guard let pointer = unsafe pointer else { return false }
        unsafe dbus_message_unref(pointer)
        return true
    }
}

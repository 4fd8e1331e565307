import CDBus

/// A D-Bus message.
///
/// Sound to share between threads: nobody changes a message once it is made but the connection that sends it, which is on
/// the loop's thread and only ever sets the serial, the sender and libdbus's own lock.
@safe
package final class Message: @unchecked Sendable {
    package enum Kind: Int32, Sendable {
        case call = 1
        case reply = 2
        case error = 3
        case signal = 4
    }

    let pointer: OpaquePointer

    /// Takes over a reference.
    init(adopting pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    /// Adds a reference.
    init(retaining pointer: OpaquePointer) {
        unsafe self.pointer = dbus_message_ref(pointer)
    }

    deinit {
        unsafe dbus_message_unref(pointer)
    }
}

// MARK: - The header

extension Message {
    /// Nil for kinds that later versions of D-Bus may add.
    package var kind: Kind? { unsafe Kind(rawValue: dbus_message_get_type(pointer)) }

    /// Who sent it, as the bus knows it. On a peer-to-peer connection a claim that anybody can make.
    package var sender: BusName? { unsafe name(dbus_message_get_sender(pointer)) }
    package var destination: BusName? { unsafe name(dbus_message_get_destination(pointer)) }
    package var path: ObjectPath? { unsafe name(dbus_message_get_path(pointer)) }
    package var interface: InterfaceName? { unsafe name(dbus_message_get_interface(pointer)) }
    package var member: MemberName? { unsafe name(dbus_message_get_member(pointer)) }
    package var errorName: ErrorName? { unsafe name(dbus_message_get_error_name(pointer)) }

    /// 0 until it is sent.
    package var serial: UInt32 { unsafe dbus_message_get_serial(pointer) }
    /// The serial of the call that it answers; 0 if it is no answer.
    package var replySerial: UInt32 { unsafe dbus_message_get_reply_serial(pointer) }
    package var noReplyExpected: Bool { unsafe dbus_message_get_no_reply(pointer) != 0 }

    /// The arguments' types as a signature writes them, without the cost of a parsed `Signature`.
    package var signatureString: String { unsafe String(cString: dbus_message_get_signature(pointer)) }
    package var signature: Signature { Signature(signatureString) ?? .empty }

    /// Compares without making a string.
    package func hasSignature(_ signature: StaticString) -> Bool {
        signature.withUTF8Buffer { buffer in
            guard let base = buffer.baseAddress else { return false }
            return unsafe base.withMemoryRebound(to: CChar.self, capacity: buffer.count + 1) {
                unsafe dbus_message_has_signature(pointer, $0) != 0
            }
        }
    }

    /// Whether it is the call or signal `interface`.`member`.
    package func isMember(_ member: MemberName, of interface: InterfaceName) -> Bool {
        self.member == member && self.interface == interface
    }

    /// The error that an error reply carries; nil for other messages. The text is the first argument, if that is a string.
    package var busError: BusError? {
        guard kind == .error, let name = errorName else { return nil }
        var reader = MessageReader(self)
        return BusError(name, (try? reader.string()) ?? "")
    }

    /// A header field; libdbus has checked it.
    private func name<Name: ValidatedName>(_ field: UnsafePointer<CChar>?) -> Name? {
        guard let field = unsafe field else { return nil }
        return unsafe Name(unchecked: String(cString: field))
    }
}

/// What the allocation of a few bytes fails with, as Swift's own allocations do.
func outOfMemory() -> Never {
    fatalError("out of memory")
}

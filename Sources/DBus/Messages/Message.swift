import CDBus
import Glibc

/// A D-Bus message: one that arrived, or one that is made here to be sent.
///
/// What arrived libdbus holds, which has checked all of it. What is made here is its header and the bytes of its
/// arguments, so that sending it means to write them; libdbus sees it only if somebody reads it again.
///
/// Sound to share between threads: nobody changes a message once it is made but the connection that sends one of libdbus's,
/// which is on the loop's thread and only ever sets the serial, the sender and libdbus's own lock.
@safe
package final class Message: @unchecked Sendable {
    package enum Kind: Int32, Sendable {
        case call = 1
        case reply = 2
        case error = 3
        case signal = 4
    }

    /// libdbus's message: what arrived, or is made to carry descriptors. Nil for any other that is made here.
    let libraryPointer: OpaquePointer?
    /// What is made here; says nothing of a message of libdbus's.
    let header: MessageHeader
    let body: MessageBody

    /// Takes over a reference.
    init(adopting pointer: OpaquePointer) {
        unsafe libraryPointer = pointer
        header = MessageHeader(kind: .call)
        body = .empty
    }

    init(_ header: MessageHeader, _ body: MessageBody) {
        unsafe libraryPointer = nil
        self.header = header
        self.body = body
        assert((try? Message(serialized: serialized())) != nil, "libdbus does not take this for a message")
    }

    deinit {
        if let pointer = unsafe libraryPointer { unsafe dbus_message_unref(pointer) }
    }
}

// MARK: - The header

extension Message {
    /// Nil for kinds that later versions of D-Bus may add.
    package var kind: Kind? {
        guard let pointer = unsafe libraryPointer else { return header.kind }
        return unsafe Kind(rawValue: dbus_message_get_type(pointer))
    }

    /// Who sent it, as the bus knows it. On a peer-to-peer connection a claim that anybody can make.
    package var sender: BusName? {
        guard let pointer = unsafe libraryPointer else { return header.ends.sender }
        return unsafe name(dbus_message_get_sender(pointer))
    }

    package var destination: BusName? {
        guard let pointer = unsafe libraryPointer else { return header.ends.destination }
        return unsafe name(dbus_message_get_destination(pointer))
    }

    package var path: ObjectPath? {
        guard let pointer = unsafe libraryPointer else { return header.path }
        return unsafe name(dbus_message_get_path(pointer))
    }

    package var interface: InterfaceName? {
        guard let pointer = unsafe libraryPointer else { return header.interface }
        return unsafe name(dbus_message_get_interface(pointer))
    }

    package var member: MemberName? {
        guard let pointer = unsafe libraryPointer else { return header.member }
        return unsafe name(dbus_message_get_member(pointer))
    }

    package var errorName: ErrorName? {
        guard let pointer = unsafe libraryPointer else { return header.errorName }
        return unsafe name(dbus_message_get_error_name(pointer))
    }

    /// 0 for what did not arrive: each time that a message is sent it gets a serial of its own.
    package var serial: UInt32 {
        guard let pointer = unsafe libraryPointer else { return 0 }
        return unsafe dbus_message_get_serial(pointer)
    }

    /// The serial of the call that it answers; 0 if it is no answer.
    package var replySerial: UInt32 {
        guard let pointer = unsafe libraryPointer else { return header.replySerial ?? 0 }
        return unsafe dbus_message_get_reply_serial(pointer)
    }

    package var noReplyExpected: Bool {
        guard let pointer = unsafe libraryPointer else { return !header.expectsReply }
        return unsafe dbus_message_get_no_reply(pointer) != 0
    }

    /// Whether descriptors travel beside it.
    var carriesDescriptors: Bool {
        guard let pointer = unsafe libraryPointer else { return false }
        return unsafe dbus_message_contains_unix_fds(pointer) != 0
    }

    /// The arguments' types as a signature writes them, without the cost of a parsed `Signature`.
    package var signatureString: String {
        guard let pointer = unsafe libraryPointer else { return String(decoding: body.signature, as: UTF8.self) }
        return unsafe String(cString: dbus_message_get_signature(pointer))
    }

    package var signature: Signature { Signature(signatureString) ?? .empty }

    /// Compares without making a string.
    package func hasSignature(_ signature: String) -> Bool {
        guard let pointer = unsafe libraryPointer else { return body.signature.elementsEqual(signature.utf8) }
        guard let own = unsafe dbus_message_get_signature(pointer) else { return false }
        return unsafe strcmp(own, signature) == 0
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

    /// A name in the header of what arrived; libdbus has checked it.
    private func name<Name: ValidatedName>(_ field: UnsafePointer<CChar>?) -> Name? {
        guard let field = unsafe field else { return nil }
        return unsafe Name(unchecked: String(cString: field))
    }
}

/// What the allocation of a few bytes fails with, as Swift's own allocations do.
func outOfMemory() -> Never {
    fatalError("out of memory")
}

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

    @safe
    enum Content {
        /// Received, or made to carry descriptors.
        case library(OpaquePointer)
        case made(MessageHeader, MessageBody)
    }

    let content: Content

    /// Takes over a reference.
    init(adopting pointer: OpaquePointer) {
        content = unsafe .library(pointer)
    }

    init(_ header: MessageHeader, _ body: MessageBody) {
        content = .made(header, body)
        assert((try? Message(serialized: serialized())) != nil, "libdbus does not take this for a message")
    }

    deinit {
        if let pointer = unsafe libraryPointer { unsafe dbus_message_unref(pointer) }
    }

    /// libdbus's message, if it is one.
    var libraryPointer: OpaquePointer? {
        if case .library(let pointer) = content { unsafe pointer } else { nil }
    }
}

// MARK: - The header

extension Message {
    /// Nil for kinds that later versions of D-Bus may add.
    package var kind: Kind? {
        switch content {
        case .library(let pointer): unsafe Kind(rawValue: dbus_message_get_type(pointer))
        case .made(let header, _): header.kind
        }
    }

    /// Who sent it, as the bus knows it. On a peer-to-peer connection a claim that anybody can make.
    package var sender: BusName? { unsafe field(\.ends.sender, dbus_message_get_sender) }
    package var destination: BusName? { unsafe field(\.ends.destination, dbus_message_get_destination) }
    package var path: ObjectPath? { unsafe field(\.path, dbus_message_get_path) }
    package var interface: InterfaceName? { unsafe field(\.interface, dbus_message_get_interface) }
    package var member: MemberName? { unsafe field(\.member, dbus_message_get_member) }
    package var errorName: ErrorName? { unsafe field(\.errorName, dbus_message_get_error_name) }

    /// 0 for what did not arrive: each time that a message is sent it gets a serial of its own.
    package var serial: UInt32 {
        if let pointer = unsafe libraryPointer { unsafe dbus_message_get_serial(pointer) } else { 0 }
    }

    /// The serial of the call that it answers; 0 if it is no answer.
    package var replySerial: UInt32 {
        switch content {
        case .library(let pointer): unsafe dbus_message_get_reply_serial(pointer)
        case .made(let header, _): header.replySerial ?? 0
        }
    }

    package var noReplyExpected: Bool {
        switch content {
        case .library(let pointer): unsafe dbus_message_get_no_reply(pointer) != 0
        case .made(let header, _): !header.expectsReply
        }
    }

    /// The arguments' types as a signature writes them, without the cost of a parsed `Signature`.
    package var signatureString: String {
        switch content {
        case .library(let pointer): unsafe String(cString: dbus_message_get_signature(pointer))
        case .made(_, let body): String(decoding: body.signature, as: UTF8.self)
        }
    }

    package var signature: Signature { Signature(signatureString) ?? .empty }

    /// Compares without making a string.
    package func hasSignature(_ signature: String) -> Bool {
        switch content {
        case .library(let pointer):
            guard let own = unsafe dbus_message_get_signature(pointer) else { return false }
            return unsafe strcmp(own, signature) == 0
        case .made(_, let body): return body.signature.elementsEqual(signature.utf8)
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

    /// A name in the header; libdbus has checked those that arrived.
    @inline(__always)
    private func field<Name: ValidatedName>(
        _ made: KeyPath<MessageHeader, Name?>,
        _ received: (OpaquePointer) -> UnsafePointer<CChar>?
    ) -> Name? {
        switch content {
        case .library(let pointer):
            guard let name = unsafe received(pointer) else { return nil }
            return unsafe Name(unchecked: String(cString: name))
        case .made(let header, _): return header[keyPath: made]
        }
    }
}

/// What the allocation of a few bytes fails with, as Swift's own allocations do.
func outOfMemory() -> Never {
    fatalError("out of memory")
}

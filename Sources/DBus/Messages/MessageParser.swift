import EventLoop
import Glibc

/// Makes messages of bytes that arrived, one after the other; every byte of them is checked.
///
/// A sender says much the same in one message after the other: the path, interface and member that it calls, who it is, and
/// the types of what it passes. What is as in the message before is taken from there: comparing is cheaper than checking and
/// making it anew.
struct MessageParser {
    // libdbus uses these to tell its own program something; a message that comes from outside must not have them.
    private static let reservedPath: ObjectPath = "/org/freedesktop/DBus/Local"
    private static let reservedInterface: InterfaceName = "org.freedesktop.DBus.Local"

    private var previous = MessageHeader(kind: .call)
    private var previousSignature: [UInt8] = []
    private var previousTypes: [ValueType] = []

    /// Reads the message that a frame describes.
    ///
    /// - Parameters:
    ///   - message: the bytes of the message. Numbers in the other byte order are converted in place.
    ///   - descriptors: the descriptors that have come along with the stream; those of the message are taken from the front.
    /// - Returns: `nil` for a kind of message that the specification does not have, which is to be ignored.
    mutating func parse(
        _ message: UnsafeMutableRawBufferPointer,
        _ frame: MessageFrame,
        taking descriptors: inout [Descriptor]
    ) throws(MessageError) -> Message? {
        var fields = unsafe try WireChecker(message, 8..<frame.fieldsEnd, isForeign: frame.isForeign)
        var header = MessageHeader(kind: .call)
        header.serial = try fields.number()
        guard header.serial != 0 else { throw .malformed("a message has the serial 0") }
        header.expectsReply = unsafe message[2] & MessageHeader.noReplyExpected == 0
        _ = try fields.number(UInt32.self)
        let (types, descriptorCount) = try parse(&fields, into: &header)

        var rest = unsafe try WireChecker(message, frame.fieldsEnd..<frame.length, isForeign: frame.isForeign)
        try rest.align(to: 8)
        for type in types { try rest.check(type, depth: 0) }
        guard rest.isAtEnd else { throw .malformed("there is more than the signature says") }

        guard descriptorCount <= descriptors.count else { throw .malformed("a descriptor did not come along") }
        let own = Array(descriptors.prefix(descriptorCount))
        descriptors.removeFirst(descriptorCount)
        guard let kind = unsafe Message.Kind(rawValue: Int32(message[1])) else {
            if unsafe message[1] == 0 { throw .malformed("a message has no kind") }
            return nil
        }
        header.kind = kind
        try header.checkFields()
        previous = header
        let body = unsafe UnsafeRawBufferPointer(rebasing: message[frame.bodyStart...])
        guard body.count > 0 else { return Message(header, .empty) }
        return Message(
            header,
            unsafe MessageBody(WireBuffer(copying: body, own), signature: previousSignature)
        )
    }

    /// Reads the fields of the header. Returns the types of the arguments, and the number of descriptors.
    private mutating func parse(
        _ fields: inout WireChecker,
        into header: inout MessageHeader
    ) throws(MessageError) -> (types: [ValueType], descriptors: Int) {
        var seen: UInt16 = 0
        var types: [ValueType] = []
        var descriptors = 0
        while !fields.isAtEnd {
            try fields.align(to: 8)
            let code = try fields.byte()
            guard let field = HeaderField(rawValue: code) else {
                guard code != 0 else { throw .malformed("a field of the header has the code 0") }
                // Fields that the specification does not have are ignored.
                try fields.check(.variant, depth: 2)
                continue
            }
            guard seen & 1 << code == 0 else { throw .malformed("a field of the header is there twice") }
            seen |= 1 << code
            let type = unsafe try fields.uncheckedSignature()
            guard type.count == 1, unsafe type[0] == field.type.code else {
                throw .malformed("a field of the header has the wrong type")
            }
            switch field {
            case .path: header.path = try fields.name(like: previous.path, except: Self.reservedPath)
            case .interface:
                header.interface = try fields.name(like: previous.interface, except: Self.reservedInterface)
            case .member: header.member = try fields.name(like: previous.member)
            case .errorName: header.errorName = try fields.name(like: previous.errorName)
            case .destination: header.ends.destination = try fields.name(like: previous.ends.destination)
            case .sender: header.ends.sender = try fields.name(like: previous.ends.sender)
            case .replySerial:
                let serial: UInt32 = try fields.number()
                guard serial != 0 else { throw .malformed("a message answers the serial 0") }
                header.replySerial = serial
            case .signature: types = unsafe try self.types(fields.uncheckedSignature())
            case .descriptors: descriptors = Int(try fields.number(UInt32.self))
            }
        }
        return (types, descriptors)
    }

    private mutating func types(_ signature: UnsafeBufferPointer<UInt8>) throws(MessageError) -> [ValueType] {
        if unsafe !previousSignature.elementsEqual(signature) {
            let bytes = unsafe Array(signature)
            var parser = SignatureParser(bytes)
            guard let types = parser.parse() else { throw .malformed("not a signature") }
            previousSignature = bytes
            previousTypes = types
        }
        return previousTypes
    }
}

extension MessageHeader {
    /// Throws if a field is missing that this kind of message must have.
    fileprivate func checkFields() throws(MessageError) {
        let isComplete =
            switch kind {
            case .call: path != nil && member != nil
            case .signal: path != nil && interface != nil && member != nil
            case .reply: replySerial != nil
            case .error: replySerial != nil && errorName != nil
            }
        guard isComplete else { throw .malformed("a field of the header is missing") }
    }
}

extension WireChecker {
    /// A name of the header.
    /// - Parameter previous: what is given if it is the same.
    @inline(__always)
    fileprivate mutating func name<Name: ValidatedName>(
        like previous: Name?,
        except reserved: Name? = nil
    ) throws(MessageError) -> Name {
        let bytes = unsafe try uncheckedText()
        if let previous, unsafe previous.string.hasUTF8(bytes) { return previous }
        guard unsafe Name.accepts(bytes.span) else { throw .malformed("not a valid \(Name.kind)") }
        let name = unsafe Name(unchecked: String(decoding: bytes, as: UTF8.self))
        guard name != reserved else { throw .malformed("\(name) is reserved") }
        return name
    }
}

extension String {
    /// Whether the text consists of these bytes.
    @inline(__always)
    fileprivate func hasUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var text = self
        return text.withUTF8 { own in
            guard own.count == bytes.count else { return false }
            guard let one = own.baseAddress, let other = bytes.baseAddress else { return true }
            return unsafe memcmp(one, other, own.count) == 0
        }
    }
}

import EventLoop

/// Creates a message from received bytes, after it has checked every one of them.
struct MessageParser {
    // libdbus reserves these names for messages to its own process. A message from outside must not contain them.
    private static let reservedPath: ObjectPath = "/org/freedesktop/DBus/Local"
    private static let reservedInterface: InterfaceName = "org.freedesktop.DBus.Local"

    private var header = MessageHeader(kind: .call)
    private var signature: [UInt8] = []
    private var descriptorCount = 0

    /// Parses the message that a frame describes.
    ///
    /// - Parameters:
    ///   - message: the bytes of the message. Numbers in the other byte order are converted in place.
    ///   - descriptors: the descriptors that were received; those of the message are removed from the front.
    /// - Returns: `nil` for a kind of message that the specification does not define. The caller must ignore the
    ///   message.
    static func parse(
        _ message: UnsafeMutableRawBufferPointer,
        _ frame: MessageFrame,
        taking descriptors: inout [Descriptor]
    ) throws(MessageError) -> Message? {
        var parser = MessageParser()
        var fields = unsafe try WireChecker(message, 8..<frame.fieldsEnd, isForeign: frame.isForeign)
        try parser.readHeader(&fields)
        parser.header.expectsReply = unsafe message[2] & MessageHeader.noReplyExpected == 0

        var arguments = unsafe try WireChecker(message, frame.fieldsEnd..<frame.length, isForeign: frame.isForeign)
        try arguments.align(to: 8)
        try arguments.check(arguments: parser.signature)

        let count = parser.descriptorCount
        guard count <= descriptors.count else { throw .malformed("a descriptor did not come along") }
        let own = Array(descriptors.prefix(count))
        descriptors.removeFirst(count)

        guard let kind = unsafe Message.Kind(rawValue: Int32(message[1])) else {
            if unsafe message[1] == 0 { throw .malformed("a message has no kind") }
            return nil
        }
        parser.header.kind = kind
        guard parser.header.isComplete else { throw .malformed("a field of the header is missing") }
        let body = unsafe UnsafeRawBufferPointer(rebasing: message[frame.bodyStart...])
        guard body.count > 0 else { return Message(parser.header, .empty) }
        return Message(
            parser.header,
            unsafe MessageBody(WireBuffer(copying: body, own), signature: parser.signature)
        )
    }

    /// Reads the serial and the fields.
    private mutating func readHeader(_ bytes: inout WireChecker) throws(MessageError) {
        header.serial = try bytes.number()
        guard header.serial != 0 else { throw .malformed("a message has the serial 0") }
        _ = try bytes.number(UInt32.self)
        var seen: UInt16 = 0
        while !bytes.isAtEnd {
            try bytes.align(to: 8)
            let code = try bytes.byte()
            guard let field = HeaderField(rawValue: code) else {
                guard code != 0 else { throw .malformed("a field of the header has the code 0") }
                // The specification requires that unknown fields are ignored.
                try bytes.checkVariant(depth: 2)
                continue
            }
            guard seen & 1 << code == 0 else { throw .malformed("a field of the header is there twice") }
            seen |= 1 << code
            let type = unsafe try bytes.uncheckedSignature()
            guard type.count == 1, unsafe type[0] == field.type.code else {
                throw .malformed("a field of the header has the wrong type")
            }
            try read(field, &bytes)
        }
    }

    private mutating func read(_ field: HeaderField, _ bytes: inout WireChecker) throws(MessageError) {
        switch field {
        case .path: header.path = try bytes.name(except: Self.reservedPath)
        case .interface: header.interface = try bytes.name(except: Self.reservedInterface)
        case .member: header.member = try bytes.name()
        case .errorName: header.errorName = try bytes.name()
        case .destination: header.ends.destination = try bytes.name()
        case .sender: header.ends.sender = try bytes.name()
        case .replySerial:
            let serial: UInt32 = try bytes.number()
            guard serial != 0 else { throw .malformed("a message answers the serial 0") }
            header.replySerial = serial
        case .signature: signature = unsafe Array(try bytes.uncheckedSignature())
        case .descriptors: descriptorCount = Int(try bytes.number(UInt32.self))
        case .containerInstance: _ = try bytes.name() as ObjectPath
        }
    }
}

extension MessageHeader {
    /// Whether all fields are present that this kind of message requires.
    fileprivate var isComplete: Bool {
        switch kind {
        case .call: path != nil && member != nil
        case .signal: path != nil && interface != nil && member != nil
        case .reply: replySerial != nil
        case .error: replySerial != nil && errorName != nil
        }
    }
}

extension WireChecker {
    /// A name of the header.
    @inline(__always)
    fileprivate mutating func name<Name: ValidatedName>(except reserved: Name? = nil) throws(MessageError) -> Name {
        let bytes = unsafe try uncheckedText()
        guard let name = unsafe Name(String(decoding: bytes, as: UTF8.self)) else {
            throw .malformed("not a valid \(Name.kind)")
        }
        guard name != reserved else { throw .malformed("\(name) is reserved") }
        return name
    }

    /// Checks the remaining bytes, which are the arguments of a message with this signature.
    fileprivate mutating func check(arguments signature: [UInt8]) throws(MessageError) {
        guard SignatureGrammar.accepts(signature.span) else { throw .notSignature }
        try unsafe signature.withUnsafeBufferPointer { (signature) throws(MessageError) in
            var place = 0
            while place < signature.count { unsafe place = try check(signature, at: place, depth: 0) }
        }
        guard isAtEnd else { throw .malformed("there is more than the signature says") }
    }
}

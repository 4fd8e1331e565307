import CExpat

/// The events of parsing an XML document. Names are without their namespaces.
enum XMLEvent {
    case start(String, [String: String])
    case end(String)
    case text(String)
}

/// Parses XML documents with libexpat, which does not load external files and limits the expansion of entities.
enum XMLEvents {
    /// The user data of libexpat's callbacks. It is safe because it only uses the parser while that calls it.
    @safe private final class Receiver {
        private let receiveEvent: (XMLEvent) -> Void
        private let parser: XML_Parser
        /// How many more events are received.
        private var budget: Int
        /// The number of open elements.
        private var depth = 0

        init(_ parser: XML_Parser, limit: Int, _ receive: @escaping (XMLEvent) -> Void) {
            unsafe self.parser = parser
            receiveEvent = receive
            budget = limit
        }

        var isExhausted: Bool { budget < 0 || depth > XMLEvents.depth }

        /// Stops the parser if there are too many events, or too many elements inside each other.
        ///
        /// - Parameter change: by how much the number of open elements changes.
        func receive(_ event: @autoclosure () -> XMLEvent, depth change: Int = 0) {
            budget -= 1
            depth += change
            if isExhausted { _ = unsafe XML_StopParser(parser, 0) } else { receiveEvent(event()) }
        }

        /// The receiver in a parser's user data.
        static func at(_ pointer: UnsafeMutableRawPointer?) -> Receiver? {
            guard let pointer = unsafe pointer else { return nil }
            return unsafe Unmanaged<Receiver>.fromOpaque(pointer).takeUnretainedValue()
        }
    }

    /// The maximum number of elements inside each other.
    private static let depth = 200

    /// Throws if the bytes are not XML, or if there are more events than the limit.
    static func read(
        _ bytes: [UInt8],
        limit: Int = 20_000_000,
        _ receive: (XMLEvent) -> Void
    ) throws(UnreadableSheet) {
        guard let parser = unsafe XML_ParserCreateNS(nil, separator) else {
            throw UnreadableSheet(description: "there is no memory for the document")
        }
        defer { unsafe XML_ParserFree(parser) }
        var isExhausted = false
        let isRead = withoutActuallyEscaping(receive) { receive in
            let receiver = unsafe Receiver(parser, limit: limit, receive)
            defer { isExhausted = receiver.isExhausted }
            return withExtendedLifetime(receiver) {
                unsafe XML_SetUserData(parser, Unmanaged.passUnretained(receiver).toOpaque())
                unsafe setHandlers(parser)
                return unsafe bytes.withUnsafeBytes { buffer in
                    let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                    return unsafe XML_Parse(parser, start, CInt(clamping: buffer.count), 1) == XML_STATUS_OK
                }
            }
        }
        guard !isExhausted else { throw UnreadableSheet(description: "the document is too large or too deep") }
        guard isRead else {
            let reason = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map { unsafe String(cString: $0) }
            throw UnreadableSheet(description: "line \(unsafe XML_GetCurrentLineNumber(parser)): \(reason ?? "no XML")")
        }
    }

    /// The separator between a namespace and a name.
    private static let separator = XML_Char(UInt8(ascii: " "))

    private static func setHandlers(_ parser: XML_Parser) {
        unsafe XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name = unsafe name, let receiver = unsafe Receiver.at(data) else { return }
                receiver.receive(unsafe XMLEvents.start(name, attributes), depth: 1)
            },
            { data, name in
                guard let name = unsafe name.map({ unsafe XMLEvents.localName($0) }) else { return }
                unsafe Receiver.at(data)?.receive(.end(name), depth: -1)
            }
        )
        unsafe XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let text = unsafe text else { return }
            let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
            unsafe Receiver.at(data)?.receive(.text(String(decoding: bytes, as: UTF8.self)))
        }
    }

    private static func start(
        _ name: UnsafePointer<XML_Char>,
        _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) -> XMLEvent {
        var values: [String: String] = [:]
        var place = 0
        // An array of alternating names and values, terminated by null.
        while let key = unsafe attributes?[place], let value = unsafe attributes?[place + 1] {
            unsafe values[localName(key)] = String(cString: value)
            place += 2
        }
        return .start(unsafe localName(name), values)
    }

    private static func localName(_ name: UnsafePointer<XML_Char>) -> String {
        let name = unsafe String(cString: name)
        return name.lastIndex(of: " ").map { String(name[name.index(after: $0)...]) } ?? name
    }
}

import CExpat

/// The events of parsing an XML document. Names are without their namespaces.
enum XMLEvent {
    case start(String, [String: String])
    case end(String)
    case text(String)
}

/// Parses XML documents with libexpat, which does not load external files and limits the expansion of entities.
enum XMLEvents {
    /// The user data of libexpat's callbacks.
    private final class Receiver {
        let receive: (XMLEvent) -> Void

        init(_ receive: @escaping (XMLEvent) -> Void) {
            self.receive = receive
        }

        /// The receiver in a parser's user data.
        static func at(_ pointer: UnsafeMutableRawPointer?) -> Receiver? {
            guard let pointer = unsafe pointer else { return nil }
            return unsafe Unmanaged<Receiver>.fromOpaque(pointer).takeUnretainedValue()
        }
    }

    /// Throws if the bytes are not XML.
    static func read(_ bytes: [UInt8], _ receive: (XMLEvent) -> Void) throws(UnreadableSheet) {
        guard let parser = unsafe XML_ParserCreateNS(nil, separator) else {
            throw UnreadableSheet(description: "there is no memory for the document")
        }
        defer { unsafe XML_ParserFree(parser) }
        let isRead = withoutActuallyEscaping(receive) { receive in
            let receiver = Receiver(receive)
            return withExtendedLifetime(receiver) {
                unsafe XML_SetUserData(parser, Unmanaged.passUnretained(receiver).toOpaque())
                unsafe setHandlers(parser)
                return unsafe bytes.withUnsafeBytes { buffer in
                    let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                    return unsafe XML_Parse(parser, start, CInt(clamping: buffer.count), 1) == XML_STATUS_OK
                }
            }
        }
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
                guard let name = unsafe name.map({ unsafe XMLEvents.localName($0) }) else { return }
                var values: [String: String] = [:]
                var place = 0
                // An array of alternating names and values, terminated by null.
                while let key = unsafe attributes?[place], let value = unsafe attributes?[place + 1] {
                    unsafe values[XMLEvents.localName(key)] = String(cString: value)
                    place += 2
                }
                unsafe Receiver.at(data)?.receive(.start(name, values))
            },
            { data, name in
                guard let name = unsafe name.map({ unsafe XMLEvents.localName($0) }) else { return }
                unsafe Receiver.at(data)?.receive(.end(name))
            }
        )
        unsafe XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let text = unsafe text else { return }
            let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
            unsafe Receiver.at(data)?.receive(.text(String(decoding: bytes, as: UTF8.self)))
        }
    }

    private static func localName(_ name: UnsafePointer<XML_Char>) -> String {
        let name = unsafe String(cString: name)
        return name.lastIndex(of: " ").map { String(name[name.index(after: $0)...]) } ?? name
    }
}

@testable import DBus
import EventLoop
import Testing

/// What is written byte by byte against what libdbus writes.
@Suite("The wire format")
struct WireFormatTests {
    /// The same signal, once written here and once by libdbus's iterators.
    private static func bothWays(_ arguments: [Value]) throws -> (ours: [UInt8], libdbus: [UInt8]) {
        let header = MessageHeader(kind: .signal, path: "/a/b", interface: "a.b", member: "C")
        let ours = try header.message(arguments).serialized()
        let libdbus = try #require(LibraryMessage(try header.message([]).serialized()))
        libdbus.append(arguments)
        return (ours, libdbus.serialized)
    }

    @Test("random arguments have the same bytes as in libdbus", arguments: 0..<8 as Range<UInt64>)
    func randomArguments(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        for count in 0..<150 {
            let types = (0..<count % 5).map { _ in random.type() }
            guard (try? Signature(types)) != nil else { continue }
            let (ours, libdbus) = try Self.bothWays(types.map { random.value(of: $0) })
            #expect(ours == libdbus)
        }
    }

    @Test(
        "every value is aligned, wherever the previous one ends",
        arguments: [
            .byte(1), .boolean(true), .int16(-2), .uint16(2), .int32(-3), .uint32(3), .int64(-4), .uint64(4),
            .double(0.5), .string("text"), .objectPath("/a"), .signature("a{sv}"), .variant(.uint64(1)),
            .structure([.byte(1), .uint64(2)]), .bytes([1, 2]), .array(.uint64, []), .array(.structure([.byte]), []),
            .array(.array(.double), [.array(.double, []), .array(.double, [.double(1)])]),
            .properties([("a", .byte(1))]),
            .properties([]),
        ] as [Value]
    )
    func alignment(value: Value) throws {
        for length in 0..<9 {
            let before = Value.string(String(repeating: "x", count: length))
            for arguments in [[before, value, value], [.bytes(repeatElement(7, count: length)), .variant(value)]] {
                let (ours, libdbus) = try Self.bothWays(arguments)
                #expect(ours == libdbus)
            }
        }
    }

    @Test("an array's length excludes the padding before its first element")
    func arrayLength() throws {
        var buffer = WireBuffer(capacity: 0)
        let array = buffer.openArray(alignment: 8)
        #expect(buffer.count == 8)
        buffer.append(UInt64(1))
        buffer.close(array)
        #expect(buffer.count == 16)
        let length = withUnsafeBytes(of: UInt32(8)) { Array($0) }
        #expect(Array(buffer.bytes.prefix(4)) == length)
    }

    @Test("every header field arrives, and no other")
    func header() throws {
        let header = MessageHeader(
            kind: .reply,
            replySerial: 77,
            ends: Message.Ends(sender: ":p.0", destination: ":1.5")
        )
        let message = try header.message([.uint32(5)])
        #expect(message.kind == .reply)
        #expect(message.replySerial == 77)
        #expect(message.sender == ":p.0")
        #expect(message.destination == ":1.5")
        #expect(message.noReplyExpected)
        #expect(message.path == nil)
        #expect(message.interface == nil)
        #expect(message.member == nil)
        #expect(message.signatureString == "u")
        #expect(try header.message([]).signatureString.isEmpty)
        // The connection that sends it counts its own.
        #expect(message.serial == 0)
    }

    @Test("properties written one by one have the same bytes as a dictionary")
    func properties() throws {
        let values: [(MemberName, Value)] = [
            ("Text", .string("ü")), ("Valid", .boolean(true)), ("Height", .double(-0.5)), ("MaxLength", .uint32(7)),
            ("Revision", .uint64(.max)), ("Selection", .structure([.uint32(1), .uint32(2)])),
            ("Bag", .properties([("a", .byte(1)), ("b", .variant(.strings(["c"])))])), ("Empty", .string("")),
        ]
        for start in values.indices {
            let some = values[start...] + values[..<start].prefix(2)
            let written = try Message.propertiesChanged(of: "a.b", at: "/a") { writer in
                for (name, value) in some {
                    writer.begin(EntryKey(name, value.type))
                    switch value {
                    case .string(let text): try writer.write(text)
                    case .boolean(let truth): writer.write(truth)
                    case .double(let number): writer.write(number)
                    case .uint32(let number): writer.write(number)
                    case .uint64(let number): writer.write(number)
                    default: try writer.write(value, as: value.type)
                    }
                }
            }
            let made = try Message.signal(
                path: "/a",
                interface: .properties,
                member: "PropertiesChanged",
                arguments: [.string("a.b"), .properties(some.map { ($0.0.string, $0.1) }), .strings([])]
            )
            #expect(written.serialized() == made.serialized())
            #expect(written.signatureString == "sa{sv}as")
        }
    }

    @Test("an entry copied from another object is the same at any position", arguments: 0..<8)
    func copiedEntry(length: Int) throws {
        let bag = Value.properties([("a", .double(1)), ("b", .strings(["c"]))])
        let (text, height, key) = (EntryKey("Text", .string), EntryKey("Height", .double), EntryKey("Bag", .properties))
        let filler = String(repeating: "x", count: length)
        let written = try Message.signal(path: "/a", interface: "a.b", member: "C") { writer in
            try writer.appendNamedProperties { objects in
                var place: Range<Int>?
                try objects.write("one") { properties in
                    let start = properties.begin(key)
                    try properties.write(bag, as: bag.type)
                    place = start..<properties.count
                }
                try objects.write("two") { properties in
                    properties.begin(text)
                    try properties.write(filler)
                    if let place { try properties.writeEntry(copyOf: place) }
                    properties.begin(height)
                    properties.write(2.0)
                }
            }
        }
        let one = Value.structure([.string("one"), .properties([("Bag", bag)])])
        let other: [(String, Value)] = [("Text", .string(filler)), ("Bag", bag), ("Height", .double(2))]
        let two = Value.structure([.string("two"), .properties(other)])
        #expect(try written.arguments() == [.array("(sa{sv})", [one, two])])
    }

    @Test("an invalid property is refused, and so is one that makes the message too large")
    func badProperties() {
        #expect(throws: MessageError.nulInString) {
            try Message.propertiesChanged(of: "a.b", at: "/a") { properties in
                properties.begin(EntryKey("Text", .string))
                try properties.write("a\0")
            }
        }
        #expect(throws: MessageError.unsupportedType(.structure([]))) {
            try Message.propertiesChanged(of: "a.b", at: "/a") { properties in
                properties.begin(EntryKey("Bag", .variant))
                try properties.beginVariant(.structure([]))
            }
        }
        let half = String(repeating: "x", count: MessageLimits.bytes / 2)
        #expect(throws: MessageError.tooLarge(limit: MessageLimits.bytes)) {
            try Message.propertiesChanged(of: "a.b", at: "/a") { properties in
                for name: MemberName in ["One", "Two"] {
                    properties.begin(EntryKey(name, .string))
                    try properties.write(half)
                }
            }
        }
    }

    @Test("messages written one after another have the same bytes as single ones")
    func sequence() throws {
        let messages = try (0..<9).map { length in
            try Message.signal(
                path: "/a",
                interface: "a.b",
                member: "C",
                arguments: [.string(String(repeating: "x", count: length)), .uint64(1)]
            )
        }
        var buffer = WireBuffer()
        for message in messages {
            message.header.encode(message.body, serial: 1, into: &buffer)
        }
        #expect(buffer.bytes == messages.flatMap { $0.serialized() })
    }

    @Test("descriptors that are not open are refused")
    func descriptorInWriter() {
        #expect(throws: MessageError.badDescriptor) {
            try Message.signal(path: "/a", interface: "a.b", member: "C") { writer in
                try writer.append(.unixFD(Descriptor(owning: -1)))
            }
        }
    }

    @Test("a message can have exactly the maximum size")
    func largest() throws {
        // A length before the text, and a NUL behind it.
        let text = String(repeating: "x", count: MessageLimits.bytes - 5)
        let message = try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [.string(text)])
        #expect(try message.arguments() == [.string(text)])
        #expect(throws: MessageError.tooLarge(limit: MessageLimits.bytes)) {
            try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [.string(text + "x")])
        }
        let halves = [Value](repeating: .string(String(text.prefix(text.count / 2))), count: 2)
        #expect(throws: MessageError.tooLarge(limit: MessageLimits.bytes)) {
            try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: halves + [.uint64(0)])
        }
    }

    @Test("a dictionary counts as two nested containers")
    func dictionaryDepth() throws {
        func nested(_ levels: Int) -> Value {
            (0..<levels).reduce(.byte(1)) { inner, _ in .properties([("a", inner)]) }
        }
        // Array, entry and variant each time.
        let (ours, libdbus) = try Self.bothWays([nested(21)])
        #expect(ours == libdbus)
        #expect(throws: MessageError.tooDeep) { try Self.bothWays([nested(22)]) }
    }
}

import DBus
import EventLoop
import Glibc
import FormdTesting
import RandomTesting
import Testing

@Suite("Messages")
struct MessageTests {
    static let call = Result { () throws -> Message in
        // As it would arrive: with a serial.
        let made = try Message.call(
            destination: "org.formd.Forms1",
            path: "/org/formd",
            interface: "org.formd.Forms1.Session",
            member: "Edit",
            arguments: [.string("ü"), .uint32(3)]
        )
        return try Message(serialized: made.serialized())
    }

    @Test("a call's header and arguments are unchanged after writing and reading")
    func header() throws {
        let call = try Self.call.get()
        #expect(call.kind == .call)
        #expect(call.destination == "org.formd.Forms1")
        #expect(call.path == "/org/formd")
        #expect(call.interface == "org.formd.Forms1.Session")
        #expect(call.member == "Edit")
        #expect(call.sender == nil)
        #expect(call.errorName == nil)
        #expect(call.serial == 1)
        #expect(call.replySerial == 0)
        #expect(!call.noReplyExpected)
        #expect(call.signature == "su")
        #expect(call.hasSignature("su"))
        #expect(!call.hasSignature("s"))
        #expect(call.isMember("Edit", of: "org.formd.Forms1.Session"))
        #expect(try call.arguments() == [.string("ü"), .uint32(3)])
    }

    @Test("replies and errors contain the serial of their call")
    func answers() throws {
        let call = try Self.call.get()
        let reply = try Message.reply(to: call, arguments: [.boolean(true)])
        #expect(reply.kind == .reply)
        #expect(reply.replySerial == call.serial)
        let error = Message.error(to: call, BusError(.invalidArgs, "no\0t so"))
        #expect(error.busError == BusError(.invalidArgs, "not so"))
        #expect(error.replySerial == call.serial)
        let long = Message.error(to: call, BusError(.failed, String(repeating: "ü", count: 10_000)))
        #expect(long.busError?.message.count == 4096)
    }

    @Test("signals are sent to all connections or to one")
    func signals() throws {
        let toAll = try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [.int32(-1)])
        #expect(toAll.kind == .signal)
        #expect(toAll.destination == nil)
        let toOne = try Message.signal(path: "/a", interface: "a.b", member: "C", destination: ":1.2") { writer in
            try writer.append("x")
            try writer.append(true)
            try writer.append(UInt64.max)
        }
        #expect(toOne.destination == ":1.2")
        #expect(try toOne.arguments() == [.string("x"), .boolean(true), .uint64(.max)])
    }

    @Test("a reader returns typed arguments, and its error contains the actual type")
    func reading() throws {
        var reader = MessageReader(try Self.call.get())
        #expect(throws: MessageError.typeMismatch(expected: .uint32, found: .string)) { try reader.uint32() }
        #expect(try reader.string() == "ü")
        #expect(throws: MessageError.typeMismatch(expected: .string, found: .uint32)) { try reader.string() }
        #expect(try reader.uint32() == 3)
        #expect(reader.isAtEnd)
        #expect(throws: MessageError.noMoreArguments) { try reader.string() }
        #expect(throws: MessageError.noMoreArguments) { try reader.value() }
    }

    @Test("random values of random types are unchanged after writing and reading", arguments: 0..<8 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        for _ in 0..<150 {
            let types = (0..<3).map { _ in random.type() }
            guard (try? Signature(types)) != nil else { continue }
            let values = types.map { random.value(of: $0) }
            let message = try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: values)
            #expect(message.signature.types == types)
            #expect(try message.arguments() == values)
            #expect(try Message(serialized: message.serialized()).arguments() == values)
        }
    }

    @Test(
        "values that are not valid in D-Bus are refused before a byte is sent",
        arguments: [
            (.string("a\0b"), .nulInString),
            (.strings(["ok", "\0"]), .nulInString),
            (.properties([("a", .variant(.string("\0")))]), .nulInString),
            (.array(.string, [.uint32(1)]), .typeMismatch(expected: .string, found: .uint32)),
            (
                .array(.array(.string), [.array(.byte, [])]),
                .typeMismatch(expected: .array(.string), found: .array(.byte))
            ),
            (
                .dictionary(.string, .variant, [.init(.string("a"), .string("b"))]),
                .typeMismatch(expected: .variant, found: .string)
            ),
            (
                .array(.structure([.string]), [.structure([.string("a"), .string("b")])]),
                .typeMismatch(expected: .structure([.string]), found: .structure([.string, .string]))
            ),
            (.structure([]), .unsupportedType(.structure([]))),
            (.array(.structure([]), []), .unsupportedType(.array(.structure([])))),
            (.variant(.structure([])), .unsupportedType(.structure([]))),
            (.dictionary(.variant, .string, []), .unsupportedType(.dictionary(key: .variant, value: .string))),
            (.unixFD(Descriptor(owning: 999_999)), .badDescriptor),
        ] as [(Value, MessageError)]
    )
    func refusals(value: Value, error: MessageError) {
        #expect(throws: error) {
            try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [.uint32(1), value])
        }
    }

    @Test("a message larger than the limit of buses is refused")
    func size() {
        let value = Value.string(String(decoding: [UInt8](repeating: 0x78, count: MessageLimits.bytes), as: UTF8.self))
        #expect(throws: MessageError.tooLarge(limit: MessageLimits.bytes)) {
            try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [value])
        }
    }

    @Test("64 nested containers are accepted, and 65 are refused")
    func depth() throws {
        func nested(_ levels: Int) -> Value {
            (0..<levels).reduce(.byte(1)) { inner, _ in .variant(inner) }
        }
        let deepest = try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [nested(64)])
        #expect(try Message(serialized: deepest.serialized()).arguments() == [nested(64)])
        #expect(throws: MessageError.tooDeep) {
            try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [nested(65)])
        }
        let structures = (0..<33).reduce(Value.byte(1)) { inner, _ in .structure([inner]) }
        #expect(throws: MessageError.self) {
            try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [structures])
        }
    }

    @Test("the signature of a message has at most 255 bytes")
    func longSignature() throws {
        let fits = [Value](repeating: .byte(1), count: 255)
        #expect(try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: fits).arguments() == fits)
        #expect(throws: MessageError.unsupportedType(.byte)) {
            try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: fits + [.byte(1)])
        }
    }

    @Test("too many values in a message are an error, and use no memory")
    func manyValues() throws {
        let bytes = Value.bytes(repeatElement(0, count: 1000))
        let message = try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [bytes])
        var enough = MessageReader(message, limit: 1001)
        #expect(try enough.value() == bytes)
        var tooFew = MessageReader(message, limit: 1000)
        #expect(throws: MessageError.tooManyValues(limit: 1000)) { try tooFew.value() }
    }

    @Test("malformed bytes are refused")
    func garbage() throws {
        #expect(throws: MessageError.self) { try Message(serialized: []) }
        let original = try Self.call.get().serialized()
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<4000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
            }
            if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
            // What is a message still can be read, all of it.
            guard let message = try? Message(serialized: bytes) else { continue }
            _ = try? message.arguments()
            _ = (message.path, message.interface, message.member, message.sender, message.destination, message.busError)
        }
    }

    @Test("the number of descriptors in a message is limited, and they are not part of its bytes")
    func descriptors() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        let message = try Message.signal(
            path: "/a",
            interface: "a.b",
            member: "C",
            arguments: [.unixFD(writing), .variant(.unixFD(reading)), .unixFD(writing)]
        )
        #expect(try message.arguments().first?.descriptor == writing)
        #expect(try message.arguments()[1].variant?.descriptor == reading)
        #expect(throws: MessageError.self) { try Message(serialized: message.serialized()) }
        #expect(throws: MessageError.tooManyDescriptors(limit: MessageLimits.descriptors)) {
            try Message.signal(
                path: "/a",
                interface: "a.b",
                member: "C",
                arguments: Array(repeating: .unixFD(writing), count: MessageLimits.descriptors + 1)
            )
        }
    }
}

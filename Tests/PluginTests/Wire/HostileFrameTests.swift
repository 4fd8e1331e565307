import FormPlugin
import PluginWire
import RandomTesting
import Testing

@Suite("Hostile frames")
struct HostileFrameTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var error: WireError

        init(_ name: String, _ bytes: [UInt8], _ error: WireError) {
            testDescription = name
            self.bytes = bytes
            self.error = error
        }
    }

    private static let magic: [UInt8] = [0x46, 0x52, 0x4D, 0x50]

    @Test(
        "an invalid packet is refused with the reason",
        arguments: [
            Case("nothing", [], .truncated),
            Case("half a magic", [0x46, 0x52], .truncated),
            Case("another magic", Array("GET / HTTP/1.1\r\n".utf8), .foreignMagic),
            Case("half a header", magic + [1, 0, 6, 0], .truncated),
            Case("another version", magic + [2, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0], .version(theirs: 2, ours: 1)),
            Case("no kind", magic + [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .unknownKind(0)),
            Case("a later kind", magic + [1, 0, 7, 1, 0, 0, 0, 0, 0, 0, 0, 0], .unknownKind(263)),
            Case("a payload that is not there", magic + [1, 0, 6, 0, 0, 0, 0, 0, 1, 0, 0, 0], .truncated),
            Case(
                "a payload without end",
                magic + [1, 0, 6, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF],
                .tooLong(4_294_967_295, limit: 262_144)
            ),
            Case("a byte behind the frame", magic + [1, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x46], .truncated),
        ]
    )
    func packet(_ row: Case) {
        #expect(throws: row.error) { try WirePacket.frames(in: row.bytes) }
    }

    @Test("a packet that is too long is refused without reading it")
    func longPacket() {
        let packet = [UInt8](repeating: 0, count: WirePacket.maximumLength + 1)
        #expect(throws: WireError.tooLong(262_161, limit: 262_160)) { try WirePacket.frames(in: packet) }
    }

    @Test(
        "an invalid refusal is refused",
        arguments: [
            Case("nothing", [], .truncated),
            Case("no such reason", [9, 0, 0, 0, 0], .unknownValue(9, of: "reason for a refusal")),
            Case("a text that is not there", [1, 5, 0, 0, 0, 0x61], .truncated),
            Case("a text without end", [1, 0xFF, 0xFF, 0xFF, 0xFF, 0x61], .truncated),
            Case("a text with a NUL", [1, 3, 0, 0, 0, 0x61, 0, 0x62], .invalidText),
            Case("half a character", [1, 2, 0, 0, 0, 0xE2, 0x82], .invalidText),
            Case("an overlong character", [1, 2, 0, 0, 0, 0xC0, 0x80], .invalidText),
            Case("a surrogate", [1, 3, 0, 0, 0, 0xED, 0xA0, 0x80], .invalidText),
            Case("a byte too many", [1, 1, 0, 0, 0, 0x61, 0x62], .trailingBytes(1)),
        ]
    )
    func refusal(_ row: Case) {
        #expect(throws: row.error) { try Refusal(payload: row.bytes) }
    }

    @Test(
        "an invalid hello is refused",
        arguments: [
            Case("types that are not there", [1, 0], .truncated),
            Case("more types than a plug-in may have", [65, 0], .tooLong(65, limit: 64)),
            Case("a kind that formd does not ask", [1, 0, 9, 1, 0, 0, 0, 0x61], .unknownValue(9, of: "kind of type")),
            Case("a name that is none", [1, 0, 1, 1, 0, 0, 0, 0x20], .invalidName),
            Case("an empty name", [1, 0, 1, 0, 0, 0, 0], .invalidName),
        ]
    )
    func hello(_ row: Case) {
        #expect(throws: row.error) { try Hello(payload: row.bytes) }
    }

    @Test("invalid numbers are refused", arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
    func numbers(_ number: Double) throws {
        var writer = PayloadWriter()
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes in bytes.forEach { writer.uint8($0) } }
        var reader = PayloadReader(writer.bytes)
        #expect(throws: WireError.notFinite) { try reader.double() }
    }

    @Test("an instance beyond the limit is refused")
    func instance() throws {
        var configure = Samples.configure
        configure.instance = 256
        let payload = try configure.payload()
        #expect(throws: WireError.tooLong(256, limit: 255)) { try Configure(payload: payload) }
    }

    @Test("no bytes make a decoder trap, and decoded values are encoded to the same bytes")
    func noise() throws {
        var random = SeededGenerator(seed: 0x464F_524D)
        let samples = try Samples.frames.map { try $0.payload() }
        for round in 0..<100_000 {
            let bytes =
                round % 2 == 0 ? random.bytes(upTo: 96) : random.mutation(of: samples[round / 2 % samples.count])
            guard let frames = try? WirePacket.frames(in: bytes) else {
                decodeAll(bytes)
                continue
            }
            #expect(try Samples.packets(of: frames) == [bytes])
            for frame in frames { decodeAll([UInt8](frame.payload)) }
        }
    }

    private func decodeAll(_ payload: [UInt8]) {
        check(Hello.self, payload)
        check(Configure.self, payload)
        check(Ask.self, payload)
        check(Refusal.self, payload)
        check(FieldContext.self, payload)
        check(PlaceholderAnswer.self, payload)
    }

    private func check<Value: WireValue>(_: Value.Type, _ payload: [UInt8]) {
        guard let value = try? Value(payload: payload) else { return }
        #expect((try? value.payload()) == payload)
    }

    @Test("a plug-in does not crash for any packet")
    func conversation() throws {
        var random = SeededGenerator(seed: 7)
        let samples = try Samples.frames.map { try $0.payload() }
        var conversation = PluginConversation(types: [EchoPlaceholder.self])
        for round in 0..<20_000 {
            _ = conversation.receive(random.mutation(of: samples[round % samples.count])[...])
        }
    }
}

extension SeededGenerator {
    mutating func bytes(upTo limit: Int) -> [UInt8] {
        (0..<Int.random(in: 0...limit, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// One to four bytes changed, taken out, put in, or all from somewhere on cut off.
    mutating func mutation(of bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &self)
            switch Int.random(in: 0..<5, using: &self) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &self)
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 2: bytes.remove(at: index)
            case 3: bytes.insert(UInt8.random(in: 0...255, using: &self), at: index)
            default: bytes.removeSubrange(index...)
            }
        }
        return bytes
    }
}

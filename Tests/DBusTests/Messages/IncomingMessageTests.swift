@testable import DBus
import EventLoop
import FormdTesting
import RandomTesting
import Testing

@Suite("Received messages")
struct IncomingMessageTests {
    @Test("random arguments in both byte orders are read correctly", arguments: 0..<8 as Range<UInt64>)
    func byteOrders(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        for count in 0..<100 {
            let types = (0..<count % 4).map { _ in random.type() }
            guard (try? Signature(types)) != nil else { continue }
            let values = types.map { random.value(of: $0) }
            for isBigEndian in [false, true] {
                let bytes = try OrderedWriter.message(
                    count % 2 == 0 ? .signal : .error,
                    values,
                    isBigEndian: isBigEndian
                )
                #expect(libdbusAgrees(on: bytes) == .accepted)
                #expect(try Message(serialized: bytes).arguments() == values)
            }
        }
    }

    /// The processor time of checking 60,000 empty arrays of structures with some members.
    private static func timeToCheck(members: Int) throws -> Duration {
        let empty = Value.array(.structure(Array(repeating: .byte, count: members)), [])
        let body = [Value.array(empty.type, Array(repeating: empty, count: 60_000))]
        let bytes = try OrderedWriter.message(.signal, body, isBigEndian: false)
        let start = EventLoop.processorTime
        _ = try Message(serialized: bytes)
        return EventLoop.processorTime - start
    }

    @Test("empty arrays of a long type take no longer to check than those of a short one")
    func longTypes() throws {
        let (short, long) = (try Self.timeToCheck(members: 1), try Self.timeToCheck(members: 250))
        #expect(long < short * 4 + .milliseconds(20), "\(long) instead of \(short)")
    }

    @Test("the ends of a signature's types are those that its grammar finds", arguments: 0..<8 as Range<UInt64>)
    func ends(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        for _ in 0..<200 {
            guard let signature = try? Signature([random.type(), random.type()]) else { continue }
            let bytes = Array(signature.string.utf8)
            for (place, end) in SignatureGrammar.ends(in: bytes.span).enumerated() where end > 0 {
                // An entry of a dictionary is no type by itself.
                guard bytes[place] != UInt8(ascii: "{") else { continue }
                #expect(
                    SignatureGrammar.end(ofTypeAt: place, in: bytes.span) == Int(end),
                    "\(signature.string) \(place)"
                )
            }
        }
    }

    @Test("a byte that no UTF-8 text contains, or a NUL, is found at each place of a text of each length")
    func texts() throws {
        for length in 1...40 {
            let text = String(repeating: "a", count: length)
            let bytes = try OrderedWriter.message(.signal, [.string(text)], isBigEndian: false)
            #expect(try Message(serialized: bytes).arguments() == [.string(text)])
            let start = bytes.count - 1 - length
            for place in 0..<length {
                var wrong = bytes
                for byte in [0, 0x80, 0xFF] as [UInt8] {
                    wrong[start + place] = byte
                    #expect(throws: MessageError.self, "\(byte) at \(place) of \(length)") {
                        try Message(serialized: wrong)
                    }
                }
                wrong[start + place] = 0x7F
                #expect(throws: Never.self) { try Message(serialized: wrong) }
            }
        }
    }

    @Test("every truncated message is refused")
    func truncation() throws {
        let bytes = try OrderedWriter.message(.signal, [.string("ü"), .strings(["a", "b"])], isBigEndian: false)
        for length in 0..<bytes.count {
            #expect(throws: MessageError.self) { try Message(serialized: Array(bytes.prefix(length))) }
        }
    }

    @Test(
        "names that are reserved for libraries are refused",
        arguments: [
            ("/org/freedesktop/DBus/Local", "a.b"), ("/a", "org.freedesktop.DBus.Local"),
        ] as [(ObjectPath, InterfaceName)]
    )
    func reserved(path: ObjectPath, interface: InterfaceName) {
        let header = MessageHeader(kind: .signal, path: path, interface: interface, member: "C")
        #expect(libdbusAgrees(on: Message(header, .empty).serialized()) == .refused)
    }

    @Test("a message contains nothing of earlier messages", arguments: 0..<4 as Range<UInt64>)
    func repetition(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var none: [Descriptor] = []
        for _ in 0..<300 {
            let header = MessageHeader(
                kind: .call,
                path: ["/a", "/b", "/a/b"].randomElement(using: &generator),
                interface: ["a.b", "a.c", nil].randomElement(using: &generator) ?? nil,
                member: ["A", "B"].randomElement(using: &generator),
                ends: Message.Ends(sender: [":1.1", ":1.2", nil].randomElement(using: &generator) ?? nil)
            )
            let arguments: [[Value]] = [[], [.string("x")], [.uint32(1)], [.string("y"), .byte(1)]]
            let values = arguments.randomElement(using: &generator) ?? []
            var bytes = try header.message(values).serialized()
            let message = try bytes.withUnsafeMutableBytes { bytes in
                let frame = try MessageFrame(UnsafeRawBufferPointer(bytes), limit: 10_000)
                return try #require(try MessageParser.parse(bytes, frame, taking: &none))
            }
            #expect(message.path == header.path)
            #expect(message.interface == header.interface)
            #expect(message.member == header.member)
            #expect(message.sender == header.ends.sender)
            #expect(try message.arguments() == values)
        }
    }
}

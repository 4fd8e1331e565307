import CDBus
@testable import DBus
import EventLoop
import Testing

/// What arrives, held against what libdbus takes for a message.
@Suite("Messages that arrive")
struct IncomingMessageTests {
    /// Whether it is a message, for libdbus and for us. All that it says must be the same.
    private static func compare(_ bytes: [UInt8]) -> Bool {
        let ours = try? Message(serialized: bytes)
        let libdbus = LibraryMessage(bytes)
        // What later versions of D-Bus may send libdbus hands out, and we do not.
        if bytes.count > 1, bytes[1] > 4 {
            #expect(ours == nil)
            return false
        }
        // libdbus does not mind a unique name without a dot, the specification does.
        let ends = [libdbus?.text(dbus_message_get_sender), libdbus?.text(dbus_message_get_destination)]
        if ends.contains(where: { $0 != nil && $0?.contains(".") == false }) {
            #expect(ours == nil)
            return false
        }
        #expect((ours != nil) == (libdbus != nil), "\(bytes)")
        guard let ours, let libdbus else { return false }
        #expect(ours.path?.string == libdbus.text(dbus_message_get_path))
        #expect(ours.interface?.string == libdbus.text(dbus_message_get_interface))
        #expect(ours.member?.string == libdbus.text(dbus_message_get_member))
        #expect(ours.errorName?.string == libdbus.text(dbus_message_get_error_name))
        #expect(ours.sender?.string == libdbus.text(dbus_message_get_sender))
        #expect(ours.destination?.string == libdbus.text(dbus_message_get_destination))
        #expect(ours.signatureString == libdbus.text(dbus_message_get_signature))
        #expect(ours.serial == dbus_message_get_serial(libdbus.pointer))
        #expect(ours.replySerial == dbus_message_get_reply_serial(libdbus.pointer))
        #expect(ours.noReplyExpected == (dbus_message_get_no_reply(libdbus.pointer) != 0))
        return true
    }

    @Test("random arguments in either byte order are what was sent", arguments: 0..<8 as Range<UInt64>)
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
                #expect(Self.compare(bytes))
                #expect(try Message(serialized: bytes).arguments() == values)
            }
        }
    }

    @Test("of bytes that were tampered with, those are messages that libdbus takes", arguments: 0..<24 as Range<UInt64>)
    func mutations(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        var accepted = 0
        for count in 0..<40 {
            let types = (0..<count % 5).map { _ in random.type() }
            guard (try? Signature(types)) != nil else { continue }
            let original = try OrderedWriter.message(
                count % 3 == 0 ? .error : .signal,
                types.map { random.value(of: $0) },
                isBigEndian: count % 2 == 0
            )
            for _ in 0..<50 {
                var bytes = original
                for _ in 0..<Int.random(in: 1...2, using: &random.generator) {
                    let index = Int.random(in: 0..<min(bytes.count, 600), using: &random.generator)
                    bytes[index] =
                        switch Int.random(in: 0..<4, using: &random.generator) {
                        case 0: .random(in: .min ... .max, using: &random.generator)
                        case 1: bytes[index] &+ 1
                        case 2: bytes[index] ^ (1 << UInt8.random(in: 0..<8, using: &random.generator))
                        default: Array("syv(){}/.:a1\0".utf8).randomElement(using: &random.generator) ?? 0
                        }
                }
                // Lengths are part of it: libdbus says how much belongs to the message.
                let length = LibraryMessage.length(of: bytes)
                if length > 0, length <= bytes.count {
                    if Self.compare(Array(bytes.prefix(length))) { accepted += 1 }
                } else {
                    #expect(throws: MessageError.self) { try Message(serialized: bytes) }
                }
            }
        }
        // Neither all nor nothing is a message still, or there is nothing to compare.
        #expect(accepted > 50)
    }

    @Test("every message that ends too early is refused")
    func truncation() throws {
        let bytes = try OrderedWriter.message(.signal, [.string("ü"), .strings(["a", "b"])], isBigEndian: false)
        for length in 0..<bytes.count {
            #expect(throws: MessageError.self) { try Message(serialized: Array(bytes.prefix(length))) }
        }
    }

    @Test(
        "names that only a library may use to its own program are refused",
        arguments: [
            ("/org/freedesktop/DBus/Local", "a.b"), ("/a", "org.freedesktop.DBus.Local"),
        ] as [(ObjectPath, InterfaceName)]
    )
    func reserved(path: ObjectPath, interface: InterfaceName) {
        let header = MessageHeader(kind: .signal, path: path, interface: interface, member: "C")
        #expect(!Self.compare(Message(header, .empty).serialized()))
    }

    @Test("what is as in the message before is not taken for what is not", arguments: 0..<4 as Range<UInt64>)
    func repetition(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var parser = MessageParser()
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
                return try #require(try parser.parse(bytes, frame, taking: &none))
            }
            #expect(message.path == header.path)
            #expect(message.interface == header.interface)
            #expect(message.member == header.member)
            #expect(message.sender == header.ends.sender)
            #expect(try message.arguments() == values)
        }
    }
}

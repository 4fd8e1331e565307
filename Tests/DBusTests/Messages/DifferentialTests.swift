import CDBus
@testable import DBus
import Foundation
import RandomTesting
import Testing

/// Random messages, and messages that were tampered with, read by libdbus and by us.
@Suite("This module and libdbus agree")
struct DifferentialTests {
    private static let count = RandomCases.count(200_000)
    private static let seeds = 16

    @Test(
        "on the contents of a message in both byte orders, and on the written bytes",
        arguments: 0..<8 as Range<UInt64>
    )
    func random(seed: UInt64) throws {
        var random = RandomMessages(seed: seed)
        for _ in 0..<200 {
            let bytes = try random.message()
            #expect(libdbusAgrees(on: bytes) == .accepted)
        }
    }

    @Test("on which bytes are a message, and on its contents", arguments: 0..<UInt64(seeds))
    func mutations(seed: UInt64) throws {
        var random = RandomMessages(seed: seed &* 0x1000)
        var outcomes: [Agreement: Int] = [:]
        for _ in 0..<Self.count / Self.seeds / 50 {
            let original = try random.message()
            let other = try random.message()
            for _ in 0..<50 {
                let bytes = random.mutation(of: original, with: other)
                let agreement = libdbusAgrees(on: bytes)
                outcomes[agreement, default: 0] += 1
                if agreement == .disagreement { Issue.record("libdbus and we disagree on \(bytes)") }
            }
        }
        // Unless some are accepted and some refused, nothing was compared.
        #expect(outcomes[.accepted, default: 0] > Self.count / Self.seeds / 50)
        #expect(outcomes[.refused, default: 0] > Self.count / Self.seeds / 10)
    }
}

/// What libdbus and we make of the same bytes.
enum Agreement {
    /// Both take them for a message, and read the same in it.
    case accepted
    /// Both refuse them.
    case refused
    /// The specification says other than libdbus does, and we follow the specification.
    case exempt
    case disagreement
}

/// Compares what libdbus and we make of bytes. What we write of a message that both accept, libdbus must read back.
func libdbusAgrees(on bytes: [UInt8]) -> Agreement {
    let ours = try? Message(serialized: bytes)
    guard let libdbus = LibraryMessage(bytes) else { return ours == nil ? .refused : .disagreement }
    guard let ours else { return libdbus.isAgainstSpecification ? .exempt : .disagreement }
    guard says(ours, what: libdbus) else { return .disagreement }
    // Neither can read a descriptor that did not come along.
    guard let arguments = try? ours.arguments() else { return libdbus.hasDescriptors ? .accepted : .disagreement }
    guard isSame(arguments, libdbus.arguments) else { return .disagreement }

    guard let rewritten = try? ours.header.message(arguments), let back = LibraryMessage(rewritten.serialized()) else {
        return .disagreement
    }
    return says(rewritten, what: back) && isSame(arguments, back.arguments) ? .accepted : .disagreement
}

private func says(_ ours: Message, what libdbus: LibraryMessage) -> Bool {
    ours.kind.rawValue == dbus_message_get_type(libdbus.pointer)
        && ours.path?.string == libdbus.text(dbus_message_get_path)
        && ours.interface?.string == libdbus.text(dbus_message_get_interface)
        && ours.member?.string == libdbus.text(dbus_message_get_member)
        && ours.errorName?.string == libdbus.text(dbus_message_get_error_name)
        && ours.sender?.string == libdbus.text(dbus_message_get_sender)
        && ours.destination?.string == libdbus.text(dbus_message_get_destination)
        && ours.signatureString == libdbus.text(dbus_message_get_signature)
        && max(1, ours.serial) == dbus_message_get_serial(libdbus.pointer)
        && ours.replySerial == dbus_message_get_reply_serial(libdbus.pointer)
        && ours.noReplyExpected == (dbus_message_get_no_reply(libdbus.pointer) != 0)
}

/// Compares values; one that is not a number is equal to itself.
private func isSame(_ one: [Value], _ other: [Value]) -> Bool {
    one == other || "\(one)" == "\(other)"
}

extension LibraryMessage {
    /// Whether libdbus accepts what the specification does not: a kind of message that there is not, which is to be
    /// ignored, or a unique name without a dot.
    fileprivate var isAgainstSpecification: Bool {
        if dbus_message_get_type(pointer) > 4 { return true }
        let names = [text(dbus_message_get_sender), text(dbus_message_get_destination)]
        return names.contains { $0?.contains(".") == false }
    }
}

/// Messages of all kinds in either byte order, and what becomes of them when they are tampered with.
private struct RandomMessages {
    private var random: RandomValues

    init(seed: UInt64) {
        random = RandomValues(seed: seed)
    }

    mutating func message() throws -> [UInt8] {
        var types: [ValueType] = []
        for _ in 0..<number(below: 4) {
            let type = random.type()
            if (try? Signature(types + [type])) != nil { types.append(type) }
        }
        return try OrderedWriter.message(
            [.call, .reply, .error, .signal][number(below: 4)],
            types.map { random.value(of: $0) },
            isBigEndian: number(below: 2) == 0
        )
    }

    /// A message with a few changes: of bytes, of numbers, or of its length, with a piece of another message.
    mutating func mutation(of original: [UInt8], with other: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0...number(below: 3) {
            let index = number(below: min(bytes.count, 800))
            switch number(below: 9) {
            case 0: bytes[index] = UInt8(number(below: 256))
            case 1: bytes[index] &+= 1
            case 2: bytes[index] ^= 1 << UInt8(number(below: 8))
            case 3: bytes[index] = Array("ybnqiuxtdsogvha(){}/.:1\0".utf8)[number(below: 24)]
            case 4, 5: change(&bytes, numberAt: index & ~3)
            case 6: bytes.removeSubrange(index..<min(bytes.count, index + 1 + number(below: 8)))
            case 7: bytes.insert(contentsOf: piece(of: other), at: index)
            default: bytes.replaceSubrange(index..<min(bytes.count, index + 8), with: piece(of: other))
            }
            if bytes.count < 24 { return original }
        }
        // In half of the messages whose length has changed, the header tells the new length.
        if bytes.count != original.count, number(below: 2) == 0 { setBodyLength(&bytes) }
        let length = LibraryMessage.length(of: bytes)
        return length > 0 && length < bytes.count ? Array(bytes.prefix(length)) : bytes
    }

    private mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random.generator) }

    private mutating func piece(of other: [UInt8]) -> ArraySlice<UInt8> {
        let start = number(below: other.count) & ~7
        return other[start..<min(other.count, start + 8 * (1 + number(below: 4)))]
    }

    /// Changes a number of four bytes as a faulty length would be: by a little, or to an extreme.
    private mutating func change(_ bytes: inout [UInt8], numberAt index: Int) {
        guard index + 4 <= bytes.count else { return }
        let isBigEndian = bytes[0] == UInt8(ascii: "B")
        var value = bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
        if !isBigEndian { value = value.byteSwapped }
        value = [value &+ 1, value &- 1, value &+ 8, 0, 1, .max, 64 << 20, value << 8][number(below: 8)]
        withUnsafeBytes(of: isBigEndian ? value.bigEndian : value.littleEndian) {
            bytes.replaceSubrange(index..<index + 4, with: $0)
        }
    }

    private func setBodyLength(_ bytes: inout [UInt8]) {
        let isBigEndian = bytes[0] == UInt8(ascii: "B")
        let fields = bytes[12..<16].reduce(0) { $0 << 8 | UInt32($1) }
        let header = 16 + Int(isBigEndian ? fields : fields.byteSwapped)
        guard header <= bytes.count else { return }
        let body = UInt32(max(0, bytes.count - (header + 7) & ~7))
        withUnsafeBytes(of: isBigEndian ? body.bigEndian : body.littleEndian) {
            bytes.replaceSubrange(4..<8, with: $0)
        }
    }
}

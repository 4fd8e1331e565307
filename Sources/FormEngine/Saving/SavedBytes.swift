/// Why saved bytes cannot be read: they are damaged, belong to another definition, or take too long.
package struct SavedFormError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
    /// Whether the bytes are at fault. Otherwise there was not enough time.
    package let isDamage: Bool

    init(_ description: String, isDamage: Bool = true) {
        self.description = description
        self.isDamage = isDamage
    }
}

/// Writes values one after the other, in the format of `SavedReader`. Small numbers take one byte.
struct SavedWriter {
    private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(256)
    }

    /// Writes a non-negative number in groups of seven bits, the lowest first.
    mutating func number(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes a signed number; the sign is the lowest bit.
    mutating func number(_ value: Int) {
        number(UInt64(bitPattern: Int64((value << 1) ^ (value >> 63))))
    }

    mutating func double(_ value: Double) {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func flag(_ value: Bool) {
        bytes.append(value ? 1 : 0)
    }

    mutating func text(_ text: some StringProtocol) {
        utf8(text.utf8)
    }

    /// Writes the number of bytes, and the bytes.
    mutating func utf8(_ some: some Collection<UInt8>) {
        number(some.count)
        bytes.append(contentsOf: some)
    }

    /// Writes an optional value.
    mutating func optional<Value>(_ value: Value?, _ write: (inout SavedWriter, Value) -> Void) {
        flag(value != nil)
        if let value { write(&self, value) }
    }

    mutating func list<Element>(_ list: some Collection<Element>, _ write: (inout SavedWriter, Element) -> Void) {
        number(list.count)
        for element in list { write(&self, element) }
    }
}

/// Reads what `SavedWriter` has written. Each read checks that the bytes exist and are valid. Invalid bytes cause an
/// error, never a trap.
struct SavedReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Throws if there are unread bytes.
    func finish() throws(SavedFormError) {
        guard position == bytes.endIndex else {
            throw SavedFormError("\(bytes.endIndex - position) bytes are left over")
        }
    }

    mutating func byte() throws(SavedFormError) -> UInt8 {
        guard position < bytes.endIndex else { throw SavedFormError("the bytes end too early") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func unsigned() throws(SavedFormError) -> UInt64 {
        var (value, shift) = (UInt64(0), UInt64(0))
        while true {
            let next = try byte()
            guard shift < 63 || next <= 1 else { throw SavedFormError("a number has more than 64 bits") }
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return value }
            shift += 7
        }
    }

    mutating func number() throws(SavedFormError) -> Int {
        let value = try unsigned()
        return Int(bitPattern: UInt(value >> 1)) ^ -Int(value & 1)
    }

    /// Reads a number in a range. `what` names the number in the error.
    mutating func number(in range: ClosedRange<Int>, _ what: String) throws(SavedFormError) -> Int {
        let value = try number()
        guard range.contains(value) else {
            throw SavedFormError("\(what) \(value) is not from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// Reads an index below `count`.
    mutating func index(below count: Int, _ what: String) throws(SavedFormError) -> Int {
        guard count > 0 else { throw SavedFormError("there is nothing that could be \(what)") }
        return try number(in: 0...count - 1, what)
    }

    /// Reads a number of bytes, or of elements that take at least one byte each.
    mutating func count() throws(SavedFormError) -> Int {
        let value = try number()
        guard 0...(bytes.endIndex - position) ~= value else {
            throw SavedFormError("\(value) bytes or elements are not there")
        }
        return value
    }

    mutating func double() throws(SavedFormError) -> Double {
        var pattern: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { pattern |= UInt64(try byte()) << shift }
        let value = Double(bitPattern: pattern)
        guard value.isFinite else { throw SavedFormError("a number is not finite") }
        return value
    }

    mutating func flag() throws(SavedFormError) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        case let other: throw SavedFormError("\(other) is neither true nor false")
        }
    }

    /// Reads the bytes of a text in UTF-8, without a check.
    mutating func utf8() throws(SavedFormError) -> ArraySlice<UInt8> {
        let count = try count()
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func text() throws(SavedFormError) -> String {
        try Self.text(try utf8())
    }

    static func text(_ bytes: some Collection<UInt8>) throws(SavedFormError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw SavedFormError("a text is not UTF-8") }
        return text
    }

    mutating func optional<Value>(
        _ read: (inout SavedReader) throws(SavedFormError) -> Value
    ) throws(SavedFormError) -> Value? {
        try flag() ? try read(&self) : nil
    }

    mutating func list<Element>(
        _ read: (inout SavedReader) throws(SavedFormError) -> Element
    ) throws(SavedFormError) -> [Element] {
        var list: [Element] = []
        for _ in 0..<(try count()) { list.append(try read(&self)) }
        return list
    }

    /// Reads the raw value of an enumeration's case.
    mutating func word<Value: RawRepresentable<String>>(_ type: Value.Type) throws(SavedFormError) -> Value {
        let word = try text()
        guard let value = Value(rawValue: word) else {
            throw SavedFormError("\"\(word.prefix(80))\" is no \(type)")
        }
        return value
    }
}

// MARK: - Differences of texts

extension SavedWriter {
    /// Writes the number of unchanged bytes at both ends of a text, and the bytes between them. So a key in a long text
    /// takes a few bytes.
    mutating func text(_ text: String, since old: String) {
        var (text, old) = (text, old)
        text.withUTF8 { new in
            old.withUTF8 { old in
                let most = min(new.count, old.count)
                var prefix = 0
                while prefix < most, new[prefix] == old[prefix] { prefix += 1 }
                var suffix = 0
                while suffix < most - prefix, new[new.count - 1 - suffix] == old[old.count - 1 - suffix] { suffix += 1 }
                number(prefix)
                number(suffix)
                utf8(new[prefix..<new.count - suffix])
            }
        }
    }
}

extension SavedReader {
    mutating func text(since old: String) throws(SavedFormError) -> String {
        let count = old.utf8.count
        let prefix = try number(in: 0...count, "the start of a text")
        let suffix = try number(in: 0...count - prefix, "the end of a text")
        let middle = try utf8()
        if prefix == 0, suffix == 0 { return try Self.text(middle) }
        return try Self.text(Array(old.utf8.prefix(prefix)) + middle + old.utf8.suffix(suffix))
    }
}

import Glibc

/// Validates bytes from outside against the D-Bus specification, from front to back: lengths, padding, booleans, UTF-8,
/// names, signatures and nesting. It never reads beyond the end of the bytes.
///
/// Numbers in the other byte order are converted in place to this machine's.
///
/// The memory belongs to the caller, and must stay valid as long as the checker is used.
@safe
struct WireChecker {
    private let base: UnsafeMutableRawPointer
    private let isForeign: Bool
    /// The end of the bytes that are checked: of the message, or of the array that the position is in.
    private(set) var end: Int
    private(set) var position: Int
    /// The ends of the types in the signature that is being followed; empty before the first of them is needed.
    private var typeEnds: [UInt8] = []

    /// - Parameters:
    ///   - message: the whole message, because alignment is relative to its first byte.
    ///   - range: the part of it to check.
    ///   - isForeign: whether its numbers are in the other byte order.
    init(_ message: UnsafeMutableRawBufferPointer, _ range: Range<Int>, isForeign: Bool) throws(MessageError) {
        guard let base = message.baseAddress, range.upperBound <= message.count else { throw .truncated }
        unsafe self.base = unsafe base
        self.isForeign = isForeign
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position == end }

    // MARK: Basic types

    @inline(__always)
    private mutating func skip(_ count: Int) throws(MessageError) -> UnsafeMutableRawPointer {
        guard count <= end - position else { throw .truncated }
        let place = unsafe base + position
        position += count
        return unsafe place
    }

    /// Skips padding up to a multiple of `boundary`, a power of two. Throws unless the padding is zero.
    @inline(__always)
    mutating func align(to boundary: Int) throws(MessageError) {
        let padding = -position & (boundary - 1)
        guard padding > 0 else { return }
        let place = unsafe try skip(padding)
        for offset in 0..<padding where unsafe place.load(fromByteOffset: offset, as: UInt8.self) != 0 {
            throw .malformed("padding is not zero")
        }
    }

    @inline(__always)
    mutating func byte() throws(MessageError) -> UInt8 {
        unsafe try skip(1).load(as: UInt8.self)
    }

    @inline(__always)
    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self
    ) throws(MessageError) -> Number {
        try align(to: MemoryLayout<Number>.size)
        let place = unsafe try skip(MemoryLayout<Number>.size)
        let number = unsafe place.loadUnaligned(as: Number.self)
        guard isForeign else { return number }
        unsafe place.storeBytes(of: number.byteSwapped, as: Number.self)
        return number.byteSwapped
    }

    /// The bytes of a string, which the caller must check.
    @inline(__always)
    mutating func uncheckedText() throws(MessageError) -> UnsafeBufferPointer<UInt8> {
        unsafe try bytesBeforeNUL(Int(number(UInt32.self)))
    }

    /// The bytes of a signature, which the caller must check.
    @inline(__always)
    mutating func uncheckedSignature() throws(MessageError) -> UnsafeBufferPointer<UInt8> {
        unsafe try bytesBeforeNUL(Int(byte()))
    }

    @inline(__always)
    private mutating func bytesBeforeNUL(_ count: Int) throws(MessageError) -> UnsafeBufferPointer<UInt8> {
        let place = unsafe try skip(count + 1)
        guard unsafe place.load(fromByteOffset: count, as: UInt8.self) == 0 else {
            throw .malformed("a string does not end with NUL")
        }
        return unsafe UnsafeBufferPointer(start: place.assumingMemoryBound(to: UInt8.self), count: count)
    }
}

// MARK: - Values

extension WireChecker {
    /// Validates one value.
    ///
    /// Its type is parsed together with the value, because creating a `ValueType` for each variant would take as long
    /// as the rest of the check.
    ///
    /// - Parameters:
    ///   - signature: a valid signature, which is the same for all values of the checker that are not inside variants.
    ///   - place: the offset of the value's type in the signature.
    ///   - depth: the number of containers around the value.
    /// - Returns: the offset after the type.
    @discardableResult
    mutating func check(
        _ signature: UnsafeBufferPointer<UInt8>,
        at place: Int = 0,
        depth: Int
    ) throws(MessageError) -> Int {
        guard depth <= MessageLimits.depth else { throw .tooDeep }
        switch unsafe signature[place] {
        case UInt8(ascii: "s"): try checkText()
        case UInt8(ascii: "v"): try checkVariant(depth: depth)
        case UInt8(ascii: "b"): try checkBoolean()
        case UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "h"): _ = try number(UInt32.self)
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"): _ = try number(UInt64.self)
        case UInt8(ascii: "n"), UInt8(ascii: "q"): _ = try number(UInt16.self)
        case UInt8(ascii: "o"):
            guard unsafe ObjectPath.accepts(try uncheckedText().span) else { throw .malformed("not an object path") }
        case UInt8(ascii: "g"):
            guard unsafe SignatureGrammar.accepts(try uncheckedSignature().span) else { throw .notSignature }
        case UInt8(ascii: "("):
            try align(to: 8)
            var place = place + 1
            while unsafe signature[place] != UInt8(ascii: ")") {
                unsafe place = try check(signature, at: place, depth: depth + 1)
            }
            return place + 1
        case UInt8(ascii: "a"):
            unsafe try checkArray(signature, of: place + 1, depth: depth)
            // Looking for the end at each array would take as long as the signature is, for each of the message's arrays.
            if typeEnds.isEmpty { typeEnds = unsafe SignatureGrammar.ends(in: signature.span) }
            return Int(typeEnds[place])
        default: _ = try byte()
        }
        return place + 1
    }

    /// Validates a variant and its contents.
    /// - Parameter depth: the number of containers around the variant.
    mutating func checkVariant(depth: Int) throws(MessageError) {
        let content = unsafe try uncheckedSignature()
        // Most variants contain a basic type. The ends of other types are those of the variant's own signature.
        if content.count == 1, unsafe SignatureGrammar.isLetter(content[0]) {
            unsafe try check(content, depth: depth + 1)
            return
        }
        let end = unsafe SignatureGrammar.end(ofTypeAt: 0, in: content.span)
        guard end == content.count else { throw .malformed("a variant's signature is not one type") }
        var outer: [UInt8] = []
        swap(&typeEnds, &outer)
        if unsafe content[0] == UInt8(ascii: "a") {
            // Without `check`, which would look for the end of the type.
            guard depth < MessageLimits.depth else { throw .tooDeep }
            unsafe try checkArray(content, of: 1, depth: depth + 1)
        } else {
            unsafe try check(content, depth: depth + 1)
        }
        swap(&typeEnds, &outer)
    }

    private mutating func checkText() throws(MessageError) {
        guard unsafe try uncheckedText().isText else { throw .malformed("a string is not UTF-8, or has NUL in it") }
    }

    private mutating func checkBoolean() throws(MessageError) {
        guard try number(UInt32.self) <= 1 else { throw .malformed("a boolean is neither 0 nor 1") }
    }

    /// Checks an array.
    /// - Parameter element: the offset of the elements' type in the signature.
    private mutating func checkArray(
        _ signature: UnsafeBufferPointer<UInt8>,
        of element: Int,
        depth: Int
    ) throws(MessageError) {
        let code = unsafe signature[element]
        let alignment = ValueType.alignment(code)
        let length = Int(try number(UInt32.self))
        guard length <= MessageLimits.array else { throw .malformed("an array is too long") }
        try align(to: alignment)
        guard length <= end - position else { throw .truncated }
        // An element that extends beyond its array is detected by the array's end.
        let outer = end
        end = position + length
        switch code {
        case UInt8(ascii: "y"): _ = unsafe try skip(length)
        case UInt8(ascii: "b"): while !isAtEnd { try checkBoolean() }
        case UInt8(ascii: "{"):
            while !isAtEnd {
                // An array of entries counts as two containers.
                try align(to: 8)
                let value = unsafe try check(signature, at: element + 1, depth: depth + 2)
                unsafe try check(signature, at: value, depth: depth + 2)
            }
        case UInt8(ascii: "n"), UInt8(ascii: "q"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "h"),
            UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"):
            guard length % alignment == 0 else { throw .malformed("an array ends inside of an element") }
            if isForeign {
                while !isAtEnd { unsafe try check(signature, at: element, depth: depth) }
            } else {
                _ = unsafe try skip(length)
            }
        default: while !isAtEnd { unsafe try check(signature, at: element, depth: depth + 1) }
        }
        end = outer
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are UTF-8 without NUL.
    fileprivate var isText: Bool {
        guard let start = baseAddress, count > 0 else { return true }
        // Names and most texts are short and ASCII.
        if count <= 32, unsafe isShortASCII { return true }
        if unsafe memchr(start, 0, count) != nil { return false }
        return unsafe (try? UTF8Span(validating: span)) != nil
    }

    private var isShortASCII: Bool {
        var place = 0
        while place + 8 <= count, unsafe isASCII(at: place, UInt64.self, 0x0101_0101_0101_0101) { place += 8 }
        if place + 4 <= count, unsafe isASCII(at: place, UInt32.self, 0x0101_0101) { place += 4 }
        while place < count {
            guard unsafe self[place] &- 1 < 0x7F else { return false }
            place += 1
        }
        return true
    }

    /// Whether no byte of a word is 0 or above 0x7F.
    ///
    /// - Parameter ones: the word whose bytes are all 1.
    private func isASCII<Word: FixedWidthInteger & BitwiseCopyable>(at place: Int, _: Word.Type, _ ones: Word) -> Bool {
        let word = unsafe UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: place, as: Word.self)
        // The highest bit of a byte of the difference is set if the byte is 0, or if one before it is.
        return (word | (word &- ones)) & (ones << 7) == 0
    }
}

extension MessageError {
    fileprivate static var truncated: MessageError { .malformed("it ends too early") }
    static var notSignature: MessageError { .malformed("not a signature") }
}

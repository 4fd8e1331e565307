import Glibc

/// Checks bytes that came from outside against the D-Bus specification, from front to back: lengths, padding, booleans,
/// UTF-8, names, signatures and nesting. It reads nothing before it has checked that it is there.
///
/// Numbers in the other byte order are converted in place, so that whoever reads the bytes afterwards finds this machine's.
///
/// The memory belongs to the caller, and must stay valid as long as the checker is used.
@safe
struct WireChecker {
    private let base: UnsafeMutableRawPointer
    private let isForeign: Bool
    /// The end of the bytes that are checked: of the message, or of the array that the position is in.
    private(set) var end: Int
    private(set) var position: Int

    /// - Parameters:
    ///   - message: the whole message, because alignment counts from its first byte.
    ///   - range: the part of it that is checked.
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

    /// The bytes of a string. Throws unless they are UTF-8 without NUL.
    mutating func text() throws(MessageError) -> UnsafeBufferPointer<UInt8> {
        let bytes = unsafe try bytesBeforeNUL(Int(number(UInt32.self)))
        guard unsafe bytes.isText else { throw .malformed("a string is not UTF-8, or has NUL in it") }
        return unsafe bytes
    }

    /// The bytes of a string, which the caller has to check.
    @inline(__always)
    mutating func uncheckedText() throws(MessageError) -> UnsafeBufferPointer<UInt8> {
        unsafe try bytesBeforeNUL(Int(number(UInt32.self)))
    }

    /// The bytes of a signature, which the caller has to check.
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
    /// Checks one value.
    /// - Parameter depth: the number of containers that it is in.
    mutating func check(_ type: ValueType, depth: Int) throws(MessageError) {
        guard depth <= MessageLimits.depth else { throw .tooDeep }
        switch type {
        case .byte: _ = try byte()
        case .boolean: try checkBoolean()
        case .int16, .uint16: _ = try number(UInt16.self)
        case .int32, .uint32, .unixFD: _ = try number(UInt32.self)
        case .int64, .uint64, .double: _ = try number(UInt64.self)
        case .string: _ = unsafe try text()
        case .objectPath:
            guard unsafe ObjectPath.accepts(try uncheckedText().span) else { throw .malformed("not an object path") }
        case .signature: _ = try signature()
        case .variant:
            let content = try signature()
            guard content.count == 1 else { throw .malformed("a variant holds \(content.count) values") }
            try check(content[0], depth: depth + 1)
        case .structure(let members):
            try align(to: 8)
            for member in members { try check(member, depth: depth + 1) }
        case .array(let element):
            try checkArray(alignment: element.alignment) { (checker) throws(MessageError) in
                try checker.checkElements(element, depth: depth + 1)
            }
        case .dictionary(let key, let value):
            try checkArray(alignment: 8) { (checker) throws(MessageError) in
                while !checker.isAtEnd {
                    // An array of entries counts as two containers.
                    try checker.align(to: 8)
                    try checker.check(key, depth: depth + 2)
                    try checker.check(value, depth: depth + 2)
                }
            }
        }
    }

    private mutating func checkBoolean() throws(MessageError) {
        guard try number(UInt32.self) <= 1 else { throw .malformed("a boolean is neither 0 nor 1") }
    }

    /// The types of a value of type `g`, or of the contents of a variant.
    private mutating func signature() throws(MessageError) -> [ValueType] {
        let bytes = unsafe try uncheckedSignature()
        if bytes.count == 1, let type = unsafe ValueType(code: bytes[0]) { return [type] }
        var parser = unsafe SignatureParser(Array(bytes))
        guard let types = parser.parse() else { throw .malformed("not a signature") }
        return types
    }

    private mutating func checkArray(
        alignment: Int,
        _ elements: (inout WireChecker) throws(MessageError) -> Void
    ) throws(MessageError) {
        let length = Int(try number(UInt32.self))
        guard length <= MessageLimits.array else { throw .malformed("an array is too long") }
        try align(to: alignment)
        guard length <= end - position else { throw .truncated }
        // An element that reaches beyond its array is found by the array's end.
        let outer = end
        end = position + length
        try elements(&self)
        end = outer
    }

    private mutating func checkElements(_ type: ValueType, depth: Int) throws(MessageError) {
        switch type {
        case .byte: _ = unsafe try skip(end - position)
        case .boolean: while !isAtEnd { try checkBoolean() }
        case .int16, .uint16, .int32, .uint32, .unixFD, .int64, .uint64, .double:
            let size = type.alignment
            guard (end - position) % size == 0 else { throw .malformed("an array ends inside of an element") }
            if isForeign {
                while !isAtEnd { try check(type, depth: depth - 1) }
            } else {
                _ = unsafe try skip(end - position)
            }
        default: while !isAtEnd { try check(type, depth: depth) }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are UTF-8 without NUL.
    fileprivate var isText: Bool {
        guard let start = baseAddress, count > 0 else { return true }
        if unsafe memchr(start, 0, count) != nil { return false }
        return unsafe (try? UTF8Span(validating: span)) != nil
    }
}

extension MessageError {
    fileprivate static var truncated: MessageError { .malformed("it ends too early") }
}

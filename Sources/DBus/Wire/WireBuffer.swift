import CLinux
import EventLoop
import Glibc

/// Bytes in D-Bus's wire format and this machine's byte order, growing at the end.
///
/// D-Bus aligns every value to a multiple of its size, relative to the start of its message. A buffer contains one
/// message after another; `beginMessage` marks the start of the next one. A buffer may also contain only the arguments
/// of a message, because they begin at a multiple of 8.
///
/// If there is not enough memory, the buffer stays usable but its contents are lost, and `isOutOfMemory` is true until
/// it is discarded. So the many functions that append a few bytes need not throw.
@safe
struct WireBuffer: ~Copyable {
    private var memory = GrowingMemory()
    private var messageStart = 0
    private(set) var count = 0
    /// The descriptors that are sent with the bytes. A value of type `h` is an index into them.
    private(set) var descriptors: [Descriptor] = []
    /// Whether something could not be appended.
    private(set) var isOutOfMemory = false

    init(capacity: Int = 0) {
        if capacity > 0 { isOutOfMemory = !memory.grow(to: capacity) }
    }

    /// The arguments of a message that has arrived.
    init(copying bytes: UnsafeRawBufferPointer, _ descriptors: [Descriptor]) {
        self.descriptors = descriptors
        unsafe append(bytes)
    }

    var capacity: Int { memory.capacity }

    /// Begins a message: alignment counts from here.
    mutating func beginMessage() {
        messageStart = count
    }

    /// Appends zeros up to a multiple of `boundary`, a power of two.
    @inline(__always)
    mutating func align(to boundary: Int) {
        let padding = (messageStart - count) & (boundary - 1)
        guard padding > 0 else { return }
        unsafe makeRoom(padding).initializeMemory(as: UInt8.self, repeating: 0, count: padding)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        unsafe makeRoom(1).storeBytes(of: byte, as: UInt8.self)
    }

    @inline(__always)
    mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
        align(to: MemoryLayout<Number>.size)
        unsafe makeRoom(MemoryLayout<Number>.size).storeBytes(of: number, as: Number.self)
    }

    /// Appends a string or object path.
    mutating func append(_ text: String) throws(MessageError) {
        let hasNul = unsafe append(checking: text) { unsafe memchr($0, 0, $1) != nil }
        if hasNul { throw .nulInString }
    }

    /// Appends a name, which has no NUL.
    mutating func append(name: String) {
        unsafe append(checking: name) { _, _ in false }
    }

    /// Appends a text unless the check returns `true`. Returns the result of the check.
    @inline(__always)
    @discardableResult
    private mutating func append(checking text: String, _ isWrong: (UnsafeRawPointer, Int) -> Bool) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            if let start = utf8.baseAddress, unsafe isWrong(start, utf8.count) { return true }
            append(UInt32(clamping: utf8.count))
            unsafe append(UnsafeRawBufferPointer(utf8))
            append(UInt8(0))
            return false
        }
    }

    /// Adds a descriptor to those of the message, and appends its index. Throws if it is not open.
    mutating func append(_ descriptor: Descriptor) throws(MessageError) {
        guard descriptors.count < MessageLimits.descriptors else {
            throw .tooManyDescriptors(limit: MessageLimits.descriptors)
        }
        guard fcntl(descriptor.number, F_GETFD) >= 0 else { throw .badDescriptor }
        append(UInt32(clamping: descriptors.count))
        descriptors.append(descriptor)
    }

    /// Appends a signature of at most 255 bytes.
    mutating func append(signature: [UInt8]) {
        append(UInt8(clamping: signature.count))
        append(signature)
        append(UInt8(0))
    }

    /// Appends the signature of a basic type, or of a variant.
    @inline(__always)
    mutating func append(signature code: UInt8) {
        let place = unsafe makeRoom(3)
        unsafe place.storeBytes(of: 1, as: UInt8.self)
        unsafe place.storeBytes(of: code, toByteOffset: 1, as: UInt8.self)
        unsafe place.storeBytes(of: 0, toByteOffset: 2, as: UInt8.self)
    }

    /// Appends the bytes of another buffer, without its descriptors.
    mutating func append(_ other: borrowing WireBuffer) {
        unsafe append(other.contents)
    }

    mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    /// Appends a copy of bytes of this buffer.
    mutating func append(copyOf range: Range<Int>) {
        guard range.lowerBound >= 0, range.upperBound <= count, reserve(range.count), let base = unsafe memory.base
        else {
            isOutOfMemory = true
            return
        }
        unsafe (base + count).copyMemory(from: base + range.lowerBound, byteCount: range.count)
        count += range.count
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        guard reserve(bytes.count), let base = unsafe memory.base else {
            isOutOfMemory = true
            return
        }
        unsafe (base + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    // MARK: Taking out

    /// The bytes, valid until the buffer changes.
    var contents: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: memory.base, count: count)
    }

    var bytes: [UInt8] { unsafe Array(contents) }

    /// Removes bytes from the front.
    mutating func removeFirst(_ number: Int) {
        guard let base = unsafe memory.base, number > 0 else { return }
        unsafe base.copyMemory(from: base + number, byteCount: count - number)
        memory.wipe(count - number..<count)
        count -= number
        messageStart -= number
    }

    /// Removes bytes from the end, so that `rest` bytes remain.
    mutating func removeLast(to rest: Int) {
        guard rest < count else { return }
        memory.wipe(rest..<count)
        count = rest
    }

    /// Removes everything, and frees the memory if it is more than `kept` bytes.
    mutating func removeAll(keepingCapacity kept: Int) {
        memory.wipe(0..<count)
        count = 0
        messageStart = 0
        memory.shrink(keeping: kept)
    }

    // MARK: Memory

    /// Reserves memory for more bytes, so that appending them cannot fail. Returns `false` if there is not enough
    /// memory.
    mutating func reserve(_ bytes: Int) -> Bool {
        memory.capacity - count >= bytes || memory.grow(to: count + bytes)
    }

    /// Returns the memory for a few more bytes, which the caller must write at once.
    @inline(__always)
    private mutating func makeRoom(_ bytes: Int) -> UnsafeMutableRawPointer {
        if memory.capacity - count < bytes, !memory.grow(to: count + bytes) { startOver() }
        // If there is no memory, the bytes are written to a dummy location.
        guard let base = unsafe memory.base else { return unsafe linux_scratch() }
        let place = unsafe base + count
        count += bytes
        return unsafe place
    }

    /// Discards the contents because the buffer cannot grow. Later writes begin at the front.
    private mutating func startOver() {
        isOutOfMemory = true
        memory.wipe(0..<count)
        count = 0
    }
}

// MARK: - Arrays

extension WireBuffer {
    /// An array whose elements are being appended: the offsets of its length and of its first element.
    struct OpenArray {
        fileprivate let length: Int
        fileprivate let elements: Int
    }

    /// Begins an array.
    /// - Parameter alignment: the alignment of the elements. The padding before the first of them is written even if
    ///   none follows.
    mutating func openArray(alignment: Int) -> OpenArray {
        append(UInt32(0))
        let length = count - MemoryLayout<UInt32>.size
        align(to: alignment)
        return OpenArray(length: length, elements: count)
    }

    /// Ends an array: writes the length of its elements, in bytes, without the padding before the first.
    mutating func close(_ array: OpenArray) {
        // An array that was opened without memory has no valid offset.
        guard let base = unsafe memory.base, array.length >= 0 else { return }
        let length = UInt32(clamping: count - array.elements)
        unsafe base.storeBytes(of: length, toByteOffset: array.length, as: UInt32.self)
    }
}

import Glibc

/// Bytes in D-Bus's wire format and this machine's byte order, growing at the end.
///
/// Every value begins at a multiple of its own size, counted from the start of its message: a buffer holds one message
/// after the other, and `beginMessage` says where the next one starts. One that begins at a multiple of 8 of its message,
/// as bodies do, counts from its own start.
///
/// Room is made before anything is written into it, and nothing beyond `count` is read.
@safe
struct WireBuffer: ~Copyable {
    private var memory = GrowingMemory()
    private var messageStart = 0
    private(set) var count = 0
    /// What the values of type `h` stand for, which are numbers of descriptors that travel beside the bytes.
    private(set) var descriptors: [Descriptor] = []

    init(capacity: Int = 0) {
        if capacity > 0 { memory.grow(to: capacity) }
    }

    /// A message's arguments, as they arrived.
    init(copying bytes: UnsafeRawBufferPointer, _ descriptors: [Descriptor]) {
        self.descriptors = descriptors
        memory.grow(to: bytes.count)
        unsafe append(bytes)
    }

    var capacity: Int { memory.capacity }

    /// What follows is aligned from here.
    mutating func beginMessage() {
        messageStart = count
    }

    /// Fills up with zeros. `boundary` is a power of two.
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

    /// Appends nothing when the check says true, and says so.
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

    /// Appends a descriptor: its number among those that travel with the message. Throws if it is not open.
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
        unsafe signature.withUnsafeBytes { unsafe append($0) }
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

    /// Appends what another buffer holds, as it is.
    mutating func append(_ other: borrowing WireBuffer) {
        unsafe append(other.contents)
    }

    mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        unsafe makeRoom(bytes.count).copyMemory(from: source, byteCount: bytes.count)
    }

    // MARK: Taking out

    /// The bytes, valid until the buffer changes.
    var contents: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: memory.base, count: count)
    }

    var bytes: [UInt8] { unsafe Array(contents) }

    /// Forgets the first bytes.
    mutating func removeFirst(_ number: Int) {
        guard let base = unsafe memory.base, number > 0 else { return }
        unsafe base.copyMemory(from: base + number, byteCount: count - number)
        count -= number
        messageStart -= number
    }

    /// Forgets everything, and gives memory back that is more than `capacity`.
    mutating func removeAll(keepingCapacity kept: Int) {
        count = 0
        messageStart = 0
        memory.shrink(keeping: kept)
    }

    // MARK: Memory

    /// The place for so many bytes, which the caller writes at once.
    @inline(__always)
    private mutating func makeRoom(_ bytes: Int) -> UnsafeMutableRawPointer {
        if memory.capacity - count < bytes { memory.grow(to: count + bytes) }
        guard let base = unsafe memory.base else { outOfMemory() }
        let place = unsafe base + count
        count += bytes
        return unsafe place
    }
}

// MARK: - Arrays

extension WireBuffer {
    /// An array whose elements are being appended.
    struct OpenArray {
        fileprivate let length: Int
        fileprivate let elements: Int
    }

    /// - Parameter alignment: the elements'. The padding before the first of them is there even if there is none.
    mutating func openArray(alignment: Int) -> OpenArray {
        append(UInt32(0))
        let length = count - MemoryLayout<UInt32>.size
        align(to: alignment)
        return OpenArray(length: length, elements: count)
    }

    /// Puts in how long the elements have become, in bytes without the padding before the first.
    mutating func close(_ array: OpenArray) {
        guard let base = unsafe memory.base else { return }
        let length = UInt32(clamping: count - array.elements)
        unsafe base.storeBytes(of: length, toByteOffset: array.length, as: UInt32.self)
    }
}

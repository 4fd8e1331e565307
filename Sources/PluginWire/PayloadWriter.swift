/// Writes the values of one payload in order, in the form that `PayloadReader` accepts and no other.
package struct PayloadWriter: Sendable {
    /// Written up to `count`; the rest is room.
    private var buffer: [UInt8]
    package private(set) var count: Int

    package init() {
        self.init([])
    }

    /// Goes on after what is already written.
    package init(_ bytes: [UInt8]) {
        buffer = bytes
        count = bytes.count
    }

    /// What was written.
    package var bytes: ArraySlice<UInt8> {
        buffer[..<count]
    }

    package mutating func uint8(_ value: UInt8) {
        integer(value)
    }

    package mutating func uint16(_ value: UInt16) {
        integer(value)
    }

    package mutating func uint32(_ value: UInt32) {
        integer(value)
    }

    /// A count or an offset. Throws `WireError.outOfRange` for one that is negative or beyond 32 bits.
    package mutating func size(_ value: Int) throws(WireError) {
        guard let size = UInt32(exactly: value) else { throw .outOfRange(value) }
        integer(size)
    }

    package mutating func bool(_ value: Bool) {
        integer(value ? 1 as UInt8 : 0)
    }

    /// Throws `WireError.notFinite`.
    package mutating func double(_ value: Double) throws(WireError) {
        guard value.isFinite else { throw .notFinite }
        integer(value.bitPattern)
    }

    /// Throws `WireError.invalidText` if there is a NUL, `WireError.tooLong` beyond what any payload can hold.
    package mutating func string(_ text: String) throws(WireError) {
        let utf8 = text.utf8.span
        let limit = WireFrame.maximumPayload
        guard utf8.count <= limit else { throw .tooLong(utf8.count, limit: limit) }
        guard !utf8.contains(0) else { throw .invalidText }
        integer(UInt32(utf8.count))
        append(utf8)
    }

    package mutating func identifier(_ name: String) throws(WireError) {
        guard PluginIdentifier.isValid(name) else { throw .invalidName }
        try string(name)
    }

    /// Values that are already encoded.
    package mutating func append(_ encoded: ArraySlice<UInt8>) {
        append(encoded.span)
    }

    private mutating func append(_ bytes: Span<UInt8>) {
        makeRoom(for: bytes.count)
        let place = count
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe buffer.withUnsafeMutableBytes { buffer in
                unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[place...]).copyMemory(from: bytes)
            }
        }
        count = place + bytes.count
    }

    private mutating func integer(_ value: some FixedWidthInteger & BitwiseCopyable) {
        let size = MemoryLayout.size(ofValue: value)
        makeRoom(for: size)
        buffer.store(value, at: count)
        count += size
    }

    private mutating func makeRoom(for size: Int) {
        guard buffer.count - count < size else { return }
        // At first for what is nearly always said.
        let room = max(size, buffer.count, 160)
        buffer.append(addingCapacity: room) { $0.append(repeating: 0, count: room) }
    }

    /// Gives away what was written.
    fileprivate consuming func finish() -> [UInt8] {
        buffer.removeLast(buffer.count - count)
        return buffer
    }
}

extension [UInt8] {
    package init(_ writer: consuming PayloadWriter) {
        self = writer.finish()
    }

    /// Puts a number down over what is there, little-endian.
    mutating func store<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, at place: Int) {
        var span = mutableSpan
        var bytes = span.mutableBytes
        bytes.storeBytes(of: value.littleEndian, toByteOffset: place, as: Value.self)
    }
}

extension PayloadWriter {
    /// Writes a frame whose payload `write` writes. What it throws leaves nothing behind.
    package mutating func frame(
        _ kind: FrameKind,
        request: UInt32 = 0,
        _ write: (inout PayloadWriter) throws(WireError) -> Void
    ) throws(WireError) {
        let start = count
        do throws(WireError) {
            uint32(WireFrame.magic)
            uint16(WireFrame.version)
            uint16(kind.rawValue)
            uint32(request)
            uint32(0)
            try write(&self)
            let length = count - start - WireFrame.headerLength
            guard length <= WireFrame.maximumPayload else { throw .tooLong(length, limit: WireFrame.maximumPayload) }
            buffer.store(UInt32(length), at: start + WireFrame.lengthOffset)
        } catch {
            count = start
            throw error
        }
    }

    /// Gives away what was written before a place.
    mutating func split(at place: Int) -> ArraySlice<UInt8> {
        defer {
            buffer.removeFirst(place)
            count -= place
        }
        return buffer[..<place]
    }
}

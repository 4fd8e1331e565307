/// Writes the values of one payload in order, in the encoding that `PayloadReader` reads.
package struct PayloadWriter: Sendable {
    /// The first `count` bytes are written; the rest is room for more.
    private var buffer: [UInt8]
    package private(set) var count: Int

    package init() {
        self.init([])
    }

    /// Makes a writer that appends to these bytes.
    package init(_ bytes: [UInt8]) {
        buffer = bytes
        count = bytes.count
    }

    /// The bytes that were written.
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

    /// Writes a count or an offset. Throws `WireError.outOfRange` if it is negative or does not fit into 32 bits.
    package mutating func size(_ value: Int) throws(WireError) {
        guard let size = UInt32(exactly: value) else { throw .outOfRange(value) }
        integer(size)
    }

    package mutating func bool(_ value: Bool) {
        integer(value ? 1 as UInt8 : 0)
    }

    /// Writes a double. Throws `WireError.notFinite` if it is infinite or not a number.
    package mutating func double(_ value: Double) throws(WireError) {
        guard value.isFinite else { throw .notFinite }
        integer(value.bitPattern)
    }

    /// Writes a string. Throws `WireError.invalidText` if it has a NUL, and `WireError.tooLong` if it fits into no
    /// payload.
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

    /// Appends values that are already encoded.
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
        // The first allocation has room for nearly every message.
        let room = max(size, buffer.count, 160)
        buffer.append(addingCapacity: room) { $0.append(repeating: 0, count: room) }
    }

    /// Ends the writer and returns the bytes that were written.
    fileprivate consuming func finish() -> [UInt8] {
        buffer.removeLast(buffer.count - count)
        return buffer
    }
}

extension [UInt8] {
    package init(_ writer: consuming PayloadWriter) {
        self = writer.finish()
    }

    /// Overwrites the bytes from `place` on with a number, little-endian.
    mutating func store<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, at place: Int) {
        var span = mutableSpan
        var bytes = span.mutableBytes
        bytes.storeBytes(of: value.littleEndian, toByteOffset: place, as: Value.self)
    }
}

extension PayloadWriter {
    /// Writes a frame whose payload `write` writes. If this throws, nothing of the frame is kept.
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

    /// Removes the bytes before `place` from the writer and returns them.
    mutating func split(at place: Int) -> ArraySlice<UInt8> {
        defer {
            buffer.removeFirst(place)
            count -= place
        }
        return buffer[..<place]
    }
}

/// CRC-32C (Castagnoli), which detects incomplete and damaged records.
///
/// Processes eight bytes at a time with a table for each, which takes a tenth of the time of processing single bytes.
struct Checksum {
    private var value: UInt32 = .max

    /// The checksum of all bytes so far.
    var result: UInt32 { ~value }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var value = value
        unsafe Self.tables.withUnsafeBufferPointer { tables in
            var place = 0
            while bytes.count - place >= 8 {
                var eight = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
                eight ^= UInt64(value)
                value = 0
                for table in stride(from: 7, through: 0, by: -1) {
                    let index = table &* 256 &+ Int(eight & 0xFF)
                    value ^= unsafe tables[index]
                    eight >>= 8
                }
                place += 8
            }
            while place < bytes.count {
                let byte = unsafe bytes[place]
                let next = unsafe tables[Int(UInt8(truncatingIfNeeded: value) ^ byte)]
                value = next ^ (value >> 8)
                place += 1
            }
        }
        self.value = value
    }

    /// Eight tables with 256 entries: the effect of a byte on the checksum when 0 to 7 other bytes follow it. The
    /// polynomial has its lowest power first.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = (0..<256).map { byte in
            (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? (value >> 1) ^ 0x82F6_3B78 : value >> 1 }
        }
        for place in 256..<2048 {
            let value = tables[place - 256]
            let last = tables[Int(value & 0xFF)]
            tables.append(last ^ (value >> 8))
        }
        return tables
    }()
}

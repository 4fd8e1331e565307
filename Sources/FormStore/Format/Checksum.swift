/// CRC-32C (Castagnoli), which tells a record that was written in part, or damaged, from a whole one.
struct Checksum {
    private var value: UInt32 = .max

    /// The checksum of all bytes so far.
    var result: UInt32 { ~value }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = Self.table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8) }
    }

    /// The polynomial with its lowest power first, for each byte.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? (value >> 1) ^ 0x82F6_3B78 : value >> 1 }
    }
}

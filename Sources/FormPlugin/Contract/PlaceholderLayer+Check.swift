extension PlaceholderLayer {
    /// Whether a text is a colour as layers have it: `#RRGGBB` or `#AARRGGBB`.
    public static func isColor(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard utf8.first == 0x23, utf8.count == 7 || utf8.count == 9 else { return false }
        return utf8.dropFirst().allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
        }
    }
}

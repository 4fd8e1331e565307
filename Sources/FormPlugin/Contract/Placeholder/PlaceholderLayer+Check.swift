import PluginWire

extension PlaceholderLayer {
    /// Whether a text is a colour as layers have it: `#RRGGBB` or `#AARRGGBB`.
    public static func isColor(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard utf8.first == 0x23, utf8.count == 7 || utf8.count == 9 else { return false }
        return utf8.dropFirst().allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
        }
    }

    /// What no client could draw, in words that do not repeat the layer's text; nil when there is nothing.
    package var fault: String? {
        let numbers = [frame.x, frame.y, frame.width, frame.height, fontSize]
        guard numbers.allSatisfy(\.isFinite) else { return "a number is infinite or not a number" }
        guard frame.width >= 0, frame.height >= 0 else { return "a frame has a negative size" }
        guard fontSize > 0, fontSize <= 1000 else { return "font size \(fontSize) is not above 0 and at most 1000" }
        guard Self.isColor(color) else { return "a colour is neither #RRGGBB nor #AARRGGBB" }
        guard position.isEmpty || PluginIdentifier.isValid(position) else { return "a position is no identifier" }
        guard !text.utf8.contains(0) else { return "a text has a NUL" }
        return nil
    }
}

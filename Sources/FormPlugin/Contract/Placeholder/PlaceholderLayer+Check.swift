import PluginWire

extension PlaceholderLayer {
    /// Whether a text is a colour of the form `#RRGGBB` or `#AARRGGBB`.
    public static func isColor(_ text: String) -> Bool {
        let utf8 = text.utf8.span
        guard utf8.count == 7 || utf8.count == 9, utf8[0] == 0x23 else { return false }
        for index in 1..<utf8.count {
            switch utf8[index] {
            case 0x30...0x39, 0x41...0x46, 0x61...0x66: continue
            default: return false
            }
        }
        return true
    }

    /// What a colour may be for. Their numbers are the form's.
    package static let colorRoles: Set<String> = ["accent", "error", "text", "secondary", "disabled", "background"]

    /// Whether a layer can have a text as its colour: `#RRGGBB`, `#AARRGGBB`, or what it is for.
    public static func isColorOrRole(_ text: String) -> Bool {
        isColor(text) || colorRoles.contains(text)
    }

    /// Why no client could draw the layer, in words that do not repeat its text; `nil` if every client can.
    package var fault: String? {
        guard frame.x.isFinite, frame.y.isFinite, frame.width.isFinite, frame.height.isFinite, fontSize.isFinite
        else { return "a number is infinite or not a number" }
        guard frame.width >= 0, frame.height >= 0 else { return "a frame has a negative size" }
        guard fontSize > 0, fontSize <= 1000 else { return "font size \(fontSize) is not above 0 and at most 1000" }
        if case .text(let space, let margin) = anchor, !(space.isFinite && margin.isFinite) {
            return "a number is infinite or not a number"
        }
        guard Self.isColorOrRole(color) else {
            return "a colour is neither #RRGGBB nor #AARRGGBB nor a role"
        }
        guard position.isEmpty || PluginIdentifier.isValid(position) else { return "a position is no identifier" }
        guard !text.utf8.contains(0) else { return "a text has a NUL" }
        return nil
    }
}

/// The names of fields, styles, forms and types.
package enum Identifier {
    /// Whether a name is `[A-Za-z_][A-Za-z0-9_]*` and has at most 64 characters.
    package static func isValid(_ name: String) -> Bool {
        let bytes = name.utf8
        guard bytes.count <= DefinitionLimits.identifier, let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

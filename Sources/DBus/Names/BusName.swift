/// The name of a connection: unique (`:1.42`) and given by the bus, or well known (`org.formd.Forms1`).
package struct BusName: ValidatedName {
    package static let kind = "bus name"
    /// The bus itself.
    package static let bus = BusName(unchecked: "org.freedesktop.DBus")

    package let string: String

    package init(unchecked string: String) {
        self.string = string
    }

    package var isUnique: Bool { string.utf8.first == UInt8(ascii: ":") }

    package static func accepts(_ bytes: Span<UInt8>) -> Bool {
        let isUnique = bytes.count > 0 && bytes[0] == UInt8(ascii: ":")
        return NameGrammar.isDotted(bytes, from: isUnique ? 1 : 0, hyphens: true, leadingDigits: isUnique)
    }
}

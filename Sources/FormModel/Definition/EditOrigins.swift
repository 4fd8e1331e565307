/// The ways by which users change texts.
package struct EditOrigins: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Keys: what is inserted and deleted at the caret.
    package static let typing = EditOrigins(rawValue: 1)
    /// What replaces a range that is not the selection: completion, correction, dictation, dropping.
    package static let replacement = EditOrigins(rawValue: 2)
    /// The edit actions that change the text.
    package static let clipboard = EditOrigins(rawValue: 4)
    package static let picker = EditOrigins(rawValue: 8)
    /// The clear button.
    package static let clear = EditOrigins(rawValue: 16)

    package static let all: EditOrigins = [.typing, .replacement, .clipboard, .picker, .clear]

    /// As definitions name them.
    package static let named: [(name: String, origin: EditOrigins)] = [
        ("typing", .typing), ("replacement", .replacement), ("clipboard", .clipboard), ("picker", .picker),
        ("clear", .clear),
    ]
}

/// One style as a one-line field and as a text view has it.
package struct StyleVariants: Sendable {
    package var text: StyleSheet
    package var textView: StyleSheet

    package subscript(kind: FieldKind) -> StyleSheet {
        switch kind {
        case .text: text
        case .textView: textView
        }
    }
}

extension StyleVariants {
    /// A style that every definition can name: `underlined`, `box`, `customUnderlined` or `sum`.
    package static func builtIn(_ name: String) -> StyleVariants? {
        BuiltInStyles.table[name]
    }
}

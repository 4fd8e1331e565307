/// One style as a one-line field and as a text view has it. Shared, for a style is some kilobytes large.
package final class StyleVariants: Sendable {
    package let text: StyleSheet
    package let textView: StyleSheet

    init(text: StyleSheet, textView: StyleSheet) {
        self.text = text
        self.textView = textView
    }

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

package import FormModel

/// The `mask` formatter: one mask, or several of which the best fitting one formats.
package struct MaskFormatter: TextFormatter {
    package init(_ definition: MaskDefinition) throws(MaskError) {
    }

    package func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        current
    }

    package func format(_ text: String) -> FormattedText {
        FormattedText(text: text, selection: TextSelection(start: 0), value: text, isComplete: true)
    }

    package var prefix: FormattedText {
        format("")
    }
}

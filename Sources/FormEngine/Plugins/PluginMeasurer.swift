import FormModel
import FormPlugin

/// Measures the texts of a form as a plug-in lays them out. Without an answer the reference metrics count.
package struct PluginMeasurer: Sendable {
    var type: AskedType

    func measure(_ text: TextToMeasure, isSecret: Bool) -> TextMeasure? {
        var type = type
        type.isSecret = isSecret
        guard case .answer(.measurer(let measure)) = type.ask(.measurer(text), .measure) else { return nil }
        return measure
    }

    /// For a field by its place in the form.
    func bound(to field: Int) -> PluginMeasurer {
        var bound = self
        bound.type.field = field
        return bound
    }
}

extension FieldStorage {
    /// Lays the hint out: its lines.
    mutating func layOutHint(_ hint: String, _ field: CompiledField, width: Double) -> UInt16 {
        if let lines = overrides?.value.hintLines { return UInt16(clamping: lines) }
        let metrics = field.metrics
        if let measurer = field.measurer {
            let text = TextToMeasure(
                text: hint,
                fontFamily: field.definition.style.hint.font.family,
                fontSize: metrics.hintFontSize,
                lineHeight: metrics.hintLineHeight,
                width: max(0, width)
            )
            let measure = measurer.measure(text, isSecret: false)
            if overrides?.value.hintMeasure != measure { override { $0.hintMeasure = measure } }
            if let measure { return UInt16(clamping: measure.lines) }
        }
        return TextMeasurer.lines(hint, width: width, fontSize: metrics.hintFontSize)
    }

    /// Lays a text view's text out: its lines. A secret's are those of its bullets.
    mutating func layOutText(_ field: CompiledField, width: Double) -> UInt16 {
        if let lines = overrides?.value.textLines { return UInt16(clamping: lines) }
        let metrics = field.metrics
        if let measurer = field.measurer {
            let text = TextToMeasure(
                text: publishedText,
                fontFamily: field.definition.style.text.font.family,
                fontSize: metrics.textFontSize,
                lineHeight: 0,
                width: max(0, width)
            )
            let measure = measurer.measure(text, isSecret: false)
            if overrides?.value.textMeasure != measure { override { $0.textMeasure = measure } }
            if let measure { return UInt16(clamping: measure.lines) }
        }
        return TextMeasurer.lines(text, width: width, fontSize: metrics.textFontSize)
    }

    /// The hint's height as it was measured; nil: by the reference metrics.
    var measuredHintHeight: Double? {
        guard let overrides = overrides?.value, overrides.hintLines == nil else { return nil }
        return overrides.hintMeasure?.height
    }

    /// The text's height as it was measured; nil: by the reference metrics.
    var measuredTextHeight: Double? {
        guard let overrides = overrides?.value, overrides.textLines == nil else { return nil }
        return overrides.textMeasure?.height
    }
}

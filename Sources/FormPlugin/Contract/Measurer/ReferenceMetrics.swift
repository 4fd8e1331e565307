/// How large text is where nobody measures it: one set of numbers for every form, so that heights are the same on every
/// machine.
///
/// Every grapheme cluster advances by half the font size; a line is 1.193359375 font sizes high.
public enum ReferenceMetrics {
    /// The width of one line of text, in logical pixels.
    public static func width(of text: String, fontSize: Double) -> Double {
        Double(text.count) * fontSize / 2
    }

    /// The height of one line, in logical pixels.
    public static func lineHeight(fontSize: Double) -> Double {
        fontSize * 1.193359375
    }
}

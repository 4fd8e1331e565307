/// The size of text that neither a client nor a text measurer has measured. The numbers are fixed, so that heights are
/// the same on every machine: every grapheme cluster is half as wide as the font size, and a line is 1.193359375 font
/// sizes high.
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

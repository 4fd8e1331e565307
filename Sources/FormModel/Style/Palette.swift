/// The colours of the built-in styles.
enum Palette {
    static let background = Color(argb: 0xFF1F_2032)
    static let container = Color(argb: 0xFF34_364E)
    static let gray = Color(argb: 0xFF9F_ACC7)
    static let accent = Color(argb: 0xFFFF_9D2B)
    static let pressed = Color(argb: 0xFFD4_7506)
    static let red = Color(argb: 0xFFFF_4747)
    static let white = Color(argb: 0xFFFE_FEFE)
    static let clear = Color(argb: 0)
}

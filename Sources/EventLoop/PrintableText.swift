extension String {
    /// A form of this text that is safe in a log line or an error message: one line, without characters that could move
    /// a terminal's cursor or reverse the direction of its writing, and at most `limit` code points long.
    package func printable(limit: Int) -> String {
        var text = UnicodeScalarView()
        for scalar in unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .unassigned: text.append("?")
            default: text.append(scalar)
            }
        }
        if unicodeScalars.dropFirst(limit).first != nil { text.append("…") }
        return String(text)
    }
}

extension String {
    /// On one line, without what could move a terminal's cursor, and not longer than `limit` scalars: foreign text for
    /// the log.
    func printable(limit: Int) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .unassigned: text.append("?")
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}

/// A foreign text for a message: in quotes, cut to 40 characters, control characters made visible.
func quoted(_ text: String) -> String {
    var shown = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
        guard count < 40 else {
            shown.unicodeScalars.append("…")
            break
        }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .format:
            shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: shown.unicodeScalars.append(scalar)
        }
    }
    return "“\(shown)”"
}

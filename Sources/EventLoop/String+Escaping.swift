extension String {
    /// The string on one line, without characters that control a terminal: control characters, line separators and
    /// marks for the direction of writing become `\n`, `\t` or `\u1234`, a backslash becomes two. `printf '%b'`
    /// restores it.
    package var escapingControls: String {
        escaping { $0 == "\\" || $0.needsEscape }
    }

    /// The escaped string in quotation marks, with quotation marks inside escaped as in JSON.
    package var quoted: String {
        "\"" + escaping { $0 == "\\" || $0 == "\"" || $0.needsEscape } + "\""
    }

    /// The text with the same characters escaped, except for line breaks, tabs and backslashes: for a text of several
    /// lines that a terminal may show, and for JSON, which it leaves as it means. An ASCII text stays as it is.
    package var shownSafely: String {
        guard unicodeScalars.contains(where: \.needsEscapeOutput) else { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if !scalar.needsEscapeOutput {
                result.append(scalar)
            } else {
                // JSON has no escape for characters beyond U+FFFF but this.
                for unit in String(scalar).utf16 {
                    result.append(contentsOf: Unicode.Scalar.escape(UInt32(unit), "\\u", digits: 4).unicodeScalars)
                }
            }
        }
        return String(result)
    }

    private func escaping(_ needsEscape: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: needsEscape) else { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if needsEscape(scalar) {
                result.append(contentsOf: scalar.escape.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    fileprivate var needsEscape: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        // Joiners and the soft hyphen are format characters, but belong to the text, and are kept.
        case .format: properties.isBidiControl || value == 0xfeff || value >= 0xe0000
        default: false
        }
    }

    fileprivate var needsEscapeOutput: Bool { self != "\n" && self != "\t" && needsEscape }

    fileprivate var escape: String {
        switch self {
        case "\\": "\\\\"
        case "\"": "\\\""
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: value > 0xffff ? Self.escape(value, "\\U", digits: 8) : Self.escape(value, "\\u", digits: 4)
        }
    }

    fileprivate static func escape(_ value: UInt32, _ prefix: String, digits: Int) -> String {
        let hex = String(value, radix: 16)
        return prefix + String(repeating: "0", count: digits - hex.utf8.count) + hex
    }
}

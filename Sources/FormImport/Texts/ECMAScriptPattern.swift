/// Translates a regular expression of ECMAScript (ECMA-262 with the flag `u`, as in JSON Schema) to one of PCRE2 that
/// matches the same texts.
///
/// PCRE2 differs in some points: `\d`, `\w`, `\s` and `\b` apply to all scripts, `$` also matches before a line break
/// at the end, `.` excludes other line breaks, and `[[:` starts a class.
package struct ECMAScriptPattern {
    /// Why a pattern cannot be translated.
    package struct Untranslatable: Error, CustomStringConvertible {
        package let description: String
    }

    /// The pattern for PCRE2, which may match any part of a text.
    package private(set) var expression = ""
    /// Whether the pattern starts with `^`, ends with `$` and has no alternatives outside of groups, so that it matches
    /// only whole texts.
    package private(set) var isAnchored = false

    /// The pattern for PCRE2 that matches a whole text if the original matches a part of it.
    package var ofWholeText: String { isAnchored ? expression : "(?s:.*)(?:\(expression))(?s:.*)" }

    private var rest: Substring.UnicodeScalarView
    /// The number of open groups.
    private var depth = 0
    /// Whether a quantifier may follow.
    private var isRepeatable = false

    package init(_ pattern: String) throws(Untranslatable) {
        rest = Substring(pattern).unicodeScalars
        var hasAlternatives = false
        var endsWithAnchor = false
        while let scalar = rest.popFirst() {
            endsWithAnchor = scalar == "$" && depth == 0
            if scalar == "|", depth == 0 { hasAlternatives = true }
            try translate(scalar)
        }
        guard depth == 0 else { throw Untranslatable(description: "a group is not closed") }
        isAnchored = pattern.hasPrefix("^") && endsWithAnchor && !hasAlternatives
    }

    /// A pattern of ECMAScript that becomes this one of a whole text; `nil` if none is found.
    package static func source(ofWhole pattern: String) -> String? {
        let (start, end) = ("(?s:.*)(?:", ")(?s:.*)")
        let isSearched = pattern.hasPrefix(start) && pattern.hasSuffix(end)
        let inner = isSearched ? String(pattern.dropFirst(start.count).dropLast(end.count)) : pattern
        let source = inner.replacing("[^\\n\\r\\x{2028}\\x{2029}]", with: ".").replacing("\\A", with: "^")
            .replacing("\\z", with: "$").replacing("\\x{", with: "\\u{")
        return (try? ECMAScriptPattern(source))?.ofWholeText == pattern ? source : nil
    }

    private mutating func translate(_ scalar: Unicode.Scalar) throws(Untranslatable) {
        var canRepeat = true
        switch scalar {
        case "^":
            expression += "\\A"
            canRepeat = false
        case "$":
            expression += "\\z"
            canRepeat = false
        case ".": expression += "[^\\n\\r\\x{2028}\\x{2029}]"
        case "|":
            expression += "|"
            canRepeat = false
        case "(": canRepeat = try openGroup()
        case ")":
            guard depth > 0 else { throw Untranslatable(description: "a group is closed that was not opened") }
            depth -= 1
            expression += ")"
        case "*", "+", "?": canRepeat = try translateQuantifier(String(scalar))
        case "{":
            let bounds = rest.prefix { $0 != "}" }
            let parts = bounds.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            guard bounds.endIndex < rest.endIndex, let first = parts.first, !first.isEmpty,
                parts.allSatisfy({ $0.allSatisfy { "0"..."9" ~= $0 } })
            else { throw Untranslatable(description: "a brace is no number of repetitions") }
            rest = rest[rest.index(after: bounds.endIndex)...]
            canRepeat = try translateQuantifier("{" + String(bounds) + "}")
        case "[": try translateClass()
        case "\\": canRepeat = try translateEscape()
        case "]", "}": throw Untranslatable(description: "a bracket is closed that was not opened")
        default: expression += Self.literal(scalar)
        }
        isRepeatable = canRepeat
    }

    /// - Returns: whether a quantifier may follow: false, because the group is empty so far.
    private mutating func openGroup() throws(Untranslatable) -> Bool {
        depth += 1
        guard rest.first == "?" else {
            expression += "("
            return false
        }
        for opening in ["?:", "?=", "?!", "?<=", "?<!"] where rest.starts(with: opening.unicodeScalars) {
            rest = rest.dropFirst(opening.unicodeScalars.count)
            expression += "(" + opening
            return false
        }
        let name = rest.dropFirst(2).prefix { $0 != ">" }
        guard rest.starts(with: "?<".unicodeScalars), !name.isEmpty, name.endIndex < rest.endIndex,
            name.allSatisfy({ $0.properties.isIDContinue || $0 == "$" })
        else { throw Untranslatable(description: "a group is of a kind that is not known") }
        rest = rest[rest.index(after: name.endIndex)...]
        // Names of groups are dropped, because nothing refers to them.
        expression += "("
        return false
    }

    private mutating func translateQuantifier(_ quantifier: String) throws(Untranslatable) -> Bool {
        guard isRepeatable else { throw Untranslatable(description: "there is nothing to repeat") }
        expression += quantifier
        if rest.first == "?" {
            rest.removeFirst()
            expression += "?"
        }
        return false
    }

    // MARK: Characters

    /// A literal character, inside or outside of a class.
    package static func literal(_ text: String) -> String { text.unicodeScalars.map(literal).joined() }

    private static func literal(_ scalar: Unicode.Scalar) -> String {
        let isSafe = !scalar.isASCII || scalar.properties.isAlphabetic || "0"..."9" ~= scalar
        return isSafe && scalar.properties.generalCategory != .control
            ? String(scalar) : "\\x{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }

    /// The contents of an ECMAScript class or its complement, for use in brackets.
    private static func members(of name: Unicode.Scalar) -> String? {
        switch name {
        case "d": "0-9"
        case "D": "\\x{0}-\\x{2F}\\x{3A}-\\x{10FFFF}"
        case "w": "A-Za-z0-9_"
        case "W": "\\x{0}-\\x{2F}\\x{3A}-\\x{40}\\x{5B}-\\x{5E}\\x{60}\\x{7B}-\\x{10FFFF}"
        case "s":
            "\\x{9}-\\x{D}\\x{20}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}"
        case "S":
            """
            \\x{0}-\\x{8}\\x{E}-\\x{1F}\\x{21}-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\
            \\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}
            """
        default: nil
        }
    }

    private mutating func translateClass() throws(Untranslatable) {
        let isNegated = rest.first == "^"
        if isNegated { rest.removeFirst() }
        var members = ""
        /// The last single character, which may be the start of a range.
        var last: Unicode.Scalar?
        var isRange = false
        while true {
            guard let scalar = rest.popFirst() else { throw Untranslatable(description: "a class is not closed") }
            if scalar == "]" { break }
            if scalar == "-", !isRange, last != nil, rest.first != "]" {
                isRange = true
                continue
            }
            guard let member = try classMember(scalar, &members) else {
                guard !isRange else { throw Untranslatable(description: "a range ends with a class") }
                last = nil
                continue
            }
            if isRange {
                guard let first = last, first <= member else {
                    throw Untranslatable(description: "a range runs backwards")
                }
                members += "-" + Self.literal(member)
                (last, isRange) = (nil, false)
            } else {
                members += Self.literal(member)
                last = member
            }
        }
        // PCRE2 has no empty classes.
        expression +=
            members.isEmpty
            ? (isNegated ? "[\\x{0}-\\x{10FFFF}]" : "(?!)") : (isNegated ? "[^" : "[") + members + "]"
    }

    /// Reads one character of a class. Returns `nil` if it was a class of several characters, which are added.
    private mutating func classMember(
        _ scalar: Unicode.Scalar,
        _ members: inout String
    ) throws(Untranslatable) -> Unicode.Scalar? {
        guard scalar == "\\" else { return scalar }
        guard let name = rest.popFirst() else { throw Untranslatable(description: "the pattern ends with a backslash") }
        if let several = Self.members(of: name) {
            members += several
            return nil
        }
        switch name {
        case "b": return "\u{8}"
        case "-": return "-"
        case "p", "P":
            members += try property(isNegated: name == "P")
            return nil
        default: return try escapedCharacter(name)
        }
    }

    /// - Returns: whether a quantifier may follow.
    private mutating func translateEscape() throws(Untranslatable) -> Bool {
        guard let name = rest.popFirst() else { throw Untranslatable(description: "the pattern ends with a backslash") }
        switch name {
        case "b":
            expression += "(?:(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])(?=[A-Za-z0-9_]))"
            return false
        case "B":
            expression += "(?:(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<![A-Za-z0-9_])(?![A-Za-z0-9_]))"
            return false
        case "1"..."9", "k": throw Untranslatable(description: "it refers back to a group")
        case "p", "P": expression += try property(isNegated: name == "P")
        default:
            if let members = Self.members(of: name) {
                expression += "[" + members + "]"
            } else {
                expression += Self.literal(try escapedCharacter(name))
            }
        }
        return true
    }

    /// The character of an escape sequence.
    private mutating func escapedCharacter(_ name: Unicode.Scalar) throws(Untranslatable) -> Unicode.Scalar {
        switch name {
        case "t": return "\t"
        case "n": return "\n"
        case "v": return "\u{B}"
        case "f": return "\u{C}"
        case "r": return "\r"
        case "0" where !(rest.first.map { "0"..."9" ~= $0 } ?? false): return "\u{0}"
        case "c":
            guard let letter = rest.popFirst(), letter.isASCII, letter.properties.isAlphabetic else { break }
            return Unicode.Scalar(UInt8(letter.value & 0x1F))
        case "x": if let value = hexadecimal(2), let scalar = Unicode.Scalar(value) { return scalar }
        case "u": if let scalar = codePoint() { return scalar }
        default: if name.isASCII, !name.properties.isAlphabetic, !("0"..."9" ~= name) { return name }
        }
        throw Untranslatable(description: "the escape \\\(name) is not known")
    }

    /// Reads what follows `\u`: four digits, a surrogate pair, or a number in braces.
    private mutating func codePoint() -> Unicode.Scalar? {
        if rest.first == "{" {
            let digits = rest.dropFirst().prefix { $0 != "}" }
            guard digits.endIndex < rest.endIndex, let value = UInt32(String(digits), radix: 16) else { return nil }
            rest = rest[rest.index(after: digits.endIndex)...]
            return Unicode.Scalar(value)
        }
        guard let unit = hexadecimal(4) else { return nil }
        guard 0xD800..<0xDC00 ~= unit else { return Unicode.Scalar(unit) }
        guard rest.starts(with: "\\u".unicodeScalars) else { return nil }
        rest = rest.dropFirst(2)
        guard let low = hexadecimal(4), 0xDC00..<0xE000 ~= low else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func hexadecimal(_ count: Int) -> UInt32? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }) else {
            return nil
        }
        rest = rest[digits.endIndex...]
        return UInt32(String(digits), radix: 16)
    }

    // MARK: Properties

    /// Reads what follows `\p`, and translates its names to PCRE2's.
    private mutating func property(isNegated: Bool) throws(Untranslatable) -> String {
        let name = rest.dropFirst().prefix { $0 != "}" }
        guard rest.first == "{", name.endIndex < rest.endIndex, !name.isEmpty,
            name.allSatisfy({
                $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || "_=".unicodeScalars.contains($0))
            })
        else { throw Untranslatable(description: "\\p names no property") }
        rest = rest[rest.index(after: name.endIndex)...]
        let parts = String(name).split(separator: "=").map(String.init)
        let value: String
        switch parts.first {
        case "General_Category", "gc": value = parts.last.map { Self.generalCategories[$0] ?? $0 } ?? ""
        case "Script", "sc": value = "sc:" + (parts.last ?? "")
        case "Script_Extensions", "scx": value = "scx:" + (parts.last ?? "")
        case let name?: value = Self.generalCategories[name] ?? name
        case nil: value = ""
        }
        return (isNegated ? "\\P{" : "\\p{") + value + "}"
    }

    /// The short names of Unicode's general categories, which PCRE2 requires, by their long names
    /// (`PropertyValueAliases.txt`).
    private static let generalCategories = [
        "Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Unassigned": "Cn", "Private_Use": "Co",
        "Surrogate": "Cs", "Letter": "L", "Cased_Letter": "L&", "LC": "L&", "Lowercase_Letter": "Ll",
        "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Titlecase_Letter": "Lt", "Uppercase_Letter": "Lu", "Mark": "M",
        "Combining_Mark": "M", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me", "Nonspacing_Mark": "Mn", "Number": "N",
        "Decimal_Number": "Nd", "digit": "Nd", "Letter_Number": "Nl", "Other_Number": "No", "Punctuation": "P",
        "punct": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Close_Punctuation": "Pe",
        "Final_Punctuation": "Pf", "Initial_Punctuation": "Pi", "Other_Punctuation": "Po", "Open_Punctuation": "Ps",
        "Symbol": "S", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Math_Symbol": "Sm", "Other_Symbol": "So",
        "Separator": "Z", "Line_Separator": "Zl", "Paragraph_Separator": "Zp", "Space_Separator": "Zs",
    ]
}

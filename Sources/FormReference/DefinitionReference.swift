package import FormModel

/// The tables of keys in the articles, written from the declarations of the keys.
///
/// An article has each table between two comments, `<!-- keys: NAME -->` and `<!-- end -->`.
package struct DefinitionReference {
    private let tables: [String: String]

    package init(kinds: DefinitionKinds) {
        let keys = DefinitionTables(kinds: kinds).keys
        var tables = keys.mapValues(Self.table)
        tables["style"] = keys["style"].map(Self.list)
        tables["placeholders"] = Self.rows(["floating", "static", "native"].map { ($0, Self.inline(keys[$0] ?? [])) })
        tables["validators"] = Self.rules(kinds.ruleDescriptions)
        tables["messages"] = Self.messages(kinds)
        tables["built-in styles"] = Self.builtInStyles
        tables["palettes"] = Self.palettes
        for formatter in kinds.formatterDescriptions { tables[formatter.name] = Self.table(formatter.keys) }
        self.tables = tables
    }

    /// An article with its tables as they are now.
    package func filled(_ article: String) -> String {
        var text = ""
        var rest = article[...]
        while let start = rest.firstRange(of: "<!-- keys: "),
            let nameEnd = rest[start.upperBound...].firstRange(of: " -->"),
            let end = rest[nameEnd.upperBound...].firstRange(of: "<!-- end -->")
        {
            let name = String(rest[start.upperBound..<nameEnd.lowerBound])
            text += rest[..<nameEnd.upperBound] + "\n" + (tables[name] ?? "No table has this name.\n")
            rest = rest[end.lowerBound...]
            text += rest[..<end.upperBound]
            rest = rest[end.upperBound...]
        }
        return text + rest
    }

    /// A row for each key, with its values and default.
    private static func table(_ keys: [KeyDescription]) -> String {
        let rows = keys.map { key in
            let value = key.isRequired ? "\(key.text); required" : key.text
            return "| `\(key.name)` | \(value) | \(key.isRequired ? "" : key.defaultValue ?? "none") |\n"
        }
        return "| key | value | default |\n| --- | --- | --- |\n" + rows.joined()
    }

    /// A row for each key, without defaults.
    private static func list(_ keys: [KeyDescription]) -> String {
        rows(keys.map { ($0.name, $0.text) })
    }

    private static func rows(_ rows: [(name: String, keys: String)]) -> String {
        "| | keys |\n| --- | --- |\n" + rows.map { "| `\($0.name)` | \($0.keys) |\n" }.joined()
    }

    private static func rules(_ rules: [KindDescription]) -> String {
        let rows = rules.map { "| `\($0.name)` | \(inline($0.keys)) | \($0.about) |\n" }
        return "| type | keys | passes |\n| --- | --- | --- |\n" + rows.joined()
    }

    /// A row for each message, with the kinds of rules and formatters that have it.
    private static func messages(_ kinds: DefinitionKinds) -> String {
        let ofFields = Set(DefaultMessage.ofFields.map(\.name))
        let rows = kinds.messages.map { message in
            let parameters = message.parameters.map { "`{\($0.name)}`" }.joined(separator: ", ")
            let speakers = kinds.names(ofKindsSaying: message.name).map { "`\($0)`" }
            let all = (ofFields.contains(message.name) ? ["fields"] : []) + speakers
            return "| `\(message.name)` | \(message.english) | \(parameters) | \(all.joined(separator: ", ")) |\n"
        }
        return "| name in `messages` | default | parameters | used by |\n| --- | --- | --- | --- |\n" + rows.joined()
    }

    /// The styles that every definition can name, in logical pixels.
    private static var builtInStyles: String {
        let styles = BuiltInStyles.names.compactMap(StyleVariants.builtIn)
        func row(_ title: String, _ value: (StyleSheet) -> String) -> String {
            let cells = styles.map { style in
                let (text, textView) = (value(style.text), value(style.textView))
                return text == textView ? text : "\(text); text view \(textView)"
            }
            return "| \(title) | " + cells.joined(separator: " | ") + " |\n"
        }
        func numbers(_ numbers: Double...) -> String { numbers.map(\.short).joined(separator: ", ") }
        let heads = BuiltInStyles.names.map { "`\($0)`" }.joined(separator: " | ")
        return "| | \(heads) |\n|" + String(repeating: " --- |", count: styles.count + 1) + "\n"
            + row("above the text") { numbers($0.style.layout.topMargin) }
            + row("before the text, after it") { numbers($0.style.layout.leading, $0.style.layout.trailing) }
            + row("the text's height and font") { numbers($0.style.layout.textHeight, $0.style.text.font.size) }
            + row("between text and hint") { numbers($0.style.layout.hintGap) }
            + row("the hint's font and line") { numbers($0.style.hint.font.size, $0.style.hint.lineHeight) }
            + row("the hint's height") { $0.style.layout.hintHeight.map { numbers($0) } ?? "its text's" }
            + row("the field's minimum height, below the hint") { sheet in
                switch sheet.style.height {
                case .fixed(let height): numbers(height)
                case .flexible(let minimum, let bottomInset, _): numbers(minimum, bottomInset)
                }
            }
            + row("the line, while active") { sheet in
                let line = sheet.style.line
                return line.colors.active.dark >> 24 > 0 ? numbers(line.height, line.activeHeight) : "none"
            }
            + row("the border") { $0.style.border.height > 0 ? numbers($0.style.border.width) : "none" }
    }

    /// The colours of roles where a style has none of its own.
    private static var palettes: String {
        "| role | dark | light |\n| --- | --- | --- |\n"
            + ColorRole.allCases.map { role in
                let cells = ColorScheme.allCases.map { "`\(Palettes().drawn(.standard(role), in: $0).hex)`" }
                return "| `\(role)` | " + cells.joined(separator: " | ") + " |\n"
            }.joined()
    }

    /// All keys in one cell, with their defaults in brackets.
    private static func inline(_ keys: [KeyDescription]) -> String {
        keys.map { key in
            let fallback = key.isRequired ? " (required)" : key.defaultValue.map { " [\($0)]" } ?? ""
            return "`\(key.name)`\(fallback): \(key.text)"
        }.joined(separator: "; ")
    }
}

extension KeyDescription {
    /// The values and their effect. A key whose description explains `true` need not be described as a flag.
    fileprivate var text: String {
        if about.isEmpty { return words }
        return words == ValueReader<Bool>.bool.words ? about : "\(words): \(about)"
    }
}

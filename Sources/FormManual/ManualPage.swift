/// A page that is written with the macros of man(7), which every formatter of manual pages supports.
struct ManualPage {
    let name: String
    let section: Int
    /// The description after the name, which `apropos` searches.
    let about: String
    /// `2026-02-28`.
    let date: String
    let version: String
    /// A heading of level 2 is a section of the page, one of level 3 a subsection, and a lower one a line of bold text.
    let blocks: [Block]

    var roff: String {
        var lines = [
            ".TH \(Self.quoted(name.uppercased())) \(section) \(date) \(Self.quoted("formd \(version)")) formd",
            ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(about))",
        ]
        if case .heading = blocks.first {} else { lines.append(".SH DESCRIPTION") }
        for block in blocks {
            let next = Self.lines(block)
            // A heading starts a new paragraph itself.
            let isBehindHeading = lines.last?.hasPrefix(".S") == true
            lines += isBehindHeading && next.first == ".PP" ? next.dropFirst() : next[...]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ block: Block) -> [String] {
        switch block {
        case .heading(let level, let text):
            let title = Inline.parse(text).map(\.text).joined()
            switch level {
            case ...2: return [".SH \(quoted(title.uppercased()))"]
            case 3: return [".SS \(quoted(title))"]
            default: return [".PP", "\\fB\(escaped(title))\\fR"]
            }
        case .paragraph(let text): return [".PP", line(text)]
        case .list(let items):
            return items.flatMap { item in
                [item.mark.isEmpty ? ".IP \\(bu 2" : ".IP \(item.mark) 3", line(item.text)]
            }
        case .code(let code):
            return [".PP", ".RS 4", ".EX"] + code.map { protected(escaped($0, isCode: true)) } + [".EE", ".RE"]
        case .entries(let entries):
            return entries.flatMap { entry in
                let texts = entry.texts.isEmpty ? ["\\&"] : entry.texts.map(line)
                return [".TP", line(entry.term)] + texts.flatMap { [".br", $0] }.dropFirst()
            }
        }
    }

    /// A line of text, escaped so that it is not interpreted as a request.
    private static func line(_ text: String) -> String {
        let formatted = Inline.parse(text).map { part in
            switch part {
            case .plain(let text): escaped(text)
            case .code(let text): "\\fB\(escaped(text, isCode: true))\\fR"
            case .strong(let text): "\\fB\(escaped(text))\\fR"
            case .emphasis(let text): "\\fI\(escaped(text))\\fR"
            }
        }
        return protected(formatted.joined())
    }

    private static func protected(_ line: String) -> String {
        line.first == "." || line.first == "'" ? "\\&" + line : line
    }

    /// - Parameter isCode: whether hyphens and quotation marks are the ASCII characters that can be typed.
    private static func escaped(_ text: String, isCode: Bool = false) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-" where isCode: result += "\\-"
            case "'" where isCode: result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            default: result.append(character)
            }
        }
        return result
    }

    /// An argument of a macro.
    private static func quoted(_ text: String) -> String {
        "\"" + escaped(text).replacing("\"", with: "\\(dq") + "\""
    }
}

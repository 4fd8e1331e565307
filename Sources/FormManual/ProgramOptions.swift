/// The options that a program's `--help` lists, one on a line: two spaces, the option, two spaces or more, what it does.
struct ProgramOptions {
    let entries: [Block.Entry]

    init(help: String) {
        entries = help.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("  -"), let gap = line.dropFirst(2).firstRange(of: "  ") else { return nil }
            let option = line[..<gap.lowerBound].dropFirst(2).split(separator: " ", maxSplits: 1)
            let value = option.count > 1 ? " *\(option[1].filter { $0 != "<" && $0 != ">" })*" : ""
            let text = String(line[gap.upperBound...].drop { $0 == " " })
            return Block.Entry(term: "`\(option[0])`" + value, texts: [Markdown.escaped(text)])
        }
    }
}

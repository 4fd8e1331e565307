/// The options that a program's `--help` lists: two spaces and the option; behind two spaces or more, or in lines of their own
/// that begin with more spaces, what it does.
struct ProgramOptions {
    private(set) var entries: [Block.Entry] = []

    init(help: String) {
        for line in help.split(separator: "\n") {
            if line.hasPrefix("  -") {
                let gap = line.dropFirst(2).firstRange(of: "  ")
                let option = line[..<(gap?.lowerBound ?? line.endIndex)].split(separator: " ", maxSplits: 1)
                let value = option.count > 1 ? " *\(option[1].filter { $0 != "<" && $0 != ">" })*" : ""
                entries.append(Block.Entry(term: "`\(option[0])`" + value, texts: [""]))
                add(line[(gap?.upperBound ?? line.endIndex)...])
            } else if line.hasPrefix("    ") {
                add(line)
            }
        }
    }

    /// Adds a line to the last option's description.
    private mutating func add(_ line: Substring) {
        guard let last = entries.indices.last else { return }
        let words = Markdown.escaped(String(line.drop { $0 == " " }))
        entries[last].texts = [[entries[last].texts[0], words].filter { !$0.isEmpty }.joined(separator: " ")]
    }
}

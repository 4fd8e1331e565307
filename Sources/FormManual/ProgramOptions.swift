/// The options in the output of a program's `--help`: two spaces and the option, then its description after two or more
/// spaces, or in the following lines with a larger indentation.
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

import TextEditing

/// A compiled mask: an immutable flat chain of nodes.
package final class MaskProgram: Sendable {
    /// Whether the mask fills from its end. The nodes are in the order in which they are filled.
    package let isReversed: Bool
    /// The handling of a digit of another script if a cell accepts the ASCII digit with the same value.
    let digits: MaskDigits
    /// The characters of nodes whose character is not an ASCII byte.
    let characters: [Int: Character]
    let classes: [CharacterClass]
    let ranges: [MaskRange]
    let nodes: [MaskNode]
    /// The characters of ASCII that at least one cell accepts.
    let accepted: ASCIISet
    /// Whether the mask has gates or ranges.
    let hasParts: Bool
    /// Whether a range keeps a number that is out of its bounds, and reports it.
    let reportsNumbers: Bool
    let endsInEndless: Bool
    let lookahead: MaskLookahead
    /// The distinct character classes of the cells.
    let classesInUse: [UInt16]
    /// The node after the last cell; 0 if the mask has no cell.
    let endOfCells: Int
    /// The literals before the first cell.
    let leadingLiterals: String
    /// The length of `leadingLiterals` in code points.
    let leadingLiteralLength: Int

    /// - Throws: for the first error, with its position in `mask`.
    package init(
        _ mask: String,
        notations: [MaskNotation] = [],
        isReversed: Bool = false,
        isLenient: Bool = false,
        digits: MaskDigits = .fold,
        letterCase: MaskCase = .asTyped
    ) throws(MaskError) {
        var compiler = MaskCompiler(
            isLenient: isLenient,
            isReversed: isReversed,
            notations: notations,
            letterCase: letterCase
        )
        try compiler.compile(try MaskGrammar(isLenient: isLenient).read(mask, isReversed: isReversed))
        compiler.markEnds()
        var nodes = compiler.nodes
        let classes = compiler.classes
        self.isReversed = isReversed
        self.digits = digits
        self.classes = classes
        characters = compiler.characters
        ranges = compiler.ranges
        lookahead = MaskLookahead(&nodes, characters: characters, classes: classes)
        self.nodes = nodes
        var classesInUse: [UInt16] = []
        for node in nodes where node.kind.isCell && !classesInUse.contains(node.characterClass) {
            classesInUse.append(node.characterClass)
        }
        self.classesInUse = classesInUse
        endOfCells = (nodes.lastIndex { $0.kind.isCell } ?? -1) + 1
        var accepted = ASCIISet()
        for index in classesInUse { accepted.formUnion(classes[Int(index)].ascii) }
        self.accepted = accepted
        hasParts = nodes.contains { $0.kind == .gate || $0.kind == .range }
        reportsNumbers = compiler.ranges.contains { $0.outOfRange == .report }
        endsInEndless = nodes.last?.kind == .endless
        var leading = ""
        for (index, node) in nodes.enumerated() {
            guard node.kind.isLiteral else { break }
            leading.append(compiler.characters[index] ?? Character(Unicode.Scalar(node.ascii)))
        }
        leadingLiterals = leading
        leadingLiteralLength = leading.unicodeScalars.count
    }

    /// Whether any cell accepts `character`.
    func accepts(_ character: Character) -> Bool {
        classesInUse.contains { classes[Int($0)].contains(character) }
    }

    /// The character of a literal, or the symbol of a cell in a placeholder.
    func character(of node: Int) -> Character {
        characters[node] ?? Character(Unicode.Scalar(nodes[node].ascii))
    }
}

// MARK: - Placeholder and lengths

extension MaskProgram {
    /// The whole mask as a placeholder: literals unchanged, cells as their symbols, nothing for an endless cell.
    ///
    /// For a reversed mask it is in the order of filling, as in InputMask, unlike the tail after a text.
    package var placeholder: String { placeholder(from: 0) }

    /// The missing part of the mask from a node on: literals unchanged, and cells as their symbols.
    func tail(from node: Int) -> String {
        let tail = placeholder(from: node)
        return isReversed ? String(tail.reversed()) : tail
    }

    private func placeholder(from node: Int) -> String {
        var placeholder = ""
        for index in node..<max(node, nodes.count) {
            if nodes[index].kind == .endless { break }
            if nodes[index].kind != .gate { placeholder.append(character(of: index)) }
        }
        return placeholder
    }

    /// The number of characters of the shortest complete text. An endless cell counts as one.
    package var acceptableTextLength: Int { neededNodes.count { $0.kind != .optional } }
    package var totalTextLength: Int { nodes.count { $0.kind != .gate } }
    package var acceptableValueLength: Int { neededNodes.count { $0.kind != .optional && $0.kind != .free } }
    package var totalValueLength: Int { nodes.count { $0.kind != .free && $0.kind != .gate } }

    /// The nodes without the parts that may be left out.
    var neededNodes: [MaskNode] {
        guard hasParts else { return nodes }
        var needed: [MaskNode] = []
        var index = 0
        while index < nodes.count {
            if nodes[index].kind == .gate {
                index = Int(nodes[index].index)
            } else {
                needed.append(nodes[index])
                index += 1
            }
        }
        return needed
    }
}

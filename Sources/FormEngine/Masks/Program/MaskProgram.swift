package import FormModel

/// A mask, compiled once and never changed: a flat chain of nodes, and how a text runs through it.
package final class MaskProgram: Sendable {
    /// Grapheme clusters of the longest mask, and nodes of the longest program.
    package static let maximumLength = 4096

    /// Whether the mask fills from its end. Its nodes stand in the order in which they fill.
    package let isReversed: Bool
    /// What becomes of a digit of another script where a cell takes the same one of ASCII.
    let digits: MaskDigits
    /// The characters of those nodes whose character is not one byte of ASCII.
    let characters: [Int: Character]
    let classes: [CharacterClass]
    let ranges: [MaskRange]
    let table: MaskTable
    /// No literal but single-byte ones, and no letter changes: bytes of an ASCII text are then its clusters, in the
    /// result too.
    let isASCII: Bool
    /// Whether there are gates or ranges.
    let hasParts: Bool
    /// Whether a number may stay beyond its range.
    let reportsNumbers: Bool
    let endsInEndless: Bool
    let literalCount: Int
    let lookahead: MaskLookahead
    /// The classes of all cells, each once.
    let classesInUse: [UInt16]
    /// The node behind the last cell; 0 if the mask has none.
    let endOfCells: Int
    /// The literals before the first cell.
    let leadingLiterals: String
    /// In code points.
    let leadingLiteralLength: Int

    /// - Throws: the first error, with its position in `mask`.
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
        let nodes = compiler.nodes
        let classes = compiler.classes
        self.isReversed = isReversed
        self.digits = digits
        self.classes = classes
        characters = compiler.characters
        ranges = compiler.ranges
        lookahead = MaskLookahead(nodes: nodes, characters: characters, classes: classes)
        var classesInUse: [UInt16] = []
        for node in nodes where node.kind.isCell && !classesInUse.contains(node.characterClass) {
            classesInUse.append(node.characterClass)
        }
        self.classesInUse = classesInUse
        endOfCells = (nodes.lastIndex { $0.kind.isCell } ?? -1) + 1
        var accepted = ASCIISet()
        for index in classesInUse { accepted.formUnion(classes[Int(index)].ascii) }
        table = MaskTable(nodes: nodes, classes: classes, accepted: accepted)
        isASCII =
            nodes.allSatisfy { !$0.kind.isLiteral || ($0.ascii > 0 && $0.ascii != UInt8(ascii: "\r")) }
            && classesInUse.allSatisfy { classes[Int($0)].letterCase == .asTyped }
        hasParts = nodes.contains { $0.kind == .gate || $0.kind == .range }
        reportsNumbers = compiler.ranges.contains { $0.outOfRange == .report }
        endsInEndless = nodes.last?.kind == .endless
        literalCount = nodes.count { $0.kind.isLiteral }
        var leading = ""
        for (index, node) in nodes.enumerated() {
            guard node.kind.isLiteral else { break }
            leading.append(characters[index] ?? Character(Unicode.Scalar(node.ascii)))
        }
        leadingLiterals = leading
        leadingLiteralLength = leading.unicodeScalars.count
    }

    deinit {
        table.deallocate()
    }

    /// Whether any cell accepts `character`.
    func accepts(_ character: Character) -> Bool {
        classesInUse.contains { classes[Int($0)].contains(character) }
    }

    var nodes: UnsafeBufferPointer<MaskNode> { table.nodes }

    /// The literal of a node, or what its cell shows in a placeholder.
    func character(of node: Int) -> Character {
        characters[node] ?? Character(Unicode.Scalar(nodes[node].ascii))
    }
}

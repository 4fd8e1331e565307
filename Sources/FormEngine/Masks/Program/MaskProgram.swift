package import FormModel

/// A mask, compiled once and never changed: a flat chain of nodes, and how a text runs through it.
package final class MaskProgram: Sendable {
    /// Grapheme clusters of the longest mask, and nodes of the longest program.
    package static let maximumLength = 4096

    /// Whether the mask fills from its end. Its nodes stand in the order in which they fill.
    package let isReversed: Bool
    /// Whether a digit of another script becomes the same one of ASCII where a cell takes both.
    let foldsDigits: Bool
    let nodes: [MaskNode]
    let characters: [Character]
    let classes: [CharacterClass]
    let asciiClasses: [ASCIISet]
    let ranges: [MaskRange]
    /// `nodes`, `asciiClasses` and what follows from them once more, for the passes over bytes: an array would be counted
    /// as used at each of these.
    let table: MaskTable
    /// What at least one cell accepts.
    let asciiAccepted: ASCIISet
    /// No literal but single-byte ones: bytes of an ASCII text are then its clusters, in the result too.
    let isASCII: Bool
    /// Whether there are gates or ranges.
    let hasParts: Bool
    let endsInEndless: Bool
    let literalCount: Int
    let followers: MaskFollowers
    /// For each node, and for the end after them, whether a text that stops before it is complete.
    let isCompleteBefore: [Bool]
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
        foldsDigits: Bool = true
    ) throws(MaskError) {
        let symbols = try MaskGrammar(isLenient: isLenient).symbols(of: mask, isReversed: isReversed)
        var compiler = MaskCompiler(isLenient: isLenient, isReversed: isReversed, notations: notations)
        try compiler.compile(symbols)
        let nodes = compiler.nodes
        let characters = compiler.characters
        let classes = compiler.classes
        self.isReversed = isReversed
        self.foldsDigits = foldsDigits
        self.nodes = nodes
        self.characters = characters
        self.classes = classes
        ranges = compiler.ranges
        asciiClasses = classes.map(\.ascii)
        followers = MaskFollowers(nodes: nodes, characters: characters, classes: classes)
        var accepted = ASCIISet()
        for index in followers.classesInUse { accepted.formUnion(classes[Int(index)].ascii) }
        asciiAccepted = accepted
        isCompleteBefore = Self.completeness(of: nodes)
        table = MaskTable(
            nodes: nodes,
            characters: characters,
            classes: asciiClasses,
            accepted: accepted,
            isCompleteBefore: isCompleteBefore,
            isReversed: isReversed
        )
        isASCII = nodes.allSatisfy {
            !$0.kind.isLiteral || ($0.ascii > 0 && $0.ascii < 128 && $0.ascii != UInt8(ascii: "\r"))
        }
        hasParts = nodes.contains { $0.kind == .gate || $0.kind == .range }
        endsInEndless = nodes.last?.kind == .endless
        literalCount = nodes.count { $0.kind.isLiteral }
        let leading = nodes.prefix { $0.kind.isLiteral }
        leadingLiterals =
            isASCII
            ? String(decoding: leading.lazy.map(\.ascii), as: UTF8.self) : String(characters.prefix(leading.count))
        leadingLiteralLength = leadingLiterals.unicodeScalars.count
    }

    deinit {
        table.deallocate()
    }

    /// Whether any cell accepts `character`.
    func accepts(_ character: Character) -> Bool {
        followers.classesInUse.contains { classes[Int($0)].contains(character) }
    }

    private static func completeness(of nodes: [MaskNode]) -> [Bool] {
        var isComplete = [Bool](repeating: true, count: nodes.count + 1)
        for (index, node) in nodes.enumerated().reversed() {
            isComplete[index] =
                switch node.kind {
                case .free, .optional: isComplete[index + 1]
                case .fixed, .mandatory, .range: false
                case .endless: true
                case .gate: isComplete[index + 1] || isComplete[Int(node.index)]
                }
        }
        return isComplete
    }
}

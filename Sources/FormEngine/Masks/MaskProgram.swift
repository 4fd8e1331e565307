package import FormModel

/// A mask, compiled once and never changed: a flat chain of nodes, and how a text runs through it.
package final class MaskProgram: Sendable {
    /// Grapheme clusters of the longest mask.
    package static let maximumLength = 4096

    /// Whether the mask fills from its end. Its nodes stand in the order in which they fill.
    package let isReversed: Bool
    let nodes: [MaskNode]
    let characters: [Character]
    let classes: [CharacterClass]
    let asciiClasses: [ASCIISet]
    /// What at least one cell accepts.
    let asciiAccepted: ASCIISet
    /// No literal but single-byte ones: bytes of an ASCII text are then its clusters, in the result too.
    let isASCII: Bool
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
        isLenient: Bool = false
    ) throws(MaskError) {
        let symbols = try MaskGrammar(isLenient: isLenient).symbols(of: mask, isReversed: isReversed)
        var compiler = MaskCompiler(isLenient: isLenient, notations: notations)
        try compiler.compile(symbols)
        self.isReversed = isReversed
        nodes = compiler.nodes
        characters = compiler.characters
        classes = MaskCompiler.classes(notations: notations)
        asciiClasses = classes.map(\.ascii)
        var accepted = ASCIISet()
        for node in nodes where !node.kind.isLiteral { accepted.formUnion(asciiClasses[Int(node.characterClass)]) }
        asciiAccepted = accepted
        isASCII = nodes.allSatisfy {
            !$0.kind.isLiteral || ($0.ascii > 0 && $0.ascii < 128 && $0.ascii != UInt8(ascii: "\r"))
        }
        followers = MaskFollowers(nodes: nodes, characters: characters, classes: asciiClasses)
        isCompleteBefore = Self.completeness(of: nodes)
        leadingLiterals = String(characters.prefix(nodes.prefix { $0.kind.isLiteral }.count))
        leadingLiteralLength = leadingLiterals.unicodeScalars.count
    }

    var endsInEndless: Bool { nodes.last?.kind == .endless }

    /// Whether any cell accepts `character`.
    func accepts(_ character: Character) -> Bool {
        classesInUse.contains { classes[Int($0)].contains(character) }
    }

    private var classesInUse: [UInt16] { followers.classesInUse }

    private static func completeness(of nodes: [MaskNode]) -> [Bool] {
        var isComplete = [Bool](repeating: true, count: nodes.count + 1)
        for (index, node) in nodes.enumerated().reversed() {
            isComplete[index] =
                switch node.kind {
                case .free, .optional: isComplete[index + 1]
                case .fixed, .mandatory: false
                case .endless: true
                }
        }
        return isComplete
    }
}

extension MaskProgram {
    /// Shown for what is still to come: literals as they are, cells as their symbols, nothing for an endless cell.
    ///
    /// That of a reversed mask stands in the order of filling, as the original has it; the tail of a result does not.
    package var placeholder: String { placeholder(from: 0) }

    func placeholder(from node: Int) -> String {
        String(zip(nodes, characters).dropFirst(node).prefix { $0.0.kind != .endless }.map(\.1))
    }

    /// Characters of the shortest complete text, an endless cell counted as one.
    package var acceptableTextLength: Int { nodes.count { $0.kind != .optional } }
    package var totalTextLength: Int { nodes.count }
    package var acceptableValueLength: Int { nodes.count { $0.kind != .optional && $0.kind != .free } }
    package var totalValueLength: Int { nodes.count { $0.kind != .free } }
}

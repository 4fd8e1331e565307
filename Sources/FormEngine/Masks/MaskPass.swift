// One run of a text through a mask
//
// Nothing is ever replaced: every edit derives the whole text anew. Characters of the input meet the nodes from left to
// right. A literal is written whether the input has it or not; a cell that must be filled drops what it does not accept;
// a cell that may be filled is skipped instead. The caret starts where the edit left it; every literal written before it
// moves it right, every character dropped before it moves it left, so it stays behind the same character.
//
// Affinity says how well the text fits: one up for each character that found its place, one down for each that was dropped
// and for each node passed without one.

/// Which way an edit pulls the caret, and what it may do with literals next to it.
package enum CaretGravity: Sendable, Hashable {
    /// An insertion: the caret goes behind literals. With autocompletion the literals after the last character appear.
    case forward(autocomplete: Bool)
    /// A deletion: the caret stays before literals. With autoskip those left of the caret go too.
    case backward(autoskip: Bool)
}

/// What a pass reads and writes: bytes of ASCII, or grapheme clusters.
protocol MaskTape: ~Copyable {
    var inputCount: Int { get }
    /// Clusters written to the text.
    var count: Int { get }
    func isEqual(_ index: Int, literal node: Int) -> Bool
    func accepts(_ index: Int, cell node: Int) -> Bool
    /// Whether the character at `index` can begin what may follow the optional cell `node`.
    func mayFollow(_ index: Int, optional node: Int) -> Bool
    /// Whether any cell of the mask accepts the character at `index`.
    func isAcceptedAnywhere(_ index: Int) -> Bool
    mutating func write(literal node: Int, isValue: Bool)
    mutating func write(input index: Int)
    /// Notes that the character at `index` was the literal just written.
    mutating func note(literalAt index: Int)
    func endsWith(literal node: Int) -> Bool
    func valueEndsWith(literal node: Int) -> Bool
    mutating func removeLast()
    mutating func removeLastOfValue()
}

/// What a pass found out besides the text.
struct MaskPass {
    /// Clusters; behind the text's end only where clusters merged.
    var caret: Int
    var affinity = 0
    /// The node that waits for the next character.
    var node = 0
    /// Where the tail begins: `node`, or the first literal that autoskip took.
    var tail = 0
    /// Characters in cells, and letters and digits that met their literals.
    var placed = 0
    /// Letters and digits of the mask that the text has, less those that it has not.
    var recognized = 0
    /// Characters for which the mask has cells, but had no room.
    var lost = 0

    /// - Parameters:
    ///   - caret: clusters of the input; in a reversed mask counted from its end, as is the input.
    ///   - dropsJunk: whether a character that cannot follow an optional cell is dropped rather than ends its group.
    @inline(__always)
    init<Tape: MaskTape & ~Copyable>(
        _ tape: inout Tape,
        through nodes: UnsafeBufferPointer<MaskNode>,
        caret: Int,
        gravity: CaretGravity,
        isReversed: Bool,
        dropsJunk: Bool
    ) {
        self.caret = caret
        let isForward = if case .forward = gravity { true } else { false }
        // Up to this index a literal written before a character moves the caret.
        let insertionBound = isForward || isReversed ? caret : caret - 1
        let count = tape.inputCount
        var index = 0
        // The literals passed last, while the characters before the caret lasted: what autoskip may take back.
        var run = 0..<0

        while index < count, node < nodes.count {
            let current = nodes[node]
            let isBeforeCaret = index < caret
            if current.kind.isLiteral {
                if isBeforeCaret { run = run.isEmpty ? node..<(node + 1) : run.lowerBound..<(node + 1) }
                tape.write(literal: node, isValue: current.kind == .fixed)
                if tape.isEqual(index, literal: node) {
                    tape.note(literalAt: index)
                    if current.isSignificant {
                        placed += 1
                        recognized += 1
                    }
                    affinity += 1
                    index += 1
                } else {
                    if current.isSignificant { recognized -= 1 }
                    affinity -= 1
                    if index <= insertionBound { self.caret += 1 }
                }
                node += 1
            } else if tape.accepts(index, cell: node) {
                if isBeforeCaret { run = 0..<0 }
                tape.write(input: index)
                placed += 1
                affinity += 1
                index += 1
                if current.kind != .endless { node += 1 }
            } else if current.kind == .optional, !dropsJunk || tape.mayFollow(index, optional: node) {
                if isBeforeCaret { run = 0..<0 }
                affinity -= 1
                node += 1
            } else {
                if tape.isAcceptedAnywhere(index) { lost += 1 }
                if isBeforeCaret { self.caret -= 1 }
                affinity -= 1
                index += 1
            }
        }
        if index < count {
            affinity -= count - index
            self.caret -= max(0, min(caret, count) - index)
            while index < count {
                if tape.isAcceptedAnywhere(index) { lost += 1 }
                index += 1
            }
        }

        if case .forward(autocomplete: true) = gravity, count <= caret {
            while node < nodes.count, nodes[node].kind.isLiteral {
                tape.write(literal: node, isValue: nodes[node].kind == .fixed)
                node += 1
                self.caret += 1
            }
        }
        tail = node
        if case .backward(autoskip: true) = gravity {
            for literal in run.reversed() {
                if tape.count == self.caret {
                    if tape.endsWith(literal: literal) {
                        tape.removeLast()
                        self.caret -= 1
                    }
                    if nodes[literal].kind == .fixed, tape.valueEndsWith(literal: literal) { tape.removeLastOfValue() }
                } else {
                    self.caret -= 1
                }
                tail = literal
            }
        }
    }
}

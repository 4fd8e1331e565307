/// Determines which input characters are the literals of a run when the user continues typing at the end of the text.
///
/// A cell after the run has priority for the characters that it accepts. They are literals only if the input contains
/// all letters and digits of the run, or all up to its end: `facebook` before `facebook.com/`, but not the `e` of
/// `event`.
struct LiteralRun {
    /// The node with which the run begins.
    private let start: Int
    /// The node after the run; `nil` before the run has been compared with the input.
    private var end: Int?
    /// The index of the first input character that is not a literal of the run if a cell accepts it.
    private var bound: Int

    /// - Parameter index: the character of the input for the first node.
    init(from start: Int, at index: Int) {
        self.start = start
        bound = index
    }

    /// Whether the character at `index` may be a literal of the run.
    mutating func mayTake(_ index: Int, of source: borrowing MaskSource, behind written: OwnedText) -> Bool {
        var node = end ?? compare(with: source)
        if index < bound { return true }
        while node < source.nodes.count {
            switch source.nodes[node].kind {
            case .free, .fixed: return true
            case .mandatory, .endless: return !source.accepts(index, cell: node, behind: written)
            case .range: return source.digit(at: index) == nil
            case .optional:
                if source.accepts(index, cell: node, behind: written) { return false }
                node += 1
            case .gate:
                if source.canBegin(index, partBehind: node) { return false }
                node = Int(source.nodes[node].index)
            }
        }
        return true
    }

    private mutating func compare(with source: borrowing MaskSource) -> Int {
        let first = bound
        var node = start
        var isWhole = true
        while node < source.nodes.count, source.nodes[node].kind.isLiteral {
            if isWhole, bound < source.text.count {
                if source.isEqual(bound, literal: node) {
                    bound += 1
                } else if !source.canCome(bound, from: node) {
                    // The character will be dropped.
                    bound += 1
                    continue
                } else if source.nodes[node].isSignificant {
                    isWhole = false
                }
            }
            node += 1
        }
        if !isWhole { bound = first }
        end = node
        return node
    }
}

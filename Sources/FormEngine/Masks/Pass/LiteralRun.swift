/// Determines which input characters are the literals of a run when the user continues typing at the end of the text.
///
/// A cell after the run has priority for the characters that it accepts. They are literals only if the input contains
/// all letters and digits of the run, or all up to its end: `facebook` before `facebook.com/`, but not the `e` of
/// `event`.
struct LiteralRun {
    /// The node after the run; 0 before the first run.
    private(set) var end = 0
    /// The index of the first input character that is not a literal of the run if a cell accepts it.
    private var bound = 0

    init() {}

    /// - Parameter index: the character of the input with which the run begins at the pass's node.
    init(of pass: borrowing MaskPass, at index: Int) {
        let nodes = pass.program.nodes
        var node = pass.node
        bound = index
        var isWhole = true
        while node < nodes.count, nodes[node].kind.isLiteral {
            if isWhole, bound < pass.input.count {
                if pass.isEqual(bound, literal: node) {
                    bound += 1
                } else if !pass.canCome(bound, from: node) {
                    // The character will be dropped.
                    bound += 1
                    continue
                } else if nodes[node].isSignificant {
                    isWhole = false
                }
            }
            node += 1
        }
        end = node
        if !isWhole { bound = index }
    }

    /// Whether the character at `index` may be a literal of the run.
    func mayTake(_ index: Int, of pass: borrowing MaskPass) -> Bool {
        if index < bound { return true }
        let nodes = pass.program.nodes
        var node = end
        while node < nodes.count {
            switch nodes[node].kind {
            case .free, .fixed: return true
            case .mandatory, .endless: return !pass.accepts(index, cell: node)
            case .range: return pass.digit(at: index) == nil
            case .optional:
                if pass.accepts(index, cell: node) { return false }
                node += 1
            case .gate:
                if pass.canBegin(index, partBehind: node) { return false }
                node = Int(nodes[node].index)
            }
        }
        return true
    }
}

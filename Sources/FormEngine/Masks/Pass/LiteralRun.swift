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

    init<Tape: MaskTape & ~Copyable>(
        of tape: borrowing Tape,
        at index: Int,
        through nodes: UnsafeBufferPointer<MaskNode>,
        from start: Int,
        _ program: MaskProgram
    ) {
        var node = start
        bound = index
        var isWhole = true
        while node < nodes.count, nodes[node].kind.isLiteral {
            if isWhole, bound < tape.inputCount {
                if tape.isEqual(bound, literal: node) {
                    bound += 1
                } else if !tape.canCome(bound, from: node, of: program) {
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
    func mayTake<Tape: MaskTape & ~Copyable>(
        _ index: Int,
        of tape: borrowing Tape,
        _ nodes: UnsafeBufferPointer<MaskNode>,
        _ program: MaskProgram
    ) -> Bool {
        if index < bound { return true }
        var node = end
        while node < nodes.count {
            switch nodes[node].kind {
            case .free, .fixed: return true
            case .mandatory, .endless: return !tape.accepts(index, cell: node)
            case .range: return tape.digit(at: index) == nil
            case .optional:
                if tape.accepts(index, cell: node) { return false }
                node += 1
            case .gate:
                if tape.canBegin(index, partBehind: node, of: program) { return false }
                node = Int(nodes[node].index)
            }
        }
        return true
    }
}

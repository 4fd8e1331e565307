/// What a pass reads and writes: bytes of ASCII, or grapheme clusters.
protocol MaskTape: ~Copyable {
    var inputCount: Int { get }
    /// Clusters written to the text.
    var count: Int { get }
    var valueCount: Int { get }

    /// Copies the input up to the first character that is not as the mask has it; returns how many those are, each of which
    /// is of the node with its index, and what is known of the last one; nil: none.
    mutating func keepStep() -> (count: Int, last: MaskTread)?
    func isEqual(_ index: Int, literal node: Int) -> Bool
    func accepts(_ index: Int, cell node: Int) -> Bool
    /// Whether the mask can take the character at `index` from a node on, without leaving out a cell that must be filled.
    func canCome(_ index: Int, from node: Int, of program: MaskProgram) -> Bool
    /// Whether the character at `index` can begin the part behind a gate.
    func canBegin(_ index: Int, partBehind gate: Int, of program: MaskProgram) -> Bool
    /// Whether any cell of the mask accepts the character at `index`.
    func isAcceptedAnywhere(_ index: Int) -> Bool
    /// The decimal digit at `index`; nil: it is none.
    func digit(at index: Int) -> Int?
    /// Neither a letter nor a digit.
    func isSeparator(at index: Int) -> Bool

    mutating func write(literal node: Int, isValue: Bool)
    /// Writes the character at `index`, which the cell `node` accepts.
    mutating func write(input index: Int, cell node: Int)
    /// Writes a digit to text and value, `offset` characters before their ends.
    mutating func write(digit: Int, before offset: Int)
    /// Notes that the character at `index` was the literal just written.
    mutating func note(literalAt index: Int)
    /// Notes that the character at `index` is dropped, while `node` waited for one.
    mutating func note(refusalAt index: Int, node: Int)
    func endsWith(literal node: Int) -> Bool
    func valueEndsWith(literal node: Int) -> Bool
    mutating func removeLast()
    mutating func removeLastOfValue()
}

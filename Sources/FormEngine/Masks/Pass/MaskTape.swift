/// The input and the output of a pass: ASCII bytes or grapheme clusters.
protocol MaskTape: ~Copyable {
    var inputCount: Int { get }
    /// The number of grapheme clusters in the text so far.
    var count: Int { get }
    /// The number of grapheme clusters in the value so far.
    var valueCount: Int { get }

    /// Copies the beginning of the input that matches the mask, replacing what has been written.
    ///
    /// - Parameter limit: the maximum number of characters to copy.
    /// - Returns: the number of characters that were copied, and the row of the last one; `nil` if there are none.
    mutating func keepStep(upTo limit: Int) -> (count: Int, last: MaskTableRow)?
    /// Whether the character at `index` is the literal of a node.
    func isEqual(_ index: Int, literal node: Int) -> Bool
    /// Whether a cell accepts the character at `index`.
    func accepts(_ index: Int, cell node: Int) -> Bool
    /// Whether the mask can take the character at `index` from a node on, without leaving out a cell that must be
    /// filled.
    func canCome(_ index: Int, from node: Int, of program: MaskProgram) -> Bool
    /// Whether the character at `index` can begin the part behind a gate.
    func canBegin(_ index: Int, partBehind gate: Int, of program: MaskProgram) -> Bool
    /// Whether any cell of the mask accepts the character at `index`.
    func isAcceptedAnywhere(_ index: Int) -> Bool
    /// The value of the decimal digit at `index`; `nil` if the character is no decimal digit.
    func digit(at index: Int) -> Int?
    /// Whether the character at `index` is neither a letter nor a digit.
    func isSeparator(at index: Int) -> Bool

    /// Writes the literal of a node.
    mutating func write(literal node: Int, isValue: Bool)
    /// Writes the character at `index`, which the cell accepts.
    mutating func write(input index: Int, cell node: Int)
    /// Inserts a digit into text and value, `offset` characters before their ends.
    mutating func write(digit: Int, before offset: Int)
    /// Notes that the input had the literal that was written last, at `index`.
    mutating func note(literalAt index: Int)
    /// Notes that the character at `index` is dropped, when `node` waited for one.
    mutating func note(refusalAt index: Int, node: Int)
    /// Whether the text ends with the literal of a node.
    func endsWith(literal node: Int) -> Bool
    /// Whether the value ends with the literal of a node.
    func valueEndsWith(literal node: Int) -> Bool
    mutating func removeLast()
    mutating func removeLastOfValue()
}

/// A tape of ASCII. The caller owns the buffers, which live longer than the tape. A tape is made at each key, so it
/// holds no reference that would have to be counted.
struct ByteTape: MaskTape, ~Copyable {
    private let table: MaskTable
    private let input: UnsafeBufferPointer<UInt8>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let value: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    private(set) var valueCount = 0

    /// - Parameters:
    ///   - text: has room for each node and, if the last one is endless, for each byte of `input`.
    ///   - value: has room for one byte more than `text`.
    @inline(__always)
    init(
        _ program: MaskProgram,
        input: UnsafeBufferPointer<UInt8>,
        text: UnsafeMutableBufferPointer<UInt8>,
        value: UnsafeMutableBufferPointer<UInt8>
    ) {
        table = program.table
        self.input = input
        self.text = text
        self.value = value
    }

    @inline(__always)
    var inputCount: Int { input.count }

    @inline(__always)
    mutating func keepStep(upTo limit: Int) -> (count: Int, last: MaskTableRow)? {
        let rows = table.rows
        let limit = min(limit, rows.count, input.count)
        // Local copies, because the compiler has to assume that writing through the pointers changes properties of
        // `self`.
        let (input, text) = (input, text)
        var steps = 0
        while steps < limit, rows[steps].accepted.contains(input[steps]) {
            text[steps] = input[steps]
            steps += 1
        }
        count = steps
        valueCount = table.copyValue(of: UnsafeBufferPointer(rebasing: input[..<steps]), to: value)
        return steps > 0 ? (steps, rows[steps - 1]) : nil
    }

    @inline(__always)
    func isEqual(_ index: Int, literal node: Int) -> Bool {
        input[index] == table.nodes[node].ascii
    }

    @inline(__always)
    func accepts(_ index: Int, cell node: Int) -> Bool {
        table.classes[Int(table.nodes[node].index)].contains(input[index])
    }

    func canCome(_ index: Int, from node: Int, of program: MaskProgram) -> Bool {
        program.lookahead.contains(input[index], from: node)
    }

    func canBegin(_ index: Int, partBehind gate: Int, of program: MaskProgram) -> Bool {
        program.lookahead.begins(input[index], partBehind: gate)
    }

    @inline(__always)
    func isAcceptedAnywhere(_ index: Int) -> Bool {
        table.accepted.contains(input[index])
    }

    func digit(at index: Int) -> Int? {
        let digit = input[index] &- UInt8(ascii: "0")
        return digit < 10 ? Int(digit) : nil
    }

    func isSeparator(at index: Int) -> Bool {
        !ASCIISet.lettersAndDigits.contains(input[index])
    }

    @inline(__always)
    mutating func write(literal node: Int, isValue: Bool) {
        text[count] = table.nodes[node].ascii
        count += 1
        if isValue {
            value[valueCount] = table.nodes[node].ascii
            valueCount += 1
        }
    }

    @inline(__always)
    mutating func write(input index: Int, cell node: Int) {
        text[count] = input[index]
        value[valueCount] = input[index]
        count += 1
        valueCount += 1
    }

    mutating func write(digit: Int, before offset: Int) {
        Self.insert(UInt8(ascii: "0") + UInt8(digit), into: text, at: count - offset, count: count)
        Self.insert(UInt8(ascii: "0") + UInt8(digit), into: value, at: valueCount - offset, count: valueCount)
        count += 1
        valueCount += 1
    }

    private static func insert(
        _ byte: UInt8,
        into bytes: UnsafeMutableBufferPointer<UInt8>,
        at place: Int,
        count: Int
    ) {
        for index in stride(from: count, to: place, by: -1) { bytes[index] = bytes[index - 1] }
        bytes[place] = byte
    }

    @inline(__always)
    mutating func note(literalAt index: Int) {}

    @inline(__always)
    mutating func note(refusalAt index: Int, node: Int) {}

    func endsWith(literal node: Int) -> Bool {
        count > 0 && text[count - 1] == table.nodes[node].ascii
    }

    func valueEndsWith(literal node: Int) -> Bool {
        valueCount > 0 && value[valueCount - 1] == table.nodes[node].ascii
    }

    mutating func removeLast() { count -= 1 }
    mutating func removeLastOfValue() { valueCount -= 1 }
}

/// A tape of ASCII. The buffers are the caller's, and outlive it. It refers to nothing that is counted: it is made at
/// each key.
struct ByteTape: MaskTape, ~Copyable {
    private let table: MaskTable
    private let input: UnsafeBufferPointer<UInt8>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let value: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    private(set) var valueCount = 0

    /// - Parameter text: room for each node and, if the last is endless, each byte of `input`; as has `value`, and one
    ///   more.
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
    mutating func keepStep() -> (count: Int, last: MaskTread)? {
        let treads = table.treads
        let limit = min(treads.count, input.count)
        // Without `self`: what is written through its pointers might be its own properties, for all the compiler knows.
        let (input, text) = (input, text)
        var steps = 0
        while steps < limit, treads[steps].accepted.contains(input[steps]) {
            text[steps] = input[steps]
            steps += 1
        }
        count = steps
        valueCount = table.copyValue(of: UnsafeBufferPointer(rebasing: input[..<steps]), to: value)
        return steps > 0 ? (steps, treads[steps - 1]) : nil
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

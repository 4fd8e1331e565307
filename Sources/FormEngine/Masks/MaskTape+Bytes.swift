/// A tape of ASCII. The buffers are the caller's, and outlive it.
struct ByteTape: MaskTape, ~Copyable {
    private let program: MaskProgram
    private let input: UnsafeBufferPointer<UInt8>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let value: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    private(set) var valueCount = 0

    /// - Parameters:
    ///   - text: room for `MaskProgram.capacity` bytes, as has `value`.
    init(
        _ program: MaskProgram,
        input: UnsafeBufferPointer<UInt8>,
        text: UnsafeMutableBufferPointer<UInt8>,
        value: UnsafeMutableBufferPointer<UInt8>
    ) {
        self.program = program
        self.input = input
        self.text = text
        self.value = value
    }

    var inputCount: Int { input.count }

    @inline(__always)
    func isEqual(_ index: Int, literal node: Int) -> Bool {
        input[index] == program.nodes[node].ascii
    }

    @inline(__always)
    func accepts(_ index: Int, cell node: Int) -> Bool {
        program.asciiClasses[Int(program.nodes[node].characterClass)].contains(input[index])
    }

    func mayFollow(_ index: Int, optional node: Int) -> Bool {
        program.followers.mayBegin(input[index], after: node)
    }

    @inline(__always)
    func isAcceptedAnywhere(_ index: Int) -> Bool {
        program.asciiAccepted.contains(input[index])
    }

    @inline(__always)
    mutating func write(literal node: Int, isValue: Bool) {
        text[count] = program.nodes[node].ascii
        count += 1
        if isValue {
            value[valueCount] = program.nodes[node].ascii
            valueCount += 1
        }
    }

    @inline(__always)
    mutating func write(input index: Int) {
        text[count] = input[index]
        value[valueCount] = input[index]
        count += 1
        valueCount += 1
    }

    mutating func note(literalAt index: Int) {}

    func endsWith(literal node: Int) -> Bool {
        count > 0 && text[count - 1] == program.nodes[node].ascii
    }

    func valueEndsWith(literal node: Int) -> Bool {
        valueCount > 0 && value[valueCount - 1] == program.nodes[node].ascii
    }

    mutating func removeLast() { count -= 1 }
    mutating func removeLastOfValue() { valueCount -= 1 }
}

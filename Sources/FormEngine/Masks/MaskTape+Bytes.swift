/// A tape of ASCII. The buffers are the caller's, and outlive it.
struct ByteTape: MaskTape, ~Copyable {
    private let program: MaskProgram
    private let nodes: UnsafeBufferPointer<MaskNode>
    private let classes: UnsafeBufferPointer<ASCIISet>
    private let input: UnsafeBufferPointer<UInt8>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let value: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    private(set) var valueCount = 0

    /// - Parameters:
    ///   - nodes: those of `program`, as `classes` are its ASCII classes.
    ///   - text: room for each node and, if the last is endless, each byte of `input`; as has `value`.
    init(
        _ program: MaskProgram,
        nodes: UnsafeBufferPointer<MaskNode>,
        classes: UnsafeBufferPointer<ASCIISet>,
        input: UnsafeBufferPointer<UInt8>,
        text: UnsafeMutableBufferPointer<UInt8>,
        value: UnsafeMutableBufferPointer<UInt8>
    ) {
        self.program = program
        self.nodes = nodes
        self.classes = classes
        self.input = input
        self.text = text
        self.value = value
    }

    var inputCount: Int { input.count }

    @inline(__always)
    func isEqual(_ index: Int, literal node: Int) -> Bool {
        input[index] == nodes[node].ascii
    }

    @inline(__always)
    func accepts(_ index: Int, cell node: Int) -> Bool {
        classes[Int(nodes[node].characterClass)].contains(input[index])
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
        text[count] = nodes[node].ascii
        count += 1
        if isValue {
            value[valueCount] = nodes[node].ascii
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
        count > 0 && text[count - 1] == nodes[node].ascii
    }

    func valueEndsWith(literal node: Int) -> Bool {
        valueCount > 0 && value[valueCount - 1] == nodes[node].ascii
    }

    mutating func removeLast() { count -= 1 }
    mutating func removeLastOfValue() { valueCount -= 1 }
}

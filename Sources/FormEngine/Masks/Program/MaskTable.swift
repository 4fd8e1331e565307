/// The nodes of a mask, and what follows from them for texts of ASCII. Its program makes it, owns it and frees it; nobody
/// else keeps it, and nobody writes to it: an array would be counted as used at each key.
struct MaskTable: @unchecked Sendable {
    let nodes: UnsafeBufferPointer<MaskNode>
    let classes: UnsafeBufferPointer<ASCIISet>
    let treads: UnsafeBufferPointer<MaskTread>
    /// Which of the treads' nodes are in the value.
    let valueNodes: UnsafeBufferPointer<UInt16>
    /// What at least one cell accepts.
    let accepted: ASCIISet

    init(nodes: [MaskNode], classes: [CharacterClass], accepted: ASCIISet) {
        self.accepted = accepted
        self.nodes = Self.make(nodes.count) { $0.initialize(fromContentsOf: nodes) }
        self.classes = Self.make(classes.count) { buffer in
            for (index, characterClass) in classes.enumerated() { buffer[index] = characterClass.ascii }
            return classes.count
        }
        let treads = Self.make(nodes.count) { MaskTread.write(to: $0, of: nodes, classes: classes) }
        self.treads = treads
        valueNodes = Self.make(Int(treads.last?.values ?? 0)) { buffer in
            var count = 0
            for index in treads.indices where nodes[index].kind != .free {
                buffer[count] = UInt16(clamping: index)
                count += 1
            }
            return count
        }
    }

    /// - Parameter fill: writes the first elements, and returns how many.
    private static func make<Element>(
        _ capacity: Int,
        _ fill: (UnsafeMutableBufferPointer<Element>) -> Int
    ) -> UnsafeBufferPointer<Element> {
        let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: capacity)
        return UnsafeBufferPointer(start: buffer.baseAddress, count: fill(buffer))
    }

    /// The elements are all trivial.
    func deallocate() {
        nodes.deallocate()
        classes.deallocate()
        treads.deallocate()
        valueNodes.deallocate()
    }

    /// Whether a text that stops before a node, or at the end after them, is complete.
    @inline(__always)
    func isComplete(before node: Int) -> Bool {
        node == nodes.count || nodes[node].mayEndBefore
    }
}

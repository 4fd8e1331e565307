/// The tables of a mask for texts of ASCII. Its program makes it, owns it and frees it; nobody else keeps it, and nobody
/// writes to it.
struct MaskTable: @unchecked Sendable {
    let nodes: UnsafeBufferPointer<MaskNode>
    let classes: UnsafeBufferPointer<ASCIISet>
    let treads: UnsafeBufferPointer<MaskTread>
    /// For each node, and for the end after them, whether a text that stops before it is complete.
    let isCompleteBefore: UnsafeBufferPointer<Bool>
    /// What at least one cell accepts.
    let accepted: ASCIISet
    /// What each node shows while it is still to come; empty if that is not one byte each.
    let placeholder: UnsafeBufferPointer<UInt8>

    init(
        nodes: [MaskNode],
        characters: [Character],
        classes: [ASCIISet],
        accepted: ASCIISet,
        isCompleteBefore: [Bool],
        isReversed: Bool
    ) {
        func copy<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
            let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
            _ = copy.initialize(from: elements)
            return UnsafeBufferPointer(copy)
        }
        self.nodes = copy(nodes)
        self.classes = copy(classes)
        self.isCompleteBefore = copy(isCompleteBefore)
        self.accepted = accepted
        treads = copy(MaskTread.treads(of: nodes, classes: classes))
        let bytes = isReversed ? [] : characters.compactMap { $0.utf8.count == 1 ? $0.utf8.first : nil }
        let isPlain = treads.count == nodes.count && bytes.count == nodes.count
        placeholder = copy(isPlain ? bytes : [])
    }

    /// The elements are all trivial.
    func deallocate() {
        nodes.deallocate()
        classes.deallocate()
        isCompleteBefore.deallocate()
        treads.deallocate()
        placeholder.deallocate()
    }
}

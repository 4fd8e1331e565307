/// The tables of a mask for texts of ASCII. Its program makes it, owns it and frees it; nobody else keeps it, and nobody
/// writes to it.
struct MaskTable: @unchecked Sendable {
    let nodes: UnsafeBufferPointer<MaskNode>
    let classes: UnsafeBufferPointer<ASCIISet>
    let treads: UnsafeBufferPointer<MaskTread>

    init(nodes: [MaskNode], classes: [ASCIISet]) {
        func copy<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
            let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
            _ = copy.initialize(from: elements)
            return UnsafeBufferPointer(copy)
        }
        self.nodes = copy(nodes)
        self.classes = copy(classes)
        treads = copy(MaskTread.treads(of: nodes, classes: classes))
    }

    /// The elements are all trivial.
    func deallocate() {
        nodes.deallocate()
        classes.deallocate()
        treads.deallocate()
    }
}

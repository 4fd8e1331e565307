/// The nodes of a mask, and precomputed results for ASCII texts.
///
/// The memory is in raw buffers, because the reference count of an array would be incremented and decremented at each
/// key. The mask's program creates, owns and frees the table. It is immutable after its creation, so that any thread
/// may read it.
struct MaskTable: @unchecked Sendable {
    let nodes: UnsafeBufferPointer<MaskNode>
    let classes: UnsafeBufferPointer<ASCIISet>
    /// The results for a text that matches the mask up to a node. There are rows for the nodes before the first one
    /// that may accept several characters or none.
    let rows: UnsafeBufferPointer<MaskTableRow>
    /// The nodes with a row whose characters belong to the value.
    let valueNodes: UnsafeBufferPointer<UInt16>
    /// The characters that at least one cell accepts.
    let accepted: ASCIISet

    init(nodes: [MaskNode], classes: [CharacterClass], accepted: ASCIISet) {
        self.accepted = accepted
        self.nodes = Self.make(nodes.count) { $0.initialize(fromContentsOf: nodes) }
        self.classes = Self.make(classes.count) { buffer in
            for (index, characterClass) in classes.enumerated() { buffer[index] = characterClass.ascii }
            return classes.count
        }
        let rows = Self.make(nodes.count) { MaskTableRow.write(to: $0, of: nodes, classes: classes) }
        self.rows = rows
        valueNodes = Self.make(Int(rows.last?.values ?? 0)) { buffer in
            var count = 0
            for index in rows.indices where nodes[index].kind != .free {
                buffer[count] = UInt16(clamping: index)
                count += 1
            }
            return count
        }
    }

    /// - Parameter fill: writes the first elements and returns their number.
    private static func make<Element>(
        _ capacity: Int,
        _ fill: (UnsafeMutableBufferPointer<Element>) -> Int
    ) -> UnsafeBufferPointer<Element> {
        let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: capacity)
        return UnsafeBufferPointer(start: buffer.baseAddress, count: fill(buffer))
    }

    func deallocate() {
        nodes.deallocate()
        classes.deallocate()
        rows.deallocate()
        valueNodes.deallocate()
    }

    /// Whether a text that ends before a node, or after the last one, is complete.
    @inline(__always)
    func isComplete(before node: Int) -> Bool {
        node == nodes.count || nodes[node].mayEndBefore
    }
}

/// The condition for an ASCII byte to match the mask, and the results if it does.
///
/// A text matches as long as its n-th byte belongs to the mask's n-th node. Most texts do, because the mask wrote them.
/// The row of the last byte contains the results that a pass would compute for such a text.
struct MaskTableRow: Sendable {
    /// The byte of a literal, or the bytes that a cell accepts.
    var accepted = ASCIISet()
    /// The byte of a literal; 0 for a cell.
    var literal: UInt8 = 0
    /// How many characters up to this one are in the value.
    var values: UInt16 = 0
    /// How many of the nodes up to this one are cells.
    var filled: UInt16 = 0
    /// How many of the nodes up to this one are literals with a letter or a digit.
    var met: UInt16 = 0

    /// Writes the rows of a mask and returns their number.
    static func write(
        to rows: UnsafeMutableBufferPointer<MaskTableRow>,
        of nodes: [MaskNode],
        classes: [CharacterClass]
    ) -> Int {
        var row = MaskTableRow()
        for (index, node) in nodes.enumerated() {
            row.literal = 0
            switch node.kind {
            case .free, .fixed:
                guard node.ascii > 0 else { return index }
                row.accepted = ASCIISet()
                row.accepted.insert(node.ascii)
                row.literal = node.ascii
                if node.isSignificant { row.met += 1 }
            case .mandatory, .optional:
                row.accepted = classes[Int(node.index)].ascii
                row.filled += 1
            case .endless, .range, .gate:
                return index
            }
            // A carriage return can be one grapheme cluster with a line feed.
            row.accepted.remove(UInt8(ascii: "\r"))
            if node.kind != .free { row.values += 1 }
            rows[index] = row
        }
        return nodes.count
    }
}

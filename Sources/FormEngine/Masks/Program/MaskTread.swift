/// What a byte of ASCII must be to stay in step with a mask, and what is known once it is.
///
/// Most of a text is as the mask wrote it: its n-th byte is the mask's n-th node. For as long as that holds, nothing needs
/// to be found out about it.
struct MaskTread: Sendable {
    /// A literal's byte, or what a cell accepts.
    var accepted = ASCIISet()
    /// A literal's byte; 0: a cell.
    var literal: UInt8 = 0
    /// Characters of the value up to and with this one.
    var values: UInt16 = 0
    /// Cells up to and with this one.
    var filled: UInt16 = 0
    /// Letters and digits among the literals up to and with this one.
    var met: UInt16 = 0

    /// Writes the treads of a mask, up to the first node that may take several characters, or none; how many they are.
    static func write(
        to treads: UnsafeMutableBufferPointer<MaskTread>,
        of nodes: [MaskNode],
        classes: [CharacterClass]
    ) -> Int {
        var tread = MaskTread()
        for (index, node) in nodes.enumerated() {
            tread.literal = 0
            switch node.kind {
            case .free, .fixed:
                guard node.ascii > 0 else { return index }
                tread.accepted = ASCIISet()
                tread.accepted.insert(node.ascii)
                tread.literal = node.ascii
                if node.isSignificant { tread.met += 1 }
            case .mandatory, .optional:
                tread.accepted = classes[Int(node.index)].ascii
                tread.filled += 1
            case .endless, .range, .gate:
                return index
            }
            // A carriage return may be one cluster with what follows.
            tread.accepted.remove(UInt8(ascii: "\r"))
            if node.kind != .free { tread.values += 1 }
            treads[index] = tread
        }
        return nodes.count
    }
}

/// What a byte of ASCII must be to stay in step with a mask, and what is known once it is.
///
/// Most of a text is as the mask wrote it: its n-th byte is the mask's n-th node. For as long as that holds, nothing needs
/// to be found out about it.
struct MaskTread: Sendable {
    /// A literal's byte, or what a cell accepts.
    var accepted = ASCIISet()
    /// 1 for what belongs to the value, 0 for what does not.
    var isValue: UInt8 = 0
    /// Cells up to and with this one.
    var filled: UInt16 = 0
    /// Letters and digits among the literals up to and with this one.
    var met: UInt16 = 0

    /// The treads of a mask, up to the first node that may take several characters, or none.
    static func treads(of nodes: [MaskNode], classes: [ASCIISet]) -> [MaskTread] {
        var treads: [MaskTread] = []
        treads.reserveCapacity(nodes.count)
        var tread = MaskTread()
        for node in nodes {
            switch node.kind {
            case .free, .fixed:
                guard node.ascii > 0, node.ascii < 128 else { return treads }
                tread.accepted = ASCIISet()
                tread.accepted.insert(node.ascii)
                if node.isSignificant { tread.met += 1 }
            case .mandatory, .optional:
                tread.accepted = classes[Int(node.index)]
                tread.filled += 1
            case .endless, .range, .gate:
                return treads
            }
            // A carriage return may be one cluster with what follows.
            tread.accepted.remove(UInt8(ascii: "\r"))
            tread.isValue = node.kind == .free ? 0 : 1
            treads.append(tread)
        }
        return treads
    }
}

/// One step of a mask: a literal or a cell.
struct MaskNode: Sendable, Hashable {
    var kind: Kind
    /// A literal's character if it is ASCII; 0 otherwise.
    var ascii: UInt8 = 0
    /// A literal that is a letter or a digit, so that a text which has it too is likely to be meant for it.
    var isSignificant = false
    /// A cell's class, as an index.
    var characterClass: UInt16 = 0

    enum Kind: UInt8, Sendable {
        /// A literal that is not in the value.
        case free
        /// A literal that is in the value.
        case fixed
        case mandatory
        case optional
        /// Any number of characters; always the last node.
        case endless

        var isLiteral: Bool { self == .free || self == .fixed }
    }
}

/// One step of a mask: a literal, a cell, a digit of a range, or the gate before a part that may be left out.
struct MaskNode: Sendable, Hashable {
    var kind: Kind
    /// A literal's character, or the one that a cell shows in a placeholder, if it is ASCII; 0 otherwise.
    var ascii: UInt8 = 0
    /// Of a range's digit: its place in the range.
    var place: UInt8 = 0
    /// A literal that is a letter or a digit, so that a text which has it too is likely to be meant for it.
    var isSignificant = false
    /// Whether a text that stops before this node is complete.
    var mayEndBefore = true
    /// A cell's class; the range of a digit; the node behind the part that a gate leads to.
    var index: UInt16 = 0

    enum Kind: UInt8, Sendable {
        /// A literal that is not in the value.
        case free
        /// A literal that is in the value.
        case fixed
        case mandatory
        case optional
        /// Any number of characters; always the last node.
        case endless
        /// A digit of a number between bounds.
        case range
        /// Stands for no character: leads to the nodes after it, or past them.
        case gate

        var isLiteral: Bool { self == .free || self == .fixed }
        var isCell: Bool { !isLiteral && self != .gate }
    }
}

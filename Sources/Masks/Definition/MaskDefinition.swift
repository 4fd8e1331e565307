/// What a mask is made of, and how it behaves: cells that take characters, and literals between them.
public struct MaskDefinition: Sendable, Hashable {
    /// The maximum number of grapheme clusters of a mask, and of the nodes or positions that it is compiled to.
    static let maximumLength = 4096

    /// The mask: cells in `[…]`, literals that belong to the value in `{…}`, and other literals. At most 4,096
    /// characters.
    public var mask = ""
    /// The symbols of its own that the mask has in `[…]`.
    public var notations: [MaskNotation] = []
    /// Whether literals are shown as soon as the cell before them is filled.
    public var autocomplete = true
    /// Whether a deletion also removes the literals before the caret.
    public var autoskip = false
    /// Other masks, one of which may fit the text better.
    public var affineMasks: [String] = []
    /// How one of several masks is chosen.
    public var affinity = AffinityStrategy.wholeString
    /// Whether the mask is filled from its end, as an amount is.
    public var isReversed = false
    /// Whether the mask may have what the original accepts silently: unclosed groups, stray brackets, unreachable
    /// parts.
    public var isLenient = false
    /// The library whose results edits are to have; `nil` for the results that are described here.
    public var compatibility: MaskCompatibility?
    /// Digits with which a pasted telephone number may begin, and which are dropped if it would not fit otherwise.
    public var trunkPrefixes: [String] = []
    /// What happens to decimal digits of other scripts than Latin.
    public var digits = MaskDigits.fold
    /// What happens to letters in cells.
    public var letterCase = MaskCase.asTyped

    /// An empty mask, whose keys are to be set.
    package init() {}

    /// A mask with the default behaviour.
    public init(mask: String) {
        self.mask = mask
    }
}

/// How one of several masks is chosen: the first of those with the highest affinity to the text.
public enum AffinityStrategy: String, Sendable, CaseIterable {
    /// The mask that keeps the most of the user's characters; among several the one whose text is complete.
    case wholeString
    /// The mask whose formatted text begins with the most characters that were entered.
    case prefix
    /// The mask whose length exceeds that of the formatted text the least.
    case capacity
    /// The mask whose capacity for the value exceeds the value's length the least.
    case extractedValueCapacity
}

/// Another library whose results a mask can have.
public enum MaskCompatibility: String, Sendable, CaseIterable {
    /// Edits give what InputMask gives, its surprises included.
    case inputMask
}

/// What happens to decimal digits of other scripts than Latin.
public enum MaskDigits: String, Sendable, CaseIterable {
    /// They become the digits 0 to 9, where a cell takes these.
    case fold
    /// They stay as they are typed.
    case asTyped
    /// They are refused, where a cell takes the digits 0 to 9.
    case refuse
}

/// What happens to letters in cells, by Unicode's mapping that does not depend on a language.
public enum MaskCase: String, Sendable, CaseIterable {
    /// They stay as they are typed.
    case asTyped
    /// They become capital letters.
    case upper
    /// They become small letters.
    case lower
}

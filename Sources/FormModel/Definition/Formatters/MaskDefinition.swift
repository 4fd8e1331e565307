/// The keys of a `mask` formatter.
package struct MaskDefinition: Sendable, Hashable {
    package var mask: String
    package var notations: [MaskNotation] = []
    package var autocomplete = true
    package var autoskip = false
    /// Other masks, one of which may fit the text better.
    package var affineMasks: [String] = []
    package var affinity = AffinityStrategy.wholeString
    package var isReversed = false
    /// Accepts what the original accepts silently: unclosed groups, stray brackets, unreachable parts.
    package var isLenient = false
    package var compatibility: MaskCompatibility?
    package var trunkPrefixes: [String] = []
    package var digits = MaskDigits.fold
    package var letterCase = MaskCase.asTyped

    package init(mask: String) {
        self.mask = mask
    }
}

/// How one of several masks is chosen.
package enum AffinityStrategy: String, Sendable, CaseIterable {
    case wholeString, prefix, capacity, extractedValueCapacity
}

package enum MaskCompatibility: String, Sendable, CaseIterable {
    /// Edits give what InputMask gives, its surprises included.
    case inputMask
}

/// What becomes of decimal digits of other scripts than Latin.
package enum MaskDigits: String, Sendable, CaseIterable {
    /// The digits 0 to 9, where a cell takes these.
    case fold
    case asTyped
    /// They are refused, where a cell takes the digits 0 to 9.
    case refuse
}

/// What becomes of letters in cells.
package enum MaskCase: String, Sendable, CaseIterable {
    case asTyped, upper, lower
}

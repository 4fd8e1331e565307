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

    package init(mask: String) {
        self.mask = mask
    }
}

/// A cell symbol of the definition's own.
package struct MaskNotation: Sendable, Hashable {
    package var character: Character
    package var set: NotationSet
    package var isOptional: Bool

    package enum NotationSet: Sendable, Hashable {
        case named(CharacterSetName)
        /// Unicode scalars, listed.
        case characters(String)
    }

    package init(character: Character, set: NotationSet, isOptional: Bool) {
        self.character = character
        self.set = set
        self.isOptional = isOptional
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

/// The formatter of a field.
package enum FormatterDefinition: Sendable, Hashable {
    case mask(MaskDefinition)
    case plugin(TypeReference)
}

public import TextEditing

/// A symbol of the definition's own: what a character in a group of cells stands for.
public struct MaskNotation: Sendable, Hashable {
    /// Repetitions of a mask or a range, which make a program grow faster than its mask.
    package static let maximumParts = 64
    package static let maximumNumber = 999_999_999_999_999

    /// What stands in `[…]` for the content. A built-in symbol cannot be defined anew.
    public var character: Character
    /// What the symbol stands for.
    public var content: Content
    /// Whether the content may be left out.
    public var isOptional: Bool
    /// How often the content comes; `nil` for once.
    public var repetition: Repetition?
    /// The case of a set's letters; `nil` for the mask's.
    public var letterCase: MaskCase?

    /// What a symbol stands for.
    public enum Content: Sendable, Hashable {
        /// A cell for one of the characters of a set.
        case set(NotationSet)
        /// As many digits as the largest number of a range has.
        case range(Bounds)
        /// A mask within the mask. It may use notations, but none that are masks.
        case mask(String)
    }

    /// The characters that a cell accepts.
    public enum NotationSet: Sendable, Hashable {
        /// A set of the module TextEditing.
        case named(CharacterSetName)
        /// Unicode scalars, listed.
        case characters(String)
    }

    /// A whole number, with as many digits as its maximum has.
    public struct Bounds: Sendable, Hashable {
        /// From 0 to `maximum`.
        public var minimum: Int
        /// At most 999,999,999,999,999.
        public var maximum: Int
        /// Whether zeros are written before a number that needs them.
        public var pads: Bool
        /// What happens to a digit with which no number of the range begins.
        public var outOfRange: OutOfRange

        /// What becomes of a digit that leads out of the range.
        public enum OutOfRange: String, Sendable, CaseIterable {
            /// It is dropped.
            case refuse
            /// It stays; when the number has all its digits it becomes the nearest of the range.
            case clamp
            /// It stays, and the text is not complete.
            case report
        }

        /// The numbers from `minimum` to `maximum`, with zeros before them unless `pads` is false.
        public init(minimum: Int, maximum: Int, pads: Bool = true, outOfRange: OutOfRange = .refuse) {
            self.minimum = minimum
            self.maximum = maximum
            self.pads = pads
            self.outOfRange = outOfRange
        }
    }

    /// How often a content comes.
    public struct Repetition: Sendable, Hashable {
        /// From 0.
        public var minimum: Int
        /// From 1, and not below `minimum`; at most 64 for a range or a mask. `nil` for no limit, which only a set has.
        public var maximum: Int?

        /// From `minimum` to `maximum` times, or without a limit.
        public init(minimum: Int, maximum: Int?) {
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    /// A symbol that comes once unless `repetition` says how often.
    public init(character: Character, content: Content, isOptional: Bool = false, repetition: Repetition? = nil) {
        self.character = character
        self.content = content
        self.isOptional = isOptional
        self.repetition = repetition
    }

    package init(character: Character, set: NotationSet, isOptional: Bool) {
        self.init(character: character, content: .set(set), isOptional: isOptional)
    }
}

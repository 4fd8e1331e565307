/// A symbol of the definition's own: what a character in a group of cells stands for.
package struct MaskNotation: Sendable, Hashable {
    /// Gates make a program grow faster than its mask: repetitions of a mask or a range.
    package static let maximumParts = 64
    package static let maximumNumber = 999_999_999_999_999

    package var character: Character
    package var content: Content
    package var isOptional: Bool
    /// nil: once.
    package var repetition: Repetition?
    /// Of a set; nil: the mask's.
    package var letterCase: MaskCase?

    package enum Content: Sendable, Hashable {
        /// A cell.
        case set(NotationSet)
        case range(Bounds)
        /// A mask within the mask. It may use notations, but none that are masks.
        case mask(String)
    }

    package enum NotationSet: Sendable, Hashable {
        case named(CharacterSetName)
        /// Unicode scalars, listed.
        case characters(String)
    }

    /// A whole number, with as many digits as its maximum has.
    package struct Bounds: Sendable, Hashable {
        package var minimum: Int
        package var maximum: Int
        /// Whether zeros are written before a number that needs them.
        package var pads: Bool
        package var outOfRange: OutOfRange

        /// What becomes of a digit with which no number of the range begins.
        package enum OutOfRange: String, Sendable, CaseIterable {
            /// It is dropped.
            case refuse
            /// It stays; when the number has all its digits it becomes the nearest of the range.
            case clamp
            /// It stays, and the text is not complete.
            case report
        }

        package init(minimum: Int, maximum: Int, pads: Bool = true, outOfRange: OutOfRange = .refuse) {
            self.minimum = minimum
            self.maximum = maximum
            self.pads = pads
            self.outOfRange = outOfRange
        }
    }

    package struct Repetition: Sendable, Hashable {
        package var minimum: Int
        /// nil: no limit.
        package var maximum: Int?

        package init(minimum: Int, maximum: Int?) {
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    package init(character: Character, content: Content, isOptional: Bool = false, repetition: Repetition? = nil) {
        self.character = character
        self.content = content
        self.isOptional = isOptional
        self.repetition = repetition
    }

    package init(character: Character, set: NotationSet, isOptional: Bool) {
        self.init(character: character, content: .set(set), isOptional: isOptional)
    }
}

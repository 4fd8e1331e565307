/// The maximum sizes of a definition and its parts. Exceeding one is an error that names the limit.
package enum DefinitionLimits {
    /// Bytes of UTF-8.
    package static let definitionSize = 1 << 20
    /// Nested arrays and objects.
    package static let depth = 64
    package static let fields = 1_000
    /// The nesting depth of sections.
    package static let sectionDepth = 6
    /// The nesting depth of groups.
    package static let groupDepth = 2
    /// The validators of one field; the same limit applies to its input validators.
    package static let rules = 32
    /// The other fields whose values are passed to one validator, or whose changes set the value of one field.
    package static let askedFields = 64
    package static let placeholders = 16
    /// Tests in one condition.
    package static let conditionParts = 64
    /// Tests with a regular expression in all conditions of a form, because one key may evaluate all of them.
    package static let conditionPatterns = 32
    /// Operators, fields and constants in one computation.
    package static let computationNodes = 64
    /// The digits of computed numbers; results are rounded to this number of digits.
    package static let computedDigits = 38
    /// The values of a rule or a condition with a list.
    package static let listedValues = 1_000
    /// The digits of a number that is a bound.
    package static let numberDigits = 1_000
    package static let styles = 256
    /// The answers that one text shows.
    package static let insertedAnswers = 64
    /// The options of a field if one of the labels shows answers.
    package static let optionsWithAnswers = 1_000
    /// Runs of markup in one text; text after the last one is plain.
    package static let markupRuns = 1_000
    /// Characters of a link's address.
    package static let linkTarget = 2_048
    /// Bytes of UTF-8, for a regular expression or a mask.
    package static let pattern = 4_096
    /// Code points of each text that a person reads or edits.
    package static let text = 65_536
    /// Characters of an identifier.
    package static let identifier = 64
    /// Languages of one text.
    package static let translations = 256
    /// Options of one field.
    package static let options = 50_000
    /// Notations, affine masks or trunk prefixes of one mask.
    package static let maskParts = 64
    /// Digits of a number in a definition, and the largest number of digits that a definition can require.
    package static let digits = 1_000
    /// Code points of the text before or after a number.
    package static let affix = 64
    /// Values of one `enum` formatter.
    package static let values = 1_000
    /// Code points of the name of a font or an image.
    package static let resourceName = 256
    /// Diagnostics of one definition; further ones count as errors but are not listed.
    package static let diagnostics = 100
    /// Logical pixels of every length on the screen.
    package static let length = 10_000.0
    /// Logical pixels.
    package static let fontSize = 1_000.0
}

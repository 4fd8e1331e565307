/// How large a definition and its parts may be. Each excess is an error that names the limit.
package enum DefinitionLimits {
    /// Bytes of UTF-8.
    package static let definitionSize = 1 << 20
    /// Nested arrays and objects.
    package static let depth = 64
    package static let fields = 1_000
    /// Sections that stand in each other.
    package static let sectionDepth = 4
    /// Groups that stand in each other.
    package static let groupDepth = 2
    /// Validators of one field, and as many input validators.
    package static let rules = 32
    /// Other fields that one validator hears of.
    package static let askedFields = 64
    package static let placeholders = 16
    /// Tests in one condition.
    package static let conditionParts = 64
    /// Tests with a regular expression in all conditions of a form: a single key may have to ask them all.
    package static let conditionPatterns = 32
    /// Operators, fields and constants in one computation.
    package static let computationNodes = 64
    /// Digits of the numbers that are computed with; results are rounded to as many.
    package static let computedDigits = 38
    /// Values of a rule or a condition that lists them.
    package static let listedValues = 1_000
    /// Digits of a number that bounds another.
    package static let numberDigits = 1_000
    package static let styles = 256
    /// Answers that one text shows.
    package static let insertedAnswers = 64
    /// Options of one field if a label among them shows answers.
    package static let optionsWithAnswers = 1_000
    /// Runs of markup in one text; what comes behind them is plain.
    package static let markupRuns = 1_000
    /// Characters of a link's address.
    package static let linkTarget = 2_048
    /// Bytes of UTF-8, for a regular expression or a mask.
    package static let pattern = 4_096
    /// Code points, for every text that a person reads or edits.
    package static let text = 65_536
    /// Characters of an identifier.
    package static let identifier = 64
    /// Languages of one text.
    package static let translations = 256
    /// Options of one field.
    package static let options = 50_000
    /// Notations, affine masks or trunk prefixes of one mask.
    package static let maskParts = 64
    /// Digits of a number in a definition, and of the numbers of digits that a definition can ask for.
    package static let digits = 1_000
    /// Code points of what stands before or behind a number.
    package static let affix = 64
    /// Values of one `enum` formatter.
    package static let values = 1_000
    /// Code points of the name of a font or an image.
    package static let resourceName = 256
    /// Findings kept of one definition; the rest is counted as errors but not listed.
    package static let diagnostics = 100
    /// Logical pixels, for every length on the screen.
    package static let length = 10_000.0
    /// Logical pixels.
    package static let fontSize = 1_000.0
}

// The messages that several kinds of rules and formatters share, and those of fields.

extension DefaultMessage {
    /// A required field is empty.
    package static let required = DefaultMessage("required", english: "Field must be filled")

    package static let wrongFormat = DefaultMessage("wrongFormat", english: "Wrong format")

    /// A rule could not be evaluated.
    package static let checkUnavailable = DefaultMessage("checkUnavailable", english: "The value could not be checked")

    /// A computation divides by zero.
    package static let divisionByZero = DefaultMessage("divisionByZero", english: "A division by zero has no result")

    /// A value that a computation reads is not a number or a date, or is too long.
    package static let notComputable = DefaultMessage(
        "notComputable",
        english: "The value cannot be worked out from the other answers"
    )

    package static let notListed = DefaultMessage("notListed", english: "Choose one of the listed values")

    /// For a field with several options; the bound is valid.
    package static func tooFewChosen(minimum: Int) -> DefaultMessage {
        DefaultMessage(
            "tooFewChosen",
            english: "Choose at least {min, plural, one {# option} other {# options}}",
            ["min": .count(minimum)]
        )
    }

    /// The text of a toggle that is on.
    package static let yes = DefaultMessage("yes", english: "Yes")

    /// The text of a toggle that is off.
    package static let no = DefaultMessage("no", english: "No")

    /// A check digit is wrong.
    package static let mistyped = DefaultMessage(
        "mistyped",
        english: "The number is mistyped: its check digit does not fit"
    )

    /// In characters; the bound is valid.
    package static func tooShort(minimum: Int) -> DefaultMessage {
        DefaultMessage(
            "tooShort",
            english: "The field must contain at least {min, plural, one {# character} other {# characters}}.",
            ["min": .count(minimum)]
        )
    }

    /// In characters; the bound is valid.
    package static func tooLong(maximum: Int) -> DefaultMessage {
        DefaultMessage(
            "tooLong",
            english: "The field must contain at most {max, plural, one {# character} other {# characters}}.",
            ["max": .count(maximum)]
        )
    }

    // Numbers. Bounds are formatted like the field's values.

    package static let notANumber = DefaultMessage("notANumber", english: "Enter a number")

    package static let notAWholeNumber = DefaultMessage("notAWholeNumber", english: "Enter a whole number")

    package static func tooSmall(minimum: String) -> DefaultMessage {
        DefaultMessage("tooSmall", english: "The value must be at least {min}", ["min": .text(minimum)])
    }

    package static func tooLarge(maximum: String) -> DefaultMessage {
        DefaultMessage("tooLarge", english: "The value must be at most {max}", ["max": .text(maximum)])
    }

    /// The bound itself is invalid.
    package static func notAbove(minimum: String) -> DefaultMessage {
        DefaultMessage("notAbove", english: "The value must be more than {min}", ["min": .text(minimum)])
    }

    /// The bound itself is invalid.
    package static func notBelow(maximum: String) -> DefaultMessage {
        DefaultMessage("notBelow", english: "The value must be less than {max}", ["max": .text(maximum)])
    }

    package static func tooManyIntegerDigits(maximum: Int) -> DefaultMessage {
        DefaultMessage(
            "tooManyIntegerDigits",
            english: "Enter at most {max, plural, one {# digit} other {# digits}} before the decimal separator",
            ["max": .count(maximum)]
        )
    }

    package static func tooManyFractionDigits(maximum: Int) -> DefaultMessage {
        DefaultMessage(
            "tooManyFractionDigits",
            english: """
                {max, plural, =0 {Enter a whole number} one {Enter at most # digit after the decimal separator} \
                other {Enter at most # digits after the decimal separator}}
                """,
            ["max": .count(maximum)]
        )
    }

    // Dates and times.

    package static func date(_ format: DatePattern) -> DefaultMessage {
        DefaultMessage("date", english: "Enter a date in the form {format}", ["format": .format(format)])
    }

    package static let noSuchDate = DefaultMessage("noSuchDate", english: "There is no such date")

    package static let noSuchTime = DefaultMessage("noSuchTime", english: "There is no such time")

    package static let incompleteDate = DefaultMessage("incompleteDate", english: "Enter the whole date")

    package static let incompleteTime = DefaultMessage("incompleteTime", english: "Enter the whole time")

    package static func dateTooEarly(minimum: String) -> DefaultMessage {
        DefaultMessage("dateTooEarly", english: "The date must not be before {min}", ["min": .text(minimum)])
    }

    package static func dateTooLate(maximum: String) -> DefaultMessage {
        DefaultMessage("dateTooLate", english: "The date must not be after {max}", ["max": .text(maximum)])
    }

    package static func timeTooEarly(minimum: String) -> DefaultMessage {
        DefaultMessage("timeTooEarly", english: "The time must not be before {min}", ["min": .text(minimum)])
    }

    package static func timeTooLate(maximum: String) -> DefaultMessage {
        DefaultMessage("timeTooLate", english: "The time must not be after {max}", ["max": .text(maximum)])
    }

    /// The messages of fields that do not depend on rules and formatters, with example values.
    package static let ofFields: [DefaultMessage] = [
        required, tooLong(maximum: 3), wrongFormat, date(.iso), noSuchDate, dateTooEarly(minimum: "3"),
        dateTooLate(maximum: "3"), checkUnavailable, divisionByZero, notComputable, tooFewChosen(minimum: 3), yes, no,
    ]
}

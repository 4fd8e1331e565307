import DBus

// The members of the Field interface for options, dates, toggles and numbers with steps.

extension Contract {
    static let choices: [InterfaceDescription.Member] = [
        .method(
            "SelectOption",
            in: [("index", "u")],
            access: .editor,
            """
            Chooses an option by its index in the complete list. If Multiple is true, the option is added to the \
            chosen options, or removed if it was chosen.
            """
        ),
        .method(
            "SelectOptions",
            in: [("indices", "au")],
            access: .editor,
            """
            Chooses exactly these options, if Multiple is true. Fails without any change with `OutOfRange` for an \
            index outside the list, with `InvalidArgument` for an index that occurs twice, and with `LimitExceeded` \
            for more options than the definition's `atMost`.
            """
        ),
        .method(
            "Toggle",
            out: [("on", "b")],
            access: .editor,
            "Turns a toggle on or off. Returns the new state."
        ),
        .method(
            "StepUp",
            in: [("count", "u")],
            out: edited,
            access: .editor,
            """
            Increases a number or the part of a date or time at the caret, chooses the next option, or turns a toggle \
            on, `count` times. Stops at the bounds. `ActionDisabled` if the field has no steps. Returns the same as \
            InsertText.
            """
        ),
        .method(
            "StepDown",
            in: [("count", "u")],
            out: edited,
            access: .editor,
            """
            Decreases a number or the part of a date or time at the caret, chooses the previous option, or turns a \
            toggle off. Otherwise like StepUp.
            """
        ),
        .method("SelectDate", in: [("date", "s")], access: .editor, "Chooses a day, in ISO 8601: `2026-02-28`."),
        .method(
            "ListOptions",
            in: [("filter", "s"), ("offset", "u"), ("limit", "u")],
            out: [("total", "u"), ("options", "a(uss)")],
            access: .viewer,
            """
            Returns at most `limit` of the options whose labels contain the filter, regardless of case, beginning with \
            the one at `offset` among them. The reply contains the total number of such options, and for each returned \
            option its index in the complete list, its value and its label. A filter has at most 256 code points; a \
            reply contains at most 1,000 options.
            """
        ),
    ]

    static let choiceProperties: [InterfaceDescription.Member] = [
        .property(
            "Input",
            "s",
            access: .viewer,
            "How the user fills in the field: `keyboard`, `options`, `date` or `toggle`."
        ),
        .property(
            "Display",
            "s",
            access: .viewer,
            """
            How a front end should display the input according to the definition: options as `menu`, `list`, \
            `buttons`, `rating` or `grid` (a row of the section's table), a number as `slider`; "" if the definition \
            does not specify it.
            """
        ),
        .property("Multiple", "b", access: .viewer, "Whether several options can be chosen."),
        .property("Options", "as", access: .viewer, "The labels of the options, at most the first 500."),
        .property("OptionCount", "u", access: .viewer, "The number of all options."),
        .property(
            "SelectedOption",
            "i",
            access: .viewer,
            "The index of the first chosen option; -1 if none is chosen."
        ),
        .property("SelectedOptions", "au", access: .viewer, "The indices of all chosen options, ascending."),
        .property("Date", "s", access: .viewer, "The chosen day in ISO 8601; \"\" if none is chosen."),
        .property(
            "DateRange",
            "(sss)",
            access: .viewer,
            """
            The first and the last day that SelectDate accepts ("": no bound), and the day that a calendar shows first \
            if none is chosen.
            """
        ),
    ]
}

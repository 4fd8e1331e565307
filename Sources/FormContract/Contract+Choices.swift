import DBus

// The members of the Field interface for fields that are not filled in with a keyboard.

extension Contract {
    static let choices: [InterfaceDescription.Member] = [
        .method(
            "SelectOption",
            in: [("index", "u")],
            access: .editor,
            """
            Chooses an option, by its index in the whole list. Where Multiple is true, the option is added to those that are \
            chosen, or taken away again.
            """
        ),
        .method(
            "SelectOptions",
            in: [("indices", "au")],
            access: .editor,
            """
            Chooses these options and no other, all or nothing, where Multiple is true. `OutOfRange` for an index that the list \
            does not have, `InvalidArgument` for one that is there twice, `LimitExceeded` for more than the definition's `atMost`.
            """
        ),
        .method(
            "Toggle",
            out: [("on", "b")],
            access: .editor,
            "Turns a toggle on or off. The reply has what it is now."
        ),
        .method(
            "StepUp",
            in: [("count", "u")],
            out: edited,
            access: .editor,
            """
            Steps up: a number, the part of a date or time that the caret stands in, the next option, a toggle on. Ends at the \
            bounds. `ActionDisabled` where there is nothing to step. Replies as InsertText does.
            """
        ),
        .method(
            "StepDown",
            in: [("count", "u")],
            out: edited,
            access: .editor,
            "Steps down: to a smaller number, an earlier date, the previous option, a toggle off. Replies as InsertText does."
        ),
        .method("SelectDate", in: [("date", "s")], access: .editor, "Chooses a day: ISO 8601, `2026-02-28`."),
        .method(
            "ListOptions",
            in: [("filter", "s"), ("offset", "u"), ("limit", "u")],
            out: [("total", "u"), ("options", "a(uss)")],
            access: .viewer,
            """
            A page of the options whose label contains the filter, case aside. The reply has how many such options there \
            are, and of each option on the page the index in the whole list, the value and the label. A filter has at most \
            256 code points, a page at most 1,000 options.
            """
        ),
    ]

    static let choiceProperties: [InterfaceDescription.Member] = [
        .property(
            "Input",
            "s",
            access: .viewer,
            "What the field is filled in with: `keyboard`, `options`, `date` or `toggle`."
        ),
        .property(
            "Display",
            "s",
            access: .viewer,
            "How the definition would like the input shown: `menu`, `list`, `buttons`, `rating` or `grid` of options (`grid`: a line of the section's table), `slider` of a number, or \"\"."
        ),
        .property("Multiple", "b", access: .viewer, "Several options may be chosen."),
        .property("Options", "as", access: .viewer, "The labels of the options; of a longer list the first 500."),
        .property("OptionCount", "u", access: .viewer, "How many options there are in all."),
        .property(
            "SelectedOption",
            "i",
            access: .viewer,
            "The index of the chosen option, of several the first one; -1 is none."
        ),
        .property("SelectedOptions", "au", access: .viewer, "The indices of all chosen options, ascending."),
        .property("Date", "s", access: .viewer, "The chosen day, ISO 8601; \"\" is none."),
        .property(
            "DateRange",
            "(sss)",
            access: .viewer,
            "The first and the last day that SelectDate takes (\"\" is no bound), and the one that an empty calendar shows."
        ),
    ]
}

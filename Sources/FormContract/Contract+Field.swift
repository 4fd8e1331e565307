package import DBus

extension Contract {
    package static let field = InterfaceDescription(
        "org.formd.Forms1.Field",
        """
        A field of a session. Offsets and lengths in its text are in Unicode code points, and an edit never splits a \
        grapheme cluster. Heights, widths and frames are in logical pixels. The text of a secret field is replaced \
        with bullets in all properties, signals and replies but that of Reveal, and its value with "".
        """,
        edits + choices + application + fieldProperties + choiceProperties + fieldSignals
    )

    /// The reply of an edit.
    static let edited: [(String, ValueType)] = [
        ("newText", "s"), ("caret", "u"), ("accepted", "b"), ("revision", "t"),
    ]

    // MARK: Actions of users

    private static let edits: [InterfaceDescription.Member] = [
        .method(
            "Focus",
            out: [("focused", "b")],
            access: .editor,
            "Gives the focus to the field if it can have it. Returns whether it has the focus now."
        ),
        .method(
            "Blur",
            access: .editor,
            "Takes the focus from the field. The field is validated then, unless its definition specifies another time."
        ),
        .method(
            "InsertText",
            in: [("text", "s")],
            out: edited,
            access: .editor,
            """
            Inserts a text at the caret, or replaces the selection. The field's filter, maximum length and mask apply. \
            Returns the field's text (bullets for a secret), the caret, whether anything changed, and the session's \
            revision.
            """
        ),
        .method(
            "DeleteBackward",
            out: edited,
            access: .editor,
            "Deletes the selection, or the character before the caret. Returns the same as InsertText."
        ),
        .method(
            "DeleteForward",
            out: edited,
            access: .editor,
            "Deletes the selection, or the character after the caret. Returns the same as InsertText."
        ),
        .method(
            "ReplaceRange",
            in: [("start", "u"), ("length", "u"), ("text", "s")],
            out: edited,
            access: .editor,
            "Replaces a part of the text, for input methods and completions. Returns the same as InsertText."
        ),
        .method(
            "MoveCaret",
            in: [("unit", "s"), ("count", "i"), ("extend", "b")],
            out: [("caret", "u"), ("revision", "t")],
            access: .editor,
            """
            Moves the caret. The move refers to the text at the time when the call is performed, so keys can be sent \
            without waiting for replies. Units: `character` (a grapheme cluster), `word`, `line` (to the start or end \
            between line breaks) and `text`. A negative count moves backward. With `extend` the other end of the \
            selection stays where it is. The caret skips characters that the formatter added. A secret text is one \
            word and one line.
            """
        ),
        .method(
            "Delete",
            in: [("unit", "s"), ("count", "i")],
            out: edited,
            access: .editor,
            """
            Deletes the selection, or the text between the caret and the position to which MoveCaret would move it. \
            Returns the same as InsertText.
            """
        ),
        .method(
            "SetComposition",
            in: [("text", "s"), ("caret", "u")],
            access: .editor,
            """
            Sets the text that an input method is composing, which is shown in place of the selection. It hides \
            placeholders and affects heights like other text, but is not part of Text or Value. InsertText replaces \
            it; a composition of "" and the loss of the focus end it. The caret is an offset into the composition, in \
            code points.
            """
        ),
        .method(
            "Reveal",
            out: [("text", "s")],
            access: .editor,
            "Returns the text, even of a secret field, for the reveal button. `AccessDenied` while SecureEntry is true."
        ),
        .method("Select", in: [("start", "u"), ("length", "u")], access: .editor, "Selects a part of the text."),
        .method(
            "PerformEditAction",
            in: [("action", "s"), ("text", "s")],
            out: [("result", "s")],
            access: .editor,
            """
            Performs an action of an edit menu: cut, copy, paste, select, selectAll or delete. `text` is the text that \
            paste inserts; cut and copy return the copied text. `ActionDisabled` if the definition does not allow the \
            action.
            """
        ),
        .method("Clear", access: .editor, "Presses the clear button."),
        .method("PressReturn", access: .editor, "Presses the return key."),
        .method("PressActionButton", access: .editor, "Presses the field's action button."),
    ]

    // MARK: Actions of applications

    private static let application: [InterfaceDescription.Member] = [
        .method(
            "SetText",
            in: [("text", "s"), ("options", "a{sv}")],
            access: .editor,
            "Sets the text. Options, both true by default: `format` (b) to format it, `validate` (b) to validate it."
        ),
        .method(
            "SetError",
            in: [("message", "s")],
            access: .editor,
            "Sets the field to the error state with a message. With the message \"\" the field shows its hint instead."
        ),
        .method("ResetError", access: .editor, "Removes the error."),
        .method("Reset", access: .editor, "Restores the text with which the session was opened."),
        .method(
            "Validate",
            in: [("force", "b")],
            out: [("valid", "b"), ("message", "s")],
            access: .editor,
            "Validates the field. Without `force`, a field that already shows an error is not validated again."
        ),
        .method(
            "SetMask",
            in: [("formatter", "s")],
            access: .editor,
            "Replaces the field's formatter by JSON as in a definition; \"\" removes it. Formats the value again."
        ),
        .method(
            "SetMode",
            in: [("mode", "s")],
            access: .editor,
            "Replaces the field's mode by JSON as in a definition."
        ),
        .method(
            "Configure",
            in: [("definition", "s")],
            access: .editor,
            """
            Changes the appearance and behaviour of the field in this session. The argument is a JSON object with \
            these keys of a field in a definition: label style appearance placeholders hint visibleHintStates height \
            maxTextHeight fixedTextHeight clearButton validation returnKey onReturn disabledEditActions allowedEdits. \
            It replaces the object of an earlier call; "" restores the definition's values.
            """
        ),
        .method(
            "SetMetrics",
            in: [("metrics", "a{sv}")],
            access: .editor,
            "Sets the numbers of lines that a client has measured with its own fonts: `hintLines` (u), `textLines` (u)."
        ),
    ]

    // MARK: Properties

    private static let fieldProperties: [InterfaceDescription.Member] = [
        .property(
            "Revision",
            "t",
            access: .viewer,
            "The session's revision when the field last changed. Every PropertiesChanged of the field contains it."
        ),
        .property("Id", "s", access: .viewer, "The field's identifier."),
        .property(
            "AccessibilityId",
            "s",
            access: .viewer,
            """
            The identifier of the field for accessibility tools. The identifiers of its parts end with `_input`, \
            `_button`, `_hint` and `_clear`.
            """
        ),
        .property(
            "Type",
            "s",
            access: .viewer,
            "`text`, `textView` or `note`. A note only displays a text: it has no value and never gets the focus."
        ),
        .property("Label", "s", access: .viewer, "The name of the field that is shown to users."),
        .property("Text", "s", access: .viewer, writeAccess: .editor, "The formatted text. Writing it calls SetText."),
        .property("Value", "s", access: .viewer, "The text without the characters that the formatter added."),
        .property("Selection", "(uu)", access: .viewer, "The start and the length of the selection."),
        .property("Caret", "u", access: .viewer, "The position of the caret, which is one end of the selection."),
        .property(
            "Composition",
            "s",
            access: .viewer,
            "The text that an input method is composing (SetComposition); \"\" for a secret."
        ),
        .property(
            "State",
            "s",
            access: .viewer,
            "`error`, `active`, `normal` or `disabled`. A field with an error is in the state `error` in any case."
        ),
        .property("Enabled", "b", access: .viewer, writeAccess: .editor, "Whether users can focus and edit the field."),
        .property(
            "Visible",
            "b",
            access: .viewer,
            "Whether the field is part of the form at present, according to the definition's conditions."
        ),
        .property(
            "Focusable",
            "b",
            access: .viewer,
            writeAccess: .editor,
            "Whether the application allows the field to get the focus."
        ),
        .property(
            "ReadOnly",
            "b",
            access: .viewer,
            writeAccess: .editor,
            "Whether users cannot change the text (`ActionDisabled`). They can still focus the field, select and copy."
        ),
        .property(
            "AllowedEdits",
            "as",
            access: .viewer,
            """
            The ways in which users can change the text: typing (InsertText, DeleteBackward, DeleteForward), \
            replacement (ReplaceRange), clipboard (cut, paste, delete), picker, clear. Empty if ReadOnly is true.
            """
        ),
        .property("Focused", "b", access: .viewer, "Whether the field has the focus."),
        .property("Valid", "b", access: .viewer, "Whether the field shows no error."),
        .property("Touched", "b", access: .viewer, "Whether the field has been edited."),
        .property(
            "Modified",
            "b",
            access: .viewer,
            "Whether the text differs from the text with which the session was opened."
        ),
        .property("Required", "b", access: .viewer, "Whether the field must be filled in."),
        .property("Pending", "b", access: .viewer, "Whether a plug-in has not answered yet if the field is valid."),
        .property("Error", "s", access: .viewer, "The error message."),
        .property(
            "Warning",
            "s",
            access: .viewer,
            "The message of a failed rule with the severity \"warning\". The field is valid nevertheless."
        ),
        .property("Hint", "s", access: .viewer, writeAccess: .editor, "The hint."),
        .property(
            "HintText",
            "s",
            access: .viewer,
            "The text below the field: the error, or else the warning, or else the hint."
        ),
        .property("HintVisible", "b", access: .viewer, "Whether HintText is shown."),
        .property("Height", "d", access: .viewer, "The height of the whole field."),
        .property("HintHeight", "d", access: .viewer, "The part of the height that the hint takes."),
        .property("TextHeight", "d", access: .viewer, "The part of the height that the text takes."),
        .property(
            "MaxLength",
            "u",
            access: .viewer,
            writeAccess: .editor,
            "The maximum number of grapheme clusters that a user can enter; 0 is no text, 4294967295 is no limit."
        ),
        .property("MaskStatus", "s", access: .viewer, "`none`, `clear`, `incomplete` or `complete`."),
        .property(
            "MaskTail",
            "s",
            access: .viewer,
            "The characters that the formatter still expects after the text; \"\" for a secret."
        ),
        .property("MaskPossible", "b", access: .viewer, "Whether further typing could make the text complete."),
        .property(
            "MaskBlocks",
            "a(uusa(uubs))",
            access: .viewer,
            """
            The blocks of a blockMask: the start, length and status of each block, and the start, length and text of \
            each of its cells, and whether the cell is filled.
            """
        ),
        .property(
            "CardBrands",
            "as",
            access: .viewer,
            """
            The brands of payment cards to which the number in a field with the rule creditCard can belong, including \
            brands that the rule does not accept. Several brands can share a number. Empty if the digits do not \
            determine a brand, and for a secret.
            """
        ),
        .property("LastEdit", "s", access: .viewer, "The last edit's kind: `none`, `insert`, `delete` or `replace`."),
        .property(
            "Refusals",
            "a(ss)",
            access: .viewer,
            emits: .never,
            """
            The characters that the last edit did not insert, if the session's last edit was in this field, and the \
            reason for each: filter, place, room, length, cluster, range, values, pattern, validator or stop.
            """
        ),
        .property("Placeholder", "s", access: .viewer, writeAccess: .editor, "The text of the first placeholder."),
        .property(.placeholders),
        .property(.presentation),
        .property(.actionButton),
        .property("DisabledEditActions", "as", access: .viewer, "The actions that PerformEditAction refuses."),
        .property(
            "Secret",
            "b",
            access: .viewer,
            """
            Whether the text is a secret: properties, signals and replies other than that of Reveal show bullets in \
            its place, and its value is "".
            """
        ),
        .property("SecureEntry", "b", access: .viewer, writeAccess: .editor, "Whether the text is drawn as dots."),
        .property(
            "ReturnKey",
            "s",
            access: .viewer,
            "The label of the return key: `done`, `next`, `go`, `search` or `send`."
        ),
        .property(.keyboard),
        .property(
            "Markup",
            "a(suuss)",
            access: .viewer,
            """
            The formatted parts of the field's plain texts. Each entry has: the text (`text`, `label` or `hint`); \
            start and length; the style (`strong`, `emphasis`, `code`, `item`, `link` or `image`); and the address of \
            a link, or the name by which the client finds an image. The length of an image is 0. For an image beside \
            an option, the text is `option` and the start is the option's index.
            """
        ),
        .property(
            "NextField",
            "s",
            access: .viewer,
            writeAccess: .editor,
            "The field to which FocusNext moves the focus; \"\" means the next one in the form's order."
        ),
        .property(
            "PreviousField",
            "s",
            access: .viewer,
            writeAccess: .editor,
            "The field to which FocusPrevious moves the focus; \"\" means the previous one in the form's order."
        ),
        .property(
            "Computed",
            "b",
            access: .viewer,
            """
            Whether the daemon computes the text from other fields. SetText fails with `ActionDisabled` then, and \
            SetValues skips the field.
            """
        ),
    ]

    // MARK: Signals

    private static let fieldSignals: [InterfaceDescription.Member] = [
        .signal(
            "TextChanged",
            [("text", "s"), ("value", "s"), ("origin", "s"), ("revision", "t")],
            "The text has changed. The origin is user, program, picker, mask, trim, clear, reset or undo."
        ),
        .signal("StateChanged", [("state", "s"), ("previous", "s"), ("revision", "t")], "State has changed."),
        .signal("HeightChanged", [("height", "d"), ("previous", "d"), ("revision", "t")], "Height has changed."),
        .signal("EditingBegan", [("revision", "t")], "The field got the focus."),
        .signal("EditingEnded", [("revision", "t")], "The field lost the focus."),
        .signal("ReturnPressed", [("revision", "t")], "The return key was pressed."),
        .signal("ActionPressed", [("revision", "t")], "The action button was pressed."),
        .signal(
            "ValidationFailed",
            [("message", "s"), ("revision", "t")],
            "The field was validated and is not valid."
        ),
        .signal("DateChanged", [("date", "s"), ("revision", "t")], "Date has changed."),
    ]
}

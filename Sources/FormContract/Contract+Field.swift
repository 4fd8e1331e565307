package import DBus

extension Contract {
    package static let field = InterfaceDescription(
        "org.formd.Forms1.Field",
        """
        A field of a session. Offsets and lengths in its text are counted in Unicode code points, and an edit never splits a \
        grapheme cluster. Heights, widths and frames are in logical pixels. A secret's text is shown as bullets everywhere, and \
        its value is "".
        """,
        edits + choices + application + fieldProperties + choiceProperties + fieldSignals
    )

    /// The reply of an edit.
    static let edited: [(String, ValueType)] = [
        ("newText", "s"), ("caret", "u"), ("accepted", "b"), ("revision", "t"),
    ]

    // MARK: What the user does

    private static let edits: [InterfaceDescription.Member] = [
        .method(
            "Focus",
            out: [("focused", "b")],
            access: .editor,
            "Gives the focus to the field, if the field takes it."
        ),
        .method("Blur", access: .editor, "Takes the focus away. The field is validated as its definition says."),
        .method(
            "InsertText",
            in: [("text", "s")],
            out: edited,
            access: .editor,
            """
            Types a text at the caret, or in place of the selection. It is filtered, limited and masked. The reply has the \
            field's text (bullets for a secret), the caret, false if nothing changed, and the session's revision.
            """
        ),
        .method(
            "DeleteBackward",
            out: edited,
            access: .editor,
            "Deletes the selection, or the character before the caret. Replies as InsertText does."
        ),
        .method(
            "DeleteForward",
            out: edited,
            access: .editor,
            "Deletes the selection, or the character behind the caret. Replies as InsertText does."
        ),
        .method(
            "ReplaceRange",
            in: [("start", "u"), ("length", "u"), ("text", "s")],
            out: edited,
            access: .editor,
            "Replaces a part of the text, as an input method or a completion does. Replies as InsertText does."
        ),
        .method(
            "MoveCaret",
            in: [("unit", "s"), ("count", "i"), ("extend", "b")],
            out: [("caret", "u"), ("revision", "t")],
            access: .editor,
            """
            Moves the caret by the text as it is when the call is carried out, so that keys may follow one another without \
            waiting for replies. Units: `character` (a grapheme cluster), `word`, `line` (its start or end, between line \
            breaks), `text`; a count below 0 goes backward. With `extend` the other end of the selection stays. What the \
            formatter wrote is passed; a secret has no words and lines.
            """
        ),
        .method(
            "Delete",
            in: [("unit", "s"), ("count", "i")],
            out: edited,
            access: .editor,
            "Deletes the selection, or what is between the caret and where MoveCaret would lead. Replies as InsertText does."
        ),
        .method(
            "SetComposition",
            in: [("text", "s"), ("caret", "u")],
            access: .editor,
            """
            Says what an input method composes in the place of the selection: it hides placeholders and counts for heights like \
            text, and is neither in Text nor in Value. InsertText enters a text in its place, "" ends it, and so does leaving \
            the field. The caret is counted in the composition's code points.
            """
        ),
        .method(
            "Reveal",
            out: [("text", "s")],
            access: .editor,
            "The text as it is, of a secret as well, for the reveal button. `AccessDenied` while SecureEntry is true."
        ),
        .method("Select", in: [("start", "u"), ("length", "u")], access: .editor, "Selects a part of the text."),
        .method(
            "PerformEditAction",
            in: [("action", "s"), ("text", "s")],
            out: [("result", "s")],
            access: .editor,
            """
            Does what an edit menu offers: cut, copy, paste, select, selectAll or delete. `text` is what paste inserts; the \
            result is what cut and copy took. `ActionDisabled` if the definition blocks the action.
            """
        ),
        .method("Clear", access: .editor, "Presses the clear button."),
        .method("PressReturn", access: .editor, "Presses the return key."),
        .method("PressActionButton", access: .editor, "Presses the field's action button."),
    ]

    // MARK: What the application does

    private static let application: [InterfaceDescription.Member] = [
        .method(
            "SetText",
            in: [("text", "s"), ("options", "a{sv}")],
            access: .editor,
            "Sets the text. Options: `format` (b, true), whether it is formatted; `validate` (b, true), whether it is validated."
        ),
        .method(
            "SetError",
            in: [("message", "s")],
            access: .editor,
            "Puts the field in error with a message. With \"\" the hint stays in its place."
        ),
        .method("ResetError", access: .editor, "Takes the error away."),
        .method("Reset", access: .editor, "Brings back the text that the session was opened with."),
        .method(
            "Validate",
            in: [("force", "b")],
            out: [("valid", "b"), ("message", "s")],
            access: .editor,
            "Validates the field. Without `force` a field that shows an error is left as it is."
        ),
        .method(
            "SetMask",
            in: [("formatter", "s")],
            access: .editor,
            "Gives the field another formatter, JSON as in a definition, or with \"\" none. The value is formatted anew."
        ),
        .method(
            "SetMode",
            in: [("mode", "s")],
            access: .editor,
            "Gives the field another mode, JSON as in a definition."
        ),
        .method(
            "Configure",
            in: [("definition", "s")],
            access: .editor,
            """
            Gives the field other looks in this session: a JSON object with keys of a definition's field, of label style \
            appearance placeholders hint visibleHintStates height maxTextHeight fixedTextHeight clearButton validation \
            returnKey onReturn disabledEditActions allowedEdits. Replaces what an earlier call said; "" is the definition's.
            """
        ),
        .method(
            "SetMetrics",
            in: [("metrics", "a{sv}")],
            access: .editor,
            "Says how many lines the texts take, from a client that measures for itself: `hintLines` (u), `textLines` (u)."
        ),
    ]

    // MARK: Properties

    private static let fieldProperties: [InterfaceDescription.Member] = [
        .property(
            "Revision",
            "t",
            access: .viewer,
            "The session's revision when a property of the field last changed. It is in every PropertiesChanged of the field."
        ),
        .property("Id", "s", access: .viewer, "The field's identifier."),
        .property(
            "AccessibilityId",
            "s",
            access: .viewer,
            "What accessibility tools find the field by; its parts add `_input`, `_button`, `_hint`, `_clear`."
        ),
        .property(
            "Type",
            "s",
            access: .viewer,
            "`text`, `textView` or `note`: a note has a text, a height and a place, and neither a value nor the focus."
        ),
        .property("Label", "s", access: .viewer, "The field's name for people."),
        .property("Text", "s", access: .viewer, writeAccess: .editor, "What the field shows. Writing it is SetText."),
        .property("Value", "s", access: .viewer, "The text without what the formatter added."),
        .property("Selection", "(uu)", access: .viewer, "Start and length."),
        .property("Caret", "u", access: .viewer, "The end of the selection that moves."),
        .property(
            "Composition",
            "s",
            access: .viewer,
            "What an input method composes, by SetComposition; \"\" for a secret."
        ),
        .property(
            "State",
            "s",
            access: .viewer,
            "`error`, `active`, `normal` or `disabled`; an error outranks the rest."
        ),
        .property("Enabled", "b", access: .viewer, writeAccess: .editor, "The field takes edits and the focus."),
        .property(
            "Visible",
            "b",
            access: .viewer,
            "False: by the definition's conditions it has no place in the form now."
        ),
        .property(
            "Focusable",
            "b",
            access: .viewer,
            writeAccess: .editor,
            "False: the application does not let the focus in."
        ),
        .property(
            "ReadOnly",
            "b",
            access: .viewer,
            writeAccess: .editor,
            "True: no user changes the text (`ActionDisabled`). Focus, selecting and copying stay."
        ),
        .property(
            "AllowedEdits",
            "as",
            access: .viewer,
            """
            What users change the text with: typing (InsertText, DeleteBackward, DeleteForward), replacement (ReplaceRange), \
            clipboard (cut, paste, delete), picker, clear. Empty where ReadOnly is true.
            """
        ),
        .property("Focused", "b", access: .viewer, "The field has the focus."),
        .property("Valid", "b", access: .viewer, "The field shows no error."),
        .property("Touched", "b", access: .viewer, "Somebody has edited the field."),
        .property("Modified", "b", access: .viewer, "The text differs from the one that the session was opened with."),
        .property("Required", "b", access: .viewer, "The field must not be empty."),
        .property("Pending", "b", access: .viewer, "A plug-in's verdict is awaited."),
        .property("Error", "s", access: .viewer, "The error's message."),
        .property("Warning", "s", access: .viewer, "What a rule of severity \"warning\" says; the field is valid."),
        .property("Hint", "s", access: .viewer, writeAccess: .editor, "The hint."),
        .property(
            "HintText",
            "s",
            access: .viewer,
            "What is shown below the field: the error, else the warning, else the hint."
        ),
        .property("HintVisible", "b", access: .viewer, "HintText is shown."),
        .property("Height", "d", access: .viewer, "The height of the whole field."),
        .property("HintHeight", "d", access: .viewer, "How much of the height the hint takes."),
        .property("TextHeight", "d", access: .viewer, "How much of the height the text takes."),
        .property(
            "MaxLength",
            "u",
            access: .viewer,
            writeAccess: .editor,
            "The most grapheme clusters that a user can enter: 0 is no text at all, 4294967295 is no limit."
        ),
        .property("MaskStatus", "s", access: .viewer, "`none`, `clear`, `incomplete` or `complete`."),
        .property("MaskTail", "s", access: .viewer, "What the formatter expects behind the text; \"\" for a secret."),
        .property("MaskPossible", "b", access: .viewer, "Typing more could make the formatter's text complete."),
        .property(
            "MaskBlocks",
            "a(uusa(uubs))",
            access: .viewer,
            "The blocks of a blockMask: start, length, status, and their cells: start, length, filled, text."
        ),
        .property(
            "CardBrands",
            "as",
            access: .viewer,
            """
            The brands of payment cards to which the number in a field with the rule creditCard belongs, taken or not: several \
            where they share it, none while the digits do not tell, and none for a secret.
            """
        ),
        .property("LastEdit", "s", access: .viewer, "`none`, `insert`, `delete` or `replace`."),
        .property(
            "Refusals",
            "a(ss)",
            access: .viewer,
            emits: .never,
            """
            What the session's last edit brought in vain, if it was this field's: the character, and what refused it: filter, \
            place, room, length, cluster, range, values, pattern, validator or stop.
            """
        ),
        .property("Placeholder", "s", access: .viewer, writeAccess: .editor, "The text of the first placeholder."),
        .property(.placeholders),
        .property(.presentation),
        .property(.actionButton),
        .property("DisabledEditActions", "as", access: .viewer, "Which actions PerformEditAction refuses."),
        .property("SecureEntry", "b", access: .viewer, writeAccess: .editor, "The text is to be drawn as dots."),
        .property("ReturnKey", "s", access: .viewer, "What the return key says."),
        .property(.keyboard),
        .property(
            "Markup",
            "a(suuss)",
            access: .viewer,
            """
            What of the texts is drawn in its own way: text, label or hint, start, length, and strong, emphasis, code, item, or \
            link with its address. The texts themselves are plain. A picture is a run image without a length, with the name by \
            which the client looks it up; one beside an option is the part option, its start the option's index.
            """
        ),
        .property(
            "NextField",
            "s",
            access: .viewer,
            writeAccess: .editor,
            "Where FocusNext leads; \"\" is by the form's order."
        ),
        .property(
            "PreviousField",
            "s",
            access: .viewer,
            writeAccess: .editor,
            "Where FocusPrevious leads; \"\" is by the form's order."
        ),
        .property(
            "Computed",
            "b",
            access: .viewer,
            "The daemon writes the text, from other fields; SetText is ActionDisabled, and SetValues passes the field over."
        ),
    ]

    // MARK: Signals

    private static let fieldSignals: [InterfaceDescription.Member] = [
        .signal(
            "TextChanged",
            [("text", "s"), ("value", "s"), ("origin", "s"), ("revision", "t")],
            "The text is another, by: user, program, picker, mask, trim, clear, reset or undo."
        ),
        .signal("StateChanged", [("state", "s"), ("previous", "s"), ("revision", "t")], "State is another."),
        .signal("HeightChanged", [("height", "d"), ("previous", "d"), ("revision", "t")], "Height is another."),
        .signal("EditingBegan", [("revision", "t")], "The field got the focus."),
        .signal("EditingEnded", [("revision", "t")], "The field lost the focus."),
        .signal("ReturnPressed", [("revision", "t")], "The return key was pressed."),
        .signal("ActionPressed", [("revision", "t")], "The action button was pressed."),
        .signal(
            "ValidationFailed",
            [("message", "s"), ("revision", "t")],
            "The field was validated, and is not valid."
        ),
        .signal("DateChanged", [("date", "s"), ("revision", "t")], "Another day was chosen."),
    ]
}

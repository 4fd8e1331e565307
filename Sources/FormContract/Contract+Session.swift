package import DBus

extension Contract {
    package static let session = InterfaceDescription(
        "org.formd.Forms1.Session",
        """
        A form that somebody fills in. Each call that changes something is one transaction: its signals leave first, all with \
        the same revision, then the reply.
        """,
        transactions + operations + roles + sessionProperties + sessionSignals
    )

    private static let transactions: [InterfaceDescription.Member] = [
        .method(
            "Apply",
            in: [("operations", "a(sa{sv})"), ("options", "a{sv}")],
            out: [("revision", "t"), ("changes", "a(sa{sv})")],
            access: .editor,
            """
            Carries out many operations as one transaction, all or none. An operation is the name of a method and its \
            arguments by name; with an argument `field` it is a method of that field. The option `ifRevision` (t) asks for \
            `StaleRevision` if the session is at another revision. The reply has, by field ("" is the session), the \
            properties that changed.
            """
        ),
        .method(
            "GetSnapshot",
            in: [("since", "t")],
            out: [("revision", "t"), ("changes", "a(sa{sv})")],
            access: .viewer,
            """
            The revision, and all properties of each object that has changed after the revision `since`, by field ("" is the \
            session). 0 asks for everything.
            """
        ),
        .method(
            "Subscribe",
            access: .viewer,
            "Sends the session's signals to this connection, where the audience is `members`."
        ),
        .method(
            "Record",
            access: .owner,
            """
            Sends Performed to this connection, whatever the audience, until Unsubscribe: what is needed to play a session \
            again.
            """
        ),
        .method("Unsubscribe", access: .viewer, "Ends what Subscribe and Record began."),
        .method("Close", access: .owner, "Ends the session."),
        .method(
            "Explain",
            out: [("explanations", "a(sa{sv})")],
            access: .viewer,
            """
            What each rule and condition says now and why, in the order of fields and rules. An entry has the field and: \
            rule (s: its type, or required, maxLength, formatter, input, visibleWhen, enabledWhen, requiredWhen, error, \
            pending), position (u: among the field's validators), parameters (a{ss}), read (a{ss}: the texts that the rule \
            read, by field, a secret's as bullets), cost (t: nanoseconds), verdict (s: valid, warning, invalid, unavailable, \
            pending or notAsked; of a condition holds or fails; of a message that a program set shown), message (s).
            """
        ),
        .method(
            "GetReview",
            out: [("answers", "a(sss)")],
            access: .viewer,
            """
            What was answered: field, label and shown text of each visible field, in the form's order. Secret fields are left \
            out.
            """
        ),
        .method(
            "GetDefinition",
            out: [("definition", "s")],
            access: .viewer,
            "The form's definition, JSON, as it was when the session was opened."
        ),
        .method(
            "GetValues",
            out: [("values", "a{ss}")],
            access: .viewer,
            "The unformatted values by field. Secret fields are left out."
        ),
    ]

    /// The reply of `Undo` and `Redo`.
    private static let travelled: [(String, ValueType)] = [("field", "s"), ("revision", "t")]

    private static let operations: [InterfaceDescription.Member] = [
        .method(
            "Validate",
            in: [("force", "b")],
            out: [("valid", "b"), ("errors", "a(ss)")],
            access: .editor,
            """
            Validates every visible, enabled field. Without `force` a field that shows an error is left as it is. The reply \
            has each field that fails and its message, in the fields' order.
            """
        ),
        .method(
            "Submit",
            out: [("values", "a{ss}")],
            access: .owner,
            """
            Validates the form and replies with all values, secrets among them. `NotValid` if a field is in error; the \
            first invalid field gets the focus.
            """
        ),
        .method(
            "SubmitDocument",
            out: [("document", "s")],
            access: .owner,
            """
            As Submit, with the values as one JSON object: numbers as numbers with every digit, toggles as true or false, several \
            options as an array of their values, a group as an array with an object for each row, anything else as a string. \
            Empty strings and fields that are not visible are left out.
            """
        ),
        .method(
            "RequestSubmit",
            access: .editor,
            """
            Asks the owner to submit, as a form's button in a front end that may not submit does: validates as Submit does, \
            then sends SubmitRequested.
            """
        ),
        .method(
            "SetErrors",
            in: [("errors", "a{ss}")],
            access: .editor,
            "Shows messages at fields: what a server said after Submit."
        ),
        .method(
            "Reset",
            access: .editor,
            "Brings back the texts that the session was opened with. The focus stays, and so do other properties."
        ),
        .method("FocusNext", access: .editor, "Moves the focus to the next field that takes it."),
        .method("FocusPrevious", access: .editor, "Moves the focus to the previous field that takes it."),
        .method("FocusField", in: [("field", "s")], access: .editor, "Gives the focus to a field."),
        .method("Blur", access: .editor, "Takes the focus from whichever field has it."),
        .method(
            "SetValues",
            in: [("values", "a{ss}")],
            access: .editor,
            "Sets the texts of many fields, each as SetText does."
        ),
        .method(
            "SetViewport",
            in: [("height", "d"), ("keyboardInset", "d")],
            access: .editor,
            "Says how much of the form can be seen, and how much of that an on-screen keyboard covers, in logical pixels."
        ),
        .method(
            "AddRow",
            in: [("group", "s"), ("position", "i")],
            out: [("row", "u")],
            access: .editor,
            """
            Adds a row to a group, at a position among its rows or, with -1, behind them. The reply has the row's number, \
            which no later row gets; its fields are GROUP_ROW_NAME. `LimitExceeded` at the group's most rows.
            """
        ),
        .method(
            "RemoveRow",
            in: [("group", "s"), ("row", "u")],
            access: .editor,
            "Removes a row, by its number. `LimitExceeded` at the group's least rows."
        ),
        .method(
            "MoveRow",
            in: [("group", "s"), ("row", "u"), ("position", "u")],
            access: .editor,
            "Moves a row, by its number, to a position among the group's rows."
        ),
        .method(
            "NextPage",
            out: [("page", "u")],
            access: .editor,
            "Validates the page and shows the next one. `NotValid` if a field of the page is in error."
        ),
        .method("PreviousPage", out: [("page", "u")], access: .editor, "Shows the page before. Validates nothing."),
        .method(
            "ShowPage",
            in: [("page", "u")],
            out: [("page", "u")],
            access: .editor,
            "Shows a page, counted from 0. Pages that are passed forward are validated."
        ),
        .method(
            "Undo",
            out: travelled,
            access: .editor,
            """
            Takes the last edit back. The reply has the field whose text went back, which gets the focus; "" where rows \
            did.
            """
        ),
        .method(
            "Redo",
            out: travelled,
            access: .editor,
            "Does the edit again that Undo took back. Replies as Undo does."
        ),
    ]

    private static let roles: [InterfaceDescription.Member] = [
        .method(
            "Extend",
            access: .editor,
            "Somebody is there: the session's idle time begins anew, as it does with every operation."
        ),
        .method(
            "Grant",
            in: [("uid", "u"), ("role", "s")],
            access: .owner,
            """
            Gives another user a role in the session, in place of the one that the user has: `viewer`, `editor` or `owner`. \
            `InvalidArgument` for a user whom the machine does not know, and for the one who opened the session; \
            `LimitExceeded` for more than 64 users.
            """
        ),
        .method(
            "Revoke",
            in: [("uid", "u")],
            access: .owner,
            """
            Takes a user's role away again, and ends the user's subscriptions at once. `InvalidArgument` for a user who has \
            none, and for the one who opened the session.
            """
        ),
    ]

    private static let sessionProperties: [InterfaceDescription.Member] = [
        .property("Form", "s", access: .viewer, "The form's name."),
        .property("Title", "s", access: .viewer, "The form's title in the session's language."),
        .property("State", "s", access: .viewer, "`editing` or `submitted`."),
        .property("Valid", "b", access: .viewer, "No field shows an error."),
        .property("Complete", "b", access: .viewer, "Every field would pass validation now."),
        .property(
            "Revision",
            "t",
            access: .viewer,
            """
            Grows by one with each transaction that changed something. It is in every PropertiesChanged of the session; a \
            transaction that changed nothing but fields does not announce it.
            """
        ),
        .property("FocusedField", "s", access: .viewer, "The field that has the focus; \"\" is none."),
        .property("HasNext", "b", access: .viewer, "FocusNext would lead somewhere."),
        .property("HasPrevious", "b", access: .viewer, "FocusPrevious would lead somewhere."),
        .property("Fields", "ao", access: .viewer, "The fields' paths in the form's order."),
        .property(
            "Structure",
            "a(ssubsu)",
            access: .viewer,
            """
            The form from top to bottom: kind (field, note, section, group, row or review), identifier, depth, visible, the \
            title of a section or a review or what a row is called, and the columns of twelve that the element wants (1 to 12).
            """
        ),
        .property(.groups),
        .property("Page", "u", access: .viewer, "The page that is shown, from 0. It follows the focus."),
        .property(.pages),
        .property(
            "Locale",
            "s",
            access: .viewer,
            writeAccess: .editor,
            "Language and region of texts and numbers, a BCP 47 tag."
        ),
        .property(
            "Languages",
            "as",
            access: .viewer,
            "The languages that the definition has texts in, BCP 47 tags. Empty if its texts are the same in every language."
        ),
        .property(
            "Labels",
            "a{ss}",
            access: .viewer,
            """
            The words for buttons in the session's language, by name: submit cancel next previous addRow removeRow show hide \
            clear done choose. The definition's `labels` come before formd's own.
            """
        ),
        .property(
            "Direction",
            "s",
            access: .viewer,
            "`ltr` or `rtl`: the session's language is written from left to right, or from right to left. Frames are mirrored."
        ),
        .property(
            "TextScale",
            "d",
            access: .viewer,
            writeAccess: .editor,
            "How many times as large as in the form's styles text is, 0.5 to 4 (`OutOfRange`). Heights and frames follow."
        ),
        .property(
            "ColorScheme",
            "s",
            access: .viewer,
            writeAccess: .editor,
            "`dark` or `light`: the palette that colours are of."
        ),
        .property(
            "Width",
            "d",
            access: .viewer,
            writeAccess: .editor,
            "The form's width in logical pixels, above 0 and at most 65,536 (`OutOfRange`)."
        ),
        .property(.frames),
        .property(
            "ContentHeight",
            "d",
            access: .viewer,
            "The height of what is shown, fields and what stands between them, in logical pixels."
        ),
        .property(
            "ScrollOffset",
            "d",
            access: .viewer,
            "How far to scroll, so that the focused or the first invalid field can be seen."
        ),
        .property("CanUndo", "b", access: .viewer, "Undo would take something back."),
        .property("CanRedo", "b", access: .viewer, "Redo would do something again."),
        .property(
            "Restored",
            "b",
            access: .viewer,
            """
            The session came back after the daemon had ended. Its secret fields are empty. False from the first edit on.
            """
        ),
        .property(
            "LeftOut",
            "as",
            access: .viewer,
            """
            The fields of the session's draft that were left out when it was opened, since the form has changed and has no \
            place for them or for what they said. Empty without a draft, and when the session has come back.
            """
        ),
    ]

    private static let sessionSignals: [InterfaceDescription.Member] = [
        .signal(
            "FocusChanged",
            [("field", "s"), ("previous", "s"), ("revision", "t")],
            "Another field has the focus; \"\" is none."
        ),
        .signal(
            "FocusRefused",
            [("field", "s"), ("reason", "s"), ("revision", "t")],
            "Focus or FocusField asked for the focus, and the field does not take it: `disabled`, or `vetoed` by Focusable."
        ),
        .signal(
            "HeightChanged",
            [("height", "d"), ("previous", "d"), ("revision", "t")],
            "The content's height has changed."
        ),
        .signal(
            "Validated",
            [("valid", "b"), ("errors", "a(ss)"), ("revision", "t")],
            "The form was validated as a whole: field and message in the fields' order."
        ),
        .signal("PageChanged", [("page", "u"), ("previous", "u"), ("revision", "t")], "Another page is shown."),
        .signal("Submitted", [("revision", "t")], "The form was submitted."),
        .signal("SubmitRequested", [("revision", "t")], "An editor asks the owner to submit; the form is valid."),
        .signal(
            "Performed",
            [("operations", "a(sa{sv})"), ("failure", "s"), ("at", "t")],
            """
            Sent to those who called Record, behind the other signals of a transaction: the operations that it consisted of, as \
            Apply takes them, the name of the error that refused it (\"\" if it was carried out), and the session's revision \
            behind it. To write a property is the operation Set with the arguments property and value. A secret's text is \
            bullets, and the operation has the argument masked.
            """
        ),
        .signal(
            "IdleWarning",
            [("seconds", "u")],
            """
            Nobody uses the session: in so many seconds it is reset or closed, as its idle policy says, unless an operation or \
            Extend comes before.
            """
        ),
        .signal(
            "Closed",
            [("reason", "s")],
            """
            The session has ended: it was `closed`, `submitted` and closed, its `owner-vanished`, it was `idle`, or the \
            daemon did a `shutdown`.
            """
        ),
    ]
}

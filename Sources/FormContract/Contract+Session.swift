package import DBus

extension Contract {
    package static let session = InterfaceDescription(
        "org.formd.Forms1.Session",
        """
        A form that a user fills in. Each call that changes something is one transaction: formd first sends its \
        signals, all with the same revision, and then the reply.
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
            Performs many operations as one transaction: either all of them or none. An operation is the name of a \
            method and its arguments by name; with an argument `field` it is a method of that field, or with the \
            field "" of the field that has the focus then. With the option `ifRevision` (t) the call fails with \
            `StaleRevision` if the session is at another revision. Returns the changed properties by field ("" is the \
            session).
            """
        ),
        .method(
            "GetSnapshot",
            in: [("since", "t")],
            out: [("revision", "t"), ("changes", "a(sa{sv})")],
            access: .viewer,
            """
            Returns the revision, and all properties of each object that has changed after the revision `since`, by \
            field ("" is the session). With 0 it returns all objects.
            """
        ),
        .method(
            "Follow",
            in: [("options", "a{sv}")],
            out: [("revision", "t"), ("changes", "a(sa{sv})"), ("removed", "as")],
            access: .viewer,
            """
            Subscribes this connection and returns the state in one step: nothing is missed between the two. From \
            then on the connection gets one signal Changed for each transaction, in place of the session's and its \
            fields' other signals (IdleWarning and Closed still come). Options: since (t: as in GetSnapshot; 0, the \
            default, returns everything), properties (as: only these properties of the session and of fields are \
            returned and sent; default all). Unsubscribe ends it. A connection that reads slowly gets fewer Changed, \
            each with the latest values of everything that changed meanwhile: formd keeps no more for it than one \
            state, and never disconnects it for that. `removed` contains the fields that went with their rows after \
            the revision `since`; if formd does not know them any more, it returns everything.
            """
        ),
        .method(
            "Subscribe",
            access: .viewer,
            "Subscribes this connection to the session's signals, if the audience is `members`."
        ),
        .method(
            "Record",
            access: .owner,
            """
            Sends the signal Performed to this connection until Unsubscribe is called, whatever the audience is. The \
            signals contain what is needed to replay the session.
            """
        ),
        .method("Unsubscribe", access: .viewer, "Ends the effect of Subscribe, Follow and Record for this connection."),
        .method("Close", access: .owner, "Ends the session."),
        .method(
            "Explain",
            out: [("explanations", "a(sa{sv})")],
            access: .viewer,
            """
            Returns the current result of each rule and condition and the reason, in the order of fields and rules. \
            Each entry consists of the field and: rule (s: its type, or required, maxLength, formatter, input, \
            visibleWhen, enabledWhen, requiredWhen, error, pending), position (u: the index among the field's \
            validators), parameters (a{ss}), read (a{ss}: the texts that the rule read, by field, with bullets for \
            secrets), cost (t: nanoseconds), verdict (s: valid, warning, invalid, unavailable, pending or notAsked for \
            a rule; holds or fails for a condition; shown for a message that a program has set), message (s).
            """
        ),
        .method(
            "GetReview",
            out: [("answers", "a(sss)")],
            access: .viewer,
            """
            Returns the answers: the field, label and displayed text of each visible field, in the form's order. \
            Secret fields are omitted.
            """
        ),
        .method(
            "GetDefinition",
            out: [("definition", "s")],
            access: .viewer,
            "Returns the form's definition, as JSON, with which the session was opened."
        ),
        .method(
            "GetValues",
            out: [("values", "a{ss}")],
            access: .viewer,
            "Returns the unformatted values by field. Secret fields are omitted."
        ),
    ]

    /// The reply of `Undo` and `Redo`.
    private static let restored: [(String, ValueType)] = [("field", "s"), ("revision", "t")]

    private static let operations: [InterfaceDescription.Member] = [
        .method(
            "Validate",
            in: [("force", "b")],
            out: [("valid", "b"), ("errors", "a(ss)")],
            access: .editor,
            """
            Validates every visible, enabled field. Without `force`, a field that already shows an error is not \
            validated again. Returns each invalid field and its message, in the fields' order.
            """
        ),
        .method(
            "Submit",
            out: [("values", "a{ss}")],
            access: .owner,
            """
            Validates the form and returns all values, including secrets. `NotValid` if a field has an error; the \
            first invalid field gets the focus then.
            """
        ),
        .method(
            "SubmitDocument",
            out: [("document", "s")],
            access: .owner,
            """
            Like Submit, but returns the values as one JSON object: numbers as exact JSON numbers, toggles as true or \
            false, several chosen options as an array of their values, a group as an array with an object for each \
            row, and all other values as strings. Empty strings and invisible fields are omitted.
            """
        ),
        .method(
            "RequestSubmit",
            access: .editor,
            """
            Asks the owner to submit the form; for the submit button of a front end that may not submit. Validates the \
            form like Submit, then sends the signal SubmitRequested.
            """
        ),
        .method(
            "SetErrors",
            in: [("errors", "a{ss}")],
            access: .editor,
            "Shows error messages at fields, for example those that a server returned after Submit."
        ),
        .method(
            "Reset",
            access: .editor,
            "Restores the texts with which the session was opened. The focus and other properties do not change."
        ),
        .method("FocusNext", access: .editor, "Moves the focus to the next field that can have it."),
        .method("FocusPrevious", access: .editor, "Moves the focus to the previous field that can have it."),
        .method("FocusField", in: [("field", "s")], access: .editor, "Gives the focus to a field."),
        .method("Blur", access: .editor, "Takes the focus from whichever field has it."),
        .method(
            "SetValues",
            in: [("values", "a{ss}")],
            access: .editor,
            "Sets the texts of many fields as SetText does."
        ),
        .method(
            "SetViewport",
            in: [("height", "d"), ("keyboardInset", "d")],
            access: .editor,
            "Sets the height of the visible area, and how much of it an on-screen keyboard covers, in logical pixels."
        ),
        .method(
            "AddRow",
            in: [("group", "s"), ("position", "i")],
            out: [("row", "u")],
            access: .editor,
            """
            Adds a row to a group at a position among its rows, or after them with the position -1. Returns the number \
            of the row, which is never used for another row; the row's fields are named GROUP_ROW_NAME. \
            `LimitExceeded` if the group has the maximum number of rows.
            """
        ),
        .method(
            "RemoveRow",
            in: [("group", "s"), ("row", "u")],
            access: .editor,
            "Removes the row with this number. `LimitExceeded` if the group has the minimum number of rows."
        ),
        .method(
            "MoveRow",
            in: [("group", "s"), ("row", "u"), ("position", "u")],
            access: .editor,
            "Moves the row with this number to a position among the group's rows."
        ),
        .method(
            "NextPage",
            out: [("page", "u")],
            access: .editor,
            "Validates the page and shows the next one. `NotValid` if a field of the page has an error."
        ),
        .method("PreviousPage", out: [("page", "u")], access: .editor, "Shows the previous page. Validates nothing."),
        .method(
            "ShowPage",
            in: [("page", "u")],
            out: [("page", "u")],
            access: .editor,
            "Shows the page with this index, from 0. When moving forward, all pages before that page are validated."
        ),
        .method(
            "Undo",
            out: restored,
            access: .editor,
            """
            Reverts the last edit. Returns the field whose text was restored, which gets the focus, or "" if rows were \
            restored.
            """
        ),
        .method("Redo", out: restored, access: .editor, "Repeats the edit that Undo reverted. Replies like Undo."),
    ]

    private static let roles: [InterfaceDescription.Member] = [
        .method(
            "Extend",
            access: .editor,
            "Restarts the session's idle time, as every operation does. For users who are present but do not type."
        ),
        .method(
            "Grant",
            in: [("uid", "u"), ("role", "s")],
            access: .owner,
            """
            Gives another user a role in the session, which replaces the user's present role: `viewer`, `editor` or \
            `owner`. `InvalidArgument` for a user ID that does not exist on this machine, and for the user who opened \
            the session; `LimitExceeded` for more than 64 users. The user accepts the role by calling a member of the \
            session; before that no signals are sent to the user, and ListSessions does not list the session.
            """
        ),
        .method(
            "Revoke",
            in: [("uid", "u")],
            access: .owner,
            """
            Removes the role of a user, and ends the user's subscriptions at once. `InvalidArgument` for a user \
            without a role, and for the user who opened the session.
            """
        ),
        .method(
            "Share",
            out: [("code", "s"), ("seconds", "u")],
            access: .owner,
            """
            Makes a code of eight letters and digits for a person to type in at another daemon that shares the same \
            database, which goes on with the session by `Attach`; it is valid once, and for so many seconds. \
            `StoreUnavailable` if the session is not stored, or the database is away.
            """
        ),
        .method(
            "Leave",
            access: .viewer,
            """
            Gives up the role that an owner has granted to the caller's user, or declines it. The user who opened the \
            session cannot leave it (`InvalidArgument`).
            """
        ),
    ]

    private static let sessionProperties: [InterfaceDescription.Member] = [
        .property("Form", "s", access: .viewer, "The form's name."),
        .property("Title", "s", access: .viewer, "The form's title in the session's language."),
        .property("State", "s", access: .viewer, "`editing` or `submitted`."),
        .property("Valid", "b", access: .viewer, "Whether no field shows an error."),
        .property("Complete", "b", access: .viewer, "Whether every field would pass validation now."),
        .property(
            "Revision",
            "t",
            access: .viewer,
            """
            A number that grows by one with each transaction that changed something. Every PropertiesChanged of the \
            session contains it. A transaction that changed only fields does not announce it.
            """
        ),
        .property("FocusedField", "s", access: .viewer, "The field that has the focus; \"\" if no field has it."),
        .property("HasNext", "b", access: .viewer, "Whether FocusNext can move the focus."),
        .property("HasPrevious", "b", access: .viewer, "Whether FocusPrevious can move the focus."),
        .property("Fields", "ao", access: .viewer, "The object paths of the fields, in the form's order."),
        .property(.structure),
        .property(.groups),
        .property("Page", "u", access: .viewer, "The index of the page that is shown, from 0. It follows the focus."),
        .property(.pages),
        .property(
            "Locale",
            "s",
            access: .viewer,
            writeAccess: .editor,
            "The language and region for texts and numbers, a BCP 47 tag."
        ),
        .property(
            "Languages",
            "as",
            access: .viewer,
            "The languages of the definition's texts, BCP 47 tags. Empty if the texts are the same in every language."
        ),
        .property(
            "Labels",
            "a{ss}",
            access: .viewer,
            """
            The labels of buttons in the session's language, by name: submit cancel next previous addRow removeRow \
            show hide clear done choose. They come from the definition's `labels`, or else from formd's own messages.
            """
        ),
        .property(
            "Direction",
            "s",
            access: .viewer,
            "The writing direction of the session's language: `ltr`, or `rtl`, in which frames are mirrored."
        ),
        .property(
            "TextScale",
            "d",
            access: .viewer,
            writeAccess: .editor,
            "The factor for all font sizes, 0.5 to 4 (otherwise `OutOfRange`). It affects heights and frames."
        ),
        .property(
            "ColorScheme",
            "s",
            access: .viewer,
            writeAccess: .editor,
            "The palette of the colours: `dark` or `light`."
        ),
        .property(
            "Width",
            "d",
            access: .viewer,
            writeAccess: .editor,
            "The form's width in logical pixels, above 0 and at most 65,536 (otherwise `OutOfRange`)."
        ),
        .property(.frames),
        .property(
            "ContentHeight",
            "d",
            access: .viewer,
            "The height of the form, or of the page that is shown, in logical pixels."
        ),
        .property(
            "ScrollOffset",
            "d",
            access: .viewer,
            "The distance to scroll down so that the focused field, or the first invalid field, is visible."
        ),
        .property("CanUndo", "b", access: .viewer, "Whether there is an edit that Undo can revert."),
        .property("CanRedo", "b", access: .viewer, "Whether there is an edit that Redo can repeat."),
        .property(
            "Restored",
            "b",
            access: .viewer,
            """
            Whether the daemon has restored the session after a restart. Its secret fields are empty then. Becomes \
            false with the first edit.
            """
        ),
        .property(
            "LeftOut",
            "as",
            access: .viewer,
            """
            The fields of the draft that could not be restored when the session was opened, because the form has \
            changed and no longer has these fields or accepts their values. Empty without a draft, and in a restored \
            session.
            """
        ),
    ]

    private static let sessionSignals: [InterfaceDescription.Member] = [
        .signal(
            "SubscriptionEnded",
            [("reason", "s")],
            """
            Sent to one connection only: formd has ended its subscription. The reason is `slow` (too much was unread; \
            call Subscribe or Follow again) or `revoked` (the user's role was taken away).
            """
        ),
        .signal(
            "Changed",
            [("revision", "t"), ("changes", "a(sa{sv})"), ("removed", "as"), ("events", "a(sa{sv})")],
            """
            Sent to the connections that called Follow: everything that one transaction did, or several if the \
            connection reads slowly. changes: by field ("" is the session) the properties that changed, and all of \
            them for a field that was added. removed: fields that went with their rows. events: what happened \
            besides, in order, each with its name (the name of a signal of Session or Field that is not a change of a \
            property: EditingBegan, EditingEnded, ReturnPressed, ActionPressed, ValidationFailed, Validated, \
            FocusRefused, Submitted, SubmitRequested) and its arguments by name, with field (s) for a field's; and \
            Lost with count (u) if more than 1,000 events could not be kept.
            """
        ),
        .signal(
            "FocusChanged",
            [("field", "s"), ("previous", "s"), ("revision", "t")],
            "Another field has the focus; \"\" if no field has it."
        ),
        .signal(
            "FocusRefused",
            [("field", "s"), ("reason", "s"), ("revision", "t")],
            "Focus or FocusField failed because the field is `disabled`, or is `vetoed` because Focusable is false."
        ),
        .signal(
            "HeightChanged",
            [("height", "d"), ("previous", "d"), ("revision", "t")],
            "The content's height has changed."
        ),
        .signal(
            "Validated",
            [("valid", "b"), ("errors", "a(ss)"), ("revision", "t")],
            "The whole form was validated. `errors` has each invalid field and its message, in the fields' order."
        ),
        .signal("PageChanged", [("page", "u"), ("previous", "u"), ("revision", "t")], "Another page is shown."),
        .signal("Submitted", [("revision", "t")], "The form was submitted."),
        .signal("SubmitRequested", [("revision", "t")], "An editor asks the owner to submit the form, which is valid."),
        .signal(
            "Performed",
            [("operations", "a(sa{sv})"), ("failure", "s"), ("at", "t")],
            """
            Sent to the callers of Record after the other signals of a transaction. It contains the operations in the \
            format of Apply, the name of the error if the transaction failed (otherwise \"\"), and the session's \
            revision after it. Writing a property is the operation Set with the arguments property and value. Bullets \
            replace a secret's text, and the operation then has the argument masked.
            """
        ),
        .signal(
            "IdleWarning",
            [("seconds", "u")],
            """
            Nobody is using the session. After this number of seconds the session is reset or closed, according to its \
            idle policy, unless an operation or Extend is called before.
            """
        ),
        .signal(
            "Closed",
            [("reason", "s")],
            """
            The session has ended. The reason is `closed`, `submitted` (closed after it was submitted), \
            `owner-vanished` (the connections of its `lifetime` have ended), `idle`, `moved` (it goes on at another \
            daemon), or `shutdown` (the daemon has ended). Only to the subscribers whose user has lost the role: `revoked`.
            """
        ),
    ]
}

package import DBus

extension Contract {
    package static let manager = InterfaceDescription(
        "org.formd.Forms1.Manager",
        "The daemon: which forms there are, who has sessions, what is wrong with a definition.",
        [
            .method(
                "OpenSession",
                in: [("form", "s"), ("options", "a{sv}")],
                out: [("session", "o")],
                access: .anyone,
                "Opens a session of an installed form. The reference lists the options; an unknown one is an error."
            ),
            .method(
                "OpenDefinition",
                in: [("definition", "s"), ("options", "a{sv}")],
                out: [("session", "o")],
                access: .anyone,
                "Opens a session of a form definition, JSON. The options are those of OpenSession."
            ),
            .method(
                "ListForms",
                out: [("forms", "a(ss)")],
                access: .anyone,
                "The installed forms: name and English title. A form that cannot be opened has no title."
            ),
            .method(
                "ListSessions",
                out: [("sessions", "a(osu)")],
                access: .anyone,
                "The open sessions in which the caller has a role: path, form, and the uid of the user who opened it."
            ),
            .method(
                "GetDefinition",
                in: [("form", "s")],
                out: [("definition", "s")],
                access: .anyone,
                "The definition of an installed form as it stands in its file."
            ),
            .method(
                "CheckDefinition",
                in: [("definition", "s")],
                out: [("diagnostics", "a(sss)")],
                access: .anyone,
                "What is wrong with a definition: \"error\" or \"warning\", the place as a JSON Pointer, and a message."
            ),
            .method(
                "ListTypes",
                out: [("types", "a(sss)")],
                access: .anyone,
                """
                The types of formatters, validators, placeholders and measurers that definitions can name: kind, name, and \
                the plug-in that provides it ("" if it is built in).
                """
            ),
            .method(
                "Format",
                in: [("formatter", "s"), ("text", "s")],
                out: [("formatted", "s"), ("value", "s"), ("complete", "b")],
                access: .anyone,
                """
                Formats a text without a session. The formatter is JSON as in a definition. The reply has the text as a field \
                would show it, its unformatted value, and whether it is complete.
                """
            ),
            .method(
                "Check",
                in: [("validators", "s"), ("text", "s")],
                out: [("valid", "b"), ("message", "s")],
                access: .anyone,
                """
                Validates a text without a session. The validators are a JSON array as in a definition. The message is that \
                of the first rule that the text breaks.
                """
            ),
            .method(
                "ListDrafts",
                out: [("drafts", "a(sst)")],
                access: .anyone,
                "The caller's drafts: form, name, and when it was last changed, in seconds since 1970."
            ),
            .method(
                "DiscardDraft",
                in: [("form", "s"), ("name", "s")],
                access: .anyone,
                """
                Deletes a draft of the caller's. A session that is open with the draft stores it again at its next change.
                """
            ),
            .method(
                "Reload",
                access: .owner,
                """
                Reads forms and plug-ins from disk again. Open sessions keep theirs. For the daemon's own user and root.
                """
            ),
            .method(
                "GetStatistics",
                out: [("statistics", "a{sv}")],
                access: .anyone,
                """
                How many sessions and fields there are, how much of each quota is used, what the caller's bytes are held for, \
                and how plug-ins are. No values.
                """
            ),
            .property("Version", "s", access: .anyone, emits: .constant, "The daemon's version."),
            .signal(
                "SessionOpened",
                [("session", "o"), ("form", "s")],
                "A session was opened. Sent to those who get the session's own signals."
            ),
            .signal(
                "SessionClosed",
                [("session", "o"), ("reason", "s")],
                "A session has ended, for the reason that its `Closed` has."
            ),
            .signal("TypesChanged", [], "Forms and plug-ins were read from disk again."),
        ]
    )

    /// An entry of an `a{sv}` argument.
    package struct Option: Sendable {
        package let name: String
        package let type: ValueType
        /// The value that is used if the option is missing.
        package let fallback: String
        package let documentation: String

        init(_ name: String, _ type: ValueType, _ fallback: String, _ documentation: String) {
            self.name = name
            self.type = type
            self.fallback = fallback
            self.documentation = documentation
        }
    }

    /// The options of `OpenSession` and `OpenDefinition`.
    package static let sessionOptions = [
        Option("token", "s", "random", "The last part of the session's path, 1 to 64 of `[A-Za-z0-9_]`."),
        Option(
            "attach",
            "b",
            "false",
            "A session that the caller has open under the token, of the same form, is answered as it is instead of `SessionExists`."
        ),
        Option("locale", "s", "`en`", "Language and region of texts and numbers, a BCP 47 tag of 1 to 63 characters."),
        Option("width", "d", "320", "The form's width in logical pixels, above 0 and at most 65,536."),
        Option(
            "layout",
            "s",
            "`full`",
            "`full`, or `none`: no heights, frames and colours are worked out and announced. See *Without a layout*."
        ),
        Option(
            "textScale",
            "d",
            "1",
            "How many times as large as in the form's styles text is, 0.5 to 4. The property is `TextScale`."
        ),
        Option("colorScheme", "s", "`dark`", "`dark` or `light`. The property is `ColorScheme`."),
        Option("values", "a{ss}", "the definition's", "First texts by field. They are not validated."),
        Option(
            "lifetime",
            "s",
            "`detached`",
            """
            `detached`, until the session is closed or idle; `connection`, as long as the caller's connection; or `members`, until a \
            minute after the last connection that subscribed has left, or after the opening if none has.
            """
        ),
        Option(
            "idleTimeout",
            "u",
            "86,400; with `idle` 0",
            "Seconds without an operation after which the session is closed; 0 is never."
        ),
        Option(
            "idle",
            "a{sv}",
            "the definition's",
            """
            What becomes of a session that nobody uses: `warn` (u) seconds without an operation `IdleWarning` comes, `grace` (u, 10) \
            seconds later the `action` (s): `reset`, the default, or `close`. Seconds are 1 to 86,400. See *Idle sessions*.
            """
        ),
        Option(
            "draft",
            "s",
            "none",
            """
            A name of 1 to 64 characters under which the values are kept beyond the session, and found again when the form is \
            opened with it; discarded when the form is submitted. Secrets are not kept. What the form has no place for any more is \
            left out.
            """
        ),
        Option(
            "durable",
            "b",
            "the form's `durable`",
            """
            `false`: nothing of the session is written to the disk. Otherwise a `detached` session survives the daemon's end, \
            without its secrets.
            """
        ),
        Option(
            "audience",
            "s",
            "`bus` on the session bus, else `members`",
            "Who gets the session's signals: `bus`, everybody, or `members`, the connections that called Subscribe. On the system bus `bus` is refused."
        ),
    ]
}

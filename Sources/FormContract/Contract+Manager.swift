package import DBus

extension Contract {
    package static let manager = InterfaceDescription(
        "org.formd.Forms1.Manager",
        "The daemon: lists the installed forms and the open sessions, opens sessions, and checks definitions.",
        [
            .method(
                "OpenSession",
                in: [("form", "s"), ("options", "a{sv}")],
                out: [("session", "o")],
                access: .anyone,
                "Opens a session of an installed form. The reference lists the options; an unknown option is an error."
            ),
            .method(
                "OpenDefinition",
                in: [("definition", "s"), ("options", "a{sv}")],
                out: [("session", "o")],
                access: .anyone,
                "Opens a session of a form definition in JSON. The options are the same as for OpenSession."
            ),
            .method(
                "ListForms",
                out: [("forms", "a(ss)")],
                access: .anyone,
                "Returns the name and English title of each installed form. A form that cannot be opened has no title."
            ),
            .method(
                "ListSessions",
                out: [("sessions", "a(osu)")],
                access: .anyone,
                """
                Returns the open sessions in which the caller has a role: the path, the form, and the ID of the user \
                who opened it.
                """
            ),
            .method(
                "GetDefinition",
                in: [("form", "s")],
                out: [("definition", "s")],
                access: .anyone,
                "Returns the definition of an installed form, exactly as in its file."
            ),
            .method(
                "CheckDefinition",
                in: [("definition", "s")],
                out: [("diagnostics", "a(sss)")],
                access: .anyone,
                """
                Returns the errors and warnings about a definition: "error" or "warning", the place as a JSON Pointer, \
                and a message.
                """
            ),
            .method(
                "ListTypes",
                out: [("types", "a(sss)")],
                access: .anyone,
                """
                Returns the types of formatters, validators, placeholders and measurers that definitions can use: the \
                kind, the name, and the plug-in that provides the type ("" for a built-in type).
                """
            ),
            .method(
                "Format",
                in: [("formatter", "s"), ("text", "s")],
                out: [("formatted", "s"), ("value", "s"), ("complete", "b")],
                access: .anyone,
                """
                Formats a text without a session. The formatter is JSON as in a definition. Returns the formatted \
                text, its unformatted value, and whether it is complete.
                """
            ),
            .method(
                "Check",
                in: [("validators", "s"), ("text", "s")],
                out: [("valid", "b"), ("message", "s")],
                access: .anyone,
                """
                Validates a text without a session. The validators are a JSON array as in a definition. Returns \
                whether the text is valid, and otherwise the message of the first rule that fails.
                """
            ),
            .method(
                "ListDrafts",
                out: [("drafts", "a(sst)")],
                access: .anyone,
                "Returns the caller's drafts: the form, the name, and the time of the last change (seconds since 1970)."
            ),
            .method(
                "DiscardDraft",
                in: [("form", "s"), ("name", "s")],
                access: .anyone,
                """
                Deletes a draft of the caller. A session that is open with the draft stores it again at its next change.
                """
            ),
            .method(
                "ListSubmissions",
                out: [("submissions", "a(ssutsus)")],
                access: .owner,
                """
                Returns the submissions that have not arrived at their targets, the oldest first: the key, the form, the \
                ID of the user, the time of the submission (seconds since 1970), the state "ready", "underway", \
                "delayed" or "refused", the number of attempts since the daemon started, and why the last one has \
                failed. Only for the daemon's own user and root.
                """
            ),
            .method(
                "GetSubmission",
                in: [("key", "s")],
                out: [("document", "s")],
                access: .owner,
                """
                Returns the document of a submission that has not arrived, as its target gets it. Only for the daemon's \
                own user and root.
                """
            ),
            .method(
                "RetrySubmission",
                in: [("key", "s")],
                access: .owner,
                """
                Delivers a submission now that is delayed or refused. Only for the daemon's own user and root.
                """
            ),
            .method(
                "DiscardSubmission",
                in: [("key", "s")],
                access: .owner,
                """
                Deletes a submission that has not arrived. It is lost. Only for the daemon's own user and root.
                """
            ),
            .method(
                "ListElsewhere",
                out: [("sessions", "a(sssst)")],
                access: .anyone,
                """
                Returns the caller's sessions at other daemons that share the same database, the newest first: what \
                `Attach` takes, the token, the form, the daemon that has it (empty if none has), and the time of the last change, in \
                seconds since 1970. `StoreUnavailable` if sessions are not shared, or the database is away.
                """
            ),
            .method(
                "Attach",
                in: [("session", "s")],
                out: [("path", "o")],
                access: .anyone,
                """
                Goes on with a session of another daemon, which is the caller's then and closed there with the reason \
                `moved`. session: what `ListElsewhere` returns, or a code of `Share`, with which it can be anybody's. A \
                daemon that has not been heard of for 30 s loses its sessions; any other has 5 s to release it, else the \
                error is `SessionExists`. `UnknownSession` for one that has ended and for a code that is not valid any \
                more; `LimitExceeded` for more than 10 codes, then one in 10 s.
                """
            ),
            .method(
                "Watch",
                in: [("session", "s")],
                out: [("path", "o")],
                access: .anyone,
                """
                Shows a session of another daemon, which stays there: a session that can be read and followed, and refuses \
                every change (`AccessDenied`). session: what `ListElsewhere` returns. It is closed with the other, and a \
                minute after its last subscriber has left.
                """
            ),
            .method(
                "Reload",
                access: .owner,
                """
                Reads forms and plug-ins from disk again, and begins to look for a new version of the bundle of forms. Open \
                sessions keep their definitions. Only for the daemon's own user and root.
                """
            ),
            .method(
                "UpdateBundle",
                out: [("bundle", "a{sv}")],
                access: .owner,
                """
                Looks for a new version of the bundle of forms, takes it up, and returns `bundle` of `GetStatistics`: an error \
                of the bundle is in it. Only for the daemon's own user and root.
                """
            ),
            .method(
                "RollBackBundle",
                in: [("version", "t")],
                access: .owner,
                """
                Goes back to a kept version of the bundle, 0: the one before that in use. A later version than all before is \
                still taken up when it is published. Only for the daemon's own user and root.
                """
            ),
            .method(
                "ResumeBundle",
                access: .owner,
                """
                Takes up the latest version of the bundle again, after RollBackBundle. Only for the daemon's own user and root.
                """
            ),
            .method(
                "GetStatistics",
                out: [("statistics", "a{sv}")],
                access: .anyone,
                """
                Returns the numbers of sessions and fields, the use of each quota, the purposes of the caller's \
                memory, and the states of plug-ins. Contains no values of fields.
                """
            ),
            .property("Version", "s", access: .anyone, emits: .constant, "The daemon's version."),
            .signal(
                "SessionOpened",
                [("session", "o"), ("form", "s")],
                "A session was opened. Sent to the receivers of the session's own signals."
            ),
            .signal(
                "SessionClosed",
                [("session", "o"), ("reason", "s")],
                "A session has ended. The reason is the same as in the session's signal `Closed`."
            ),
            .signal("TypesChanged", [], "Forms and plug-ins were read from disk again."),
            .signal(
                "SubmissionsWait",
                [("count", "u"), ("oldest", "t")],
                """
                Submissions wait for their targets for longer than an hour, or the limit `submissionAge`; sent again after \
                this time while they do. count: how many; oldest: for how many seconds the oldest one has waited. Only \
                to the daemon's own user and root.
                """
            ),
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
        Option("token", "s", "random", "The last part of the session's path, 1 to 64 characters of `[A-Za-z0-9_]`."),
        Option(
            "attach",
            "b",
            "false",
            """
            If the caller already has an open session of the same form with this token, its path is returned instead \
            of the error `SessionExists`.
            """
        ),
        Option(
            "locale",
            "s",
            "`en`",
            "The language and region for texts and numbers, a BCP 47 tag of 1 to 63 characters."
        ),
        Option("width", "d", "320", "The form's width in logical pixels, above 0 and at most 65,536."),
        Option(
            "layout",
            "s",
            "`full`",
            "`full`, or `none`: the daemon computes no heights, frames and colours. See *Without a layout*."
        ),
        Option(
            "textScale",
            "d",
            "1",
            "The factor for font sizes, 0.5 to 4, as in the property `TextScale`."
        ),
        Option("colorScheme", "s", "`dark`", "The palette, `dark` or `light`, as in the property `ColorScheme`."),
        Option("values", "a{ss}", "the definition's", "The initial texts by field. They are not validated."),
        Option(
            "lifetime",
            "s",
            "`detached`",
            """
            When the session ends. `detached`: when it is closed or idle. `connection`: at the latest when the \
            caller's connection ends. `members`: at the latest when no connection has been subscribed to it for a \
            minute.
            """
        ),
        Option(
            "idleTimeout",
            "u",
            "86,400; with `idle` 0",
            "The number of seconds without an operation after which the session is closed; 0 means never."
        ),
        Option(
            "idle",
            "a{sv}",
            "the definition's",
            """
            The handling of an idle session. After `warn` (u) seconds without an operation the signal `IdleWarning` is \
            sent, and after `grace` (u, 10 by default) more seconds the `action` (s) is performed: `reset` (the \
            default) or `close`. Seconds are 1 to 86,400. See *Idle sessions*.
            """
        ),
        Option(
            "draft",
            "s",
            "none",
            """
            The name of a draft, 1 to 64 characters. The values are stored in the draft, and restored from it when the \
            form is opened with the same name. The draft is deleted when the form is submitted. Secrets are not \
            stored. Values that the form no longer accepts are not restored.
            """
        ),
        Option(
            "durable",
            "b",
            "the form's `durable`",
            """
            `false`: the session is not stored on disk. Otherwise a `detached` session survives a restart of the \
            daemon, without its secrets.
            """
        ),
        Option(
            "audience",
            "s",
            "`bus` on the session bus, else `members`",
            """
            The receivers of the session's signals: `bus` for all connections, or `members` for those that called \
            Subscribe. `bus` is not allowed on the system bus.
            """
        ),
    ]
}

/// What becomes of a session that nobody uses, where the next person must not see what the last one typed: at a kiosk.
package struct IdlePolicy: Sendable, Hashable {
    /// The seconds without use after which the clients are warned.
    package var warn: Int
    /// The seconds between the warning and the action.
    package var grace: Int
    package var action: Action

    package enum Action: String, Sendable, CaseIterable {
        /// The form is as it was when it was opened, and waits for the next person.
        case reset
        /// The session is closed.
        case close
    }

    /// What `warn` and `grace` can be, in seconds.
    package static let seconds = 1...86_400

    package init(warn: Int = 60, grace: Int = 10, action: Action = .reset) {
        self.warn = warn
        self.grace = grace
        self.action = action
    }
}

extension IdlePolicy {
    static let keys = KeyTable<IdlePolicy>("an idle policy") {
        Key(
            "warn",
            \.warn,
            .integer(in: seconds, "seconds"),
            isRequired: true,
            "without use, before `IdleWarning` comes"
        )
        Key("grace", \.grace, .integer(in: seconds, "seconds"), "from the warning to the action")
        Key(
            "action",
            \.action,
            .choice(),
            "`reset`: the form is as it was opened; `close`: the session is closed. What was typed is wiped either way"
        )
    }
}

package import FormEngine
package import FormModel

/// What a client can choose when it opens a session.
package struct SessionOptions: Sendable {
    /// The session's name; `nil` for a random one.
    package var token: SessionIdentifier.Token?
    /// Whether a session that is open under the token is answered, if it is one of the same form.
    package var attaches = false
    /// The language of the session, as in BCP 47.
    package var locale = "en"
    /// How the client draws.
    package var traits = LayoutTraits()
    /// Initial texts by field id.
    package var values: [String: String] = [:]
    package var lifetime = Lifetime.detached
    /// Whether a detached session survives the daemon. No other one does.
    package var isDurable = true
    /// The name under which the values are kept beyond the session, and found again; `nil` if they are not.
    package var draft: String?
    /// Seconds without an operation after which the session is closed; 0 for never. `nil` for the daemon's usual time, or for
    /// never where there is an idle policy.
    package var idleTimeout: UInt32?
    /// What becomes of the session when nobody uses it; `nil` for what the definition says.
    package var idle: IdlePolicy?
    package var audience: Audience

    /// How long a session lives.
    package enum Lifetime: String, Sendable, CaseIterable {
        /// Until it is closed or idle.
        case detached
        /// As long as the connection that opened it.
        case connection
        /// Until a minute after the last connection that subscribed has left.
        case members
    }

    /// Who gets a session's signals.
    package enum Audience: String, Sendable, CaseIterable {
        /// Everybody on the bus.
        case bus
        /// Connections that called `Subscribe`.
        case members
    }

    package init(idleTimeout: UInt32? = nil, audience: Audience) {
        self.idleTimeout = idleTimeout
        self.audience = audience
    }
}

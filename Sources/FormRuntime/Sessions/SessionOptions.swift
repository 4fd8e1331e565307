package import FormEngine
package import FormModel

/// The options with which a client opens a session.
package struct SessionOptions: Sendable {
    /// The session's name; `nil` for a random one.
    package var token: SessionIdentifier.Token?
    /// Whether to return an existing session with the same token, if it has the same form.
    package var attaches = false
    /// The language of the session, a BCP 47 tag.
    package var locale = "en"
    /// The properties of the client's display.
    package var traits = LayoutTraits()
    /// Initial texts by field identifier.
    package var values: [String: String] = [:]
    /// The bytes of the initial texts.
    var byteCount: Int { values.values.reduce(0) { $0 + $1.utf8.count } }
    package var lifetime = Lifetime.detached
    /// Whether a detached session survives the daemon. Other sessions never do.
    package var isDurable = true
    /// The name of the draft in which the values are stored; `nil` for none.
    package var draft: String?
    /// Seconds without an operation after which the session is closed; 0 for never. `nil` for the daemon's default or,
    /// with an idle policy, for never.
    package var idleTimeout: UInt32?
    /// The handling of an idle session; `nil` for that of the definition.
    package var idle: IdlePolicy?
    package var audience: Audience

    /// When a session ends.
    package enum Lifetime: String, Sendable, CaseIterable {
        /// When it is closed or idle for too long.
        case detached
        /// With the connection that opened it.
        case connection
        /// A minute after the last subscribed connection has closed.
        case members
    }

    /// Who receives a session's signals.
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

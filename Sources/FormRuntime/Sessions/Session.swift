package import EventLoop
package import FormEngine

/// One open form: the engine's state, and who may see and hear it.
///
/// Transactions happen one after the other. While one waits for a plug-in's answer the following ones wait in line;
/// other sessions go on.
@LoopActor
package final class Session {
    package let identifier: SessionIdentifier
    package let audience: SessionOptions.Audience
    /// The connection that opened the session; it hears of it without subscribing.
    package let opener: Client
    package internal(set) var form: Form
    package internal(set) var subscribers: Set<String> = []
    package internal(set) var isClosed = false

    let lifetime: SessionOptions.Lifetime
    /// Zero: never.
    let idleTimeout: Duration
    var lastUse: ContinuousClock.Instant
    /// Whether a transaction waits for a plug-in's answer.
    var isSuspended = false
    var waiting: [@LoopActor () -> Void] = []

    init(identifier: SessionIdentifier, opener: Client, form: Form, options: SessionOptions) {
        self.identifier = identifier
        self.opener = opener
        self.form = form
        audience = options.audience
        lifetime = options.lifetime
        idleTimeout = .seconds(options.idleTimeout)
        lastUse = .now
    }

    package var owner: UInt32 { identifier.owner }

    /// Whether a connection is told of what happens here even where nobody else is.
    package func isMember(connection: String) -> Bool {
        subscribers.contains(connection)
    }

    /// When the session is closed if nobody touches it; nil: never.
    var expiry: ContinuousClock.Instant? {
        idleTimeout == .zero ? nil : lastUse + idleTimeout
    }
}

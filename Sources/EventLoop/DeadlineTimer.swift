/// Calls its handler at the earliest of the deadlines that it was given since it last did so.
///
/// A deadline cannot be taken back, as that would cost more than to look what is due: the handler gives the next one.
@LoopActor
package final class DeadlineTimer {
    private let tolerance: Duration
    private let handler: @LoopActor () -> Void
    private var source: EventSource?
    /// When the timer fires; `nil` if it is not armed.
    private var due: EventLoop.Instant?

    /// - Parameter tolerance: how much later the timer may fire.
    package init(tolerance: Duration = .milliseconds(1), _ handler: @escaping @LoopActor () -> Void) {
        self.tolerance = tolerance
        self.handler = handler
    }

    /// Throws `SystemError` if there can be no timer.
    package func schedule(at deadline: EventLoop.Instant) throws {
        if let due, due <= deadline { return }
        if source == nil {
            source = try EventLoop.shared.addTimer(after: nil, tolerance: tolerance) { [weak self] in self?.fire() }
        }
        source?.schedule(after: deadline - .now)
        due = deadline
    }

    package func cancel() {
        source = nil
        due = nil
    }

    private func fire() {
        due = nil
        handler()
    }
}

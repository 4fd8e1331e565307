/// Calls its handler once, at the earliest of the deadlines that have been scheduled since the last call.
///
/// A deadline cannot be withdrawn, because that would cost more than a superfluous call. The handler checks what is due
/// and schedules the next deadline.
@LoopActor
package final class DeadlineTimer {
    private let tolerance: Duration
    private let handler: @LoopActor () -> Void
    private var source: EventSource?
    /// The time at which the timer fires; `nil` if it is not armed.
    private var due: EventLoop.Instant?

    /// - Parameter tolerance: how much later the timer may fire.
    package init(tolerance: Duration = .milliseconds(1), _ handler: @escaping @LoopActor () -> Void) {
        self.tolerance = tolerance
        self.handler = handler
    }

    /// Throws `SystemError` if the timer cannot be created.
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

import EventLoop

/// Lets the loop turn until the condition holds; false if it does not in a time that is long for any machine.
@LoopActor
package func eventually(_ condition: @LoopActor () async throws -> Bool) async throws -> Bool {
    let end = EventLoop.now + .seconds(20)
    while try await !condition() {
        if EventLoop.now > end { return false }
        try await EventLoop.shared.sleep(for: .milliseconds(1))
    }
    return true
}

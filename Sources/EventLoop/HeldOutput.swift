/// What can hold back output, such as a connection.
@LoopActor
package protocol OutputHolder: AnyObject {
    /// Ends the part to hold back: later output is not part of it.
    func endHeldOutput()
    /// Moves the held output out of the way, so that later output can be written before it.
    func setAsideHeldOutput()
    /// Adds the output that was set aside at the end, or lets the held output go.
    func releaseHeldOutput()
    func discardHeldOutput()
}

/// The output of calls that one client sent one behind the other, and whose effects are not on the disk yet. Their
/// effects are written together: this costs less than a write for each call.
///
/// What is sent while this is the loop's `heldOutput` belongs to it. Nobody receives it before `release`.
@LoopActor
package final class HeldOutput {
    private var holders: [any OutputHolder] = []

    /// Adds a holder of output. Each is added once.
    package func add(_ holder: some OutputHolder) {
        holders.append(holder)
    }

    func end() {
        for holder in holders { holder.endHeldOutput() }
    }

    private func endIfOpen() {
        if EventLoop.shared.heldOutput === self { EventLoop.shared.endHeldOutput() }
    }

    /// Lets later output overtake this one, because the disk takes long.
    package func setAside() {
        endIfOpen()
        for holder in holders { holder.setAsideHeldOutput() }
    }

    /// Sends the output, because the effects are on the disk.
    package func release() {
        endIfOpen()
        for holder in holders { holder.releaseHeldOutput() }
    }

    /// Discards the output, because the calls fail.
    package func discard() {
        endIfOpen()
        for holder in holders { holder.discardHeldOutput() }
    }
}

extension EventLoop {
    /// Allows calls that are served now to hold back their output, because similar ones follow.
    package func allowHoldingOutput() {
        mayHoldOutput = true
    }

    /// Ends the output to be held.
    package func endHeldOutput() {
        mayHoldOutput = false
        heldOutput.take()?.end()
    }

    /// Begins to hold back output, if that is allowed.
    package func holdOutput() -> HeldOutput? {
        guard mayHoldOutput, heldOutput == nil, blocking.isEmpty else { return nil }
        let held = HeldOutput()
        heldOutput = held
        return held
    }
}

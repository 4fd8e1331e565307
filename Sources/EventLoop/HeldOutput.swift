/// What can hold back output, such as a connection.
@LoopActor
package protocol OutputHolder: AnyObject {
    /// Ends the part to hold back: later output is not part of it.
    func endHeldOutput()
    /// Sends the held output.
    func releaseHeldOutput()
    /// Takes the held output out, so that later output can overtake it.
    ///
    /// - Returns: a function that sends it.
    func takeHeldOutput() -> @LoopActor () -> Void
}

/// The output of calls that one client sent one behind the other, and whose effects are not on the disk yet. Their
/// effects are written together: this costs less than a write for each call.
///
/// While an object of this class is the loop's `heldOutput`, connections hold back all messages that are sent. Nobody
/// receives these messages before `release` is called.
@LoopActor
package final class HeldOutput {
    private var holders: [any OutputHolder] = []
    /// Functions that refuse the calls if their effects cannot be stored.
    private var refusals: [@LoopActor (any Error) -> Void] = []
    /// Functions that send the output that was set aside.
    private var setAsideOutput: [@LoopActor () -> Void] = []

    /// Adds a holder of output. Each is added once.
    package func add(_ holder: some OutputHolder) {
        holders.append(holder)
    }

    /// Adds a call whose reply is part of the output.
    ///
    /// - Parameter refuse: called with the error if the output is discarded.
    package func addCall(refuse: @escaping @LoopActor (any Error) -> Void) {
        refusals.append(refuse)
    }

    fileprivate func end() {
        for holder in holders { holder.endHeldOutput() }
    }

    private func takeHolders() -> [any OutputHolder] {
        if EventLoop.shared.heldOutput === self { EventLoop.shared.endHeldOutput() }
        defer { holders = [] }
        return holders
    }

    /// Lets later output overtake this one, because the disk takes long.
    package func setAside() {
        for holder in takeHolders() { setAsideOutput.append(holder.takeHeldOutput()) }
    }

    /// Sends the output, because the effects are on the disk.
    package func release() {
        for holder in takeHolders() { holder.releaseHeldOutput() }
        for send in setAsideOutput { send() }
        setAsideOutput = []
    }

    /// Discards the output, and refuses the calls with an error instead.
    package func discard(because error: any Error) {
        for holder in takeHolders() { _ = holder.takeHeldOutput() }
        setAsideOutput = []
        for refuse in refusals { refuse(error) }
        refusals = []
    }
}

extension EventLoop {
    /// Allows calls that are served now to hold back their output, because similar ones follow.
    package func allowHoldingOutput() {
        mayHoldOutput = true
    }

    /// Ends the output to be held: what is sent from now on does not depend on the calls before.
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

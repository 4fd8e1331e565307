/// What can hold back output, such as a connection.
@LoopActor
package protocol OutputHolder: AnyObject {
    /// Whether so much is held back that it should be sent soon.
    var holdsMuch: Bool { get }
    /// Ends the part to hold back: later output is not part of it.
    func endHeldOutput()
    /// Sends the held output.
    func releaseHeldOutput()
    /// Takes the held output out, so that later output can overtake it.
    func takeHeldOutput() -> TakenOutput
}

/// Held output that was taken out of its holder.
@LoopActor
package struct TakenOutput {
    /// Sends the output.
    package let send: @LoopActor () -> Void
    /// Sends an error instead of each reply, and discards the rest.
    package let refuse: @LoopActor (any Error) -> Void

    package init(send: @escaping @LoopActor () -> Void, refuse: @escaping @LoopActor (any Error) -> Void) {
        self.send = send
        self.refuse = refuse
    }
}

/// The output of calls that one client sent one behind the other, and whose effects are not on the disk yet. Their
/// effects are written together: this costs less than a write for each call.
///
/// While an object of this class is the loop's `heldOutput`, connections hold back all messages that are sent. Nobody
/// receives these messages before `release` is called.
@LoopActor
package final class HeldOutput {
    private var holders: [any OutputHolder] = []
    private var outputSetAside: [TakenOutput] = []
    /// Called once, when no more calls can become part of the output.
    private var onEnd: (@LoopActor () -> Void)?

    fileprivate init(onEnd: @escaping @LoopActor () -> Void) {
        self.onEnd = onEnd
    }

    /// Whether so much is held back that no more calls should become part of it.
    package var isFull: Bool { holders.contains(where: \.holdsMuch) }

    /// Adds a holder of output. Each is added once.
    package func add(_ holder: some OutputHolder) {
        holders.append(holder)
    }

    fileprivate func end() {
        for holder in holders { holder.endHeldOutput() }
        onEnd.take()?()
    }

    private func takeHolders() -> [any OutputHolder] {
        if EventLoop.shared.heldOutput === self { EventLoop.shared.endHeldOutput() }
        defer { holders = [] }
        return holders
    }

    /// Lets later output overtake this one, because the disk takes long.
    package func setAside() {
        for holder in takeHolders() { outputSetAside.append(holder.takeHeldOutput()) }
    }

    /// Sends the output, because the effects are on the disk.
    package func release() {
        for holder in takeHolders() { holder.releaseHeldOutput() }
        for output in outputSetAside { output.send() }
        outputSetAside = []
    }

    /// Sends an error instead of each reply, and discards the rest of the output.
    package func refuse(because error: any Error) {
        setAside()
        for output in outputSetAside { output.refuse(error) }
        outputSetAside = []
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

    /// Begins to hold back output, if that is allowed. Not while other work blocks, because its output may still be held
    /// back, and a connection holds back only one part of its output.
    ///
    /// - Parameter onEnd: called once, when no more calls can become part of the output.
    package func holdOutput(onEnd: @escaping @LoopActor () -> Void) -> HeldOutput? {
        guard mayHoldOutput, heldOutput == nil, blocking.isEmpty else { return nil }
        let held = HeldOutput(onEnd: onEnd)
        heldOutput = held
        return held
    }
}

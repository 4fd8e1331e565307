/// Work that may block the loop's thread, such as using a disk, in the order in which it was added.
///
/// The loop does the work in the same iteration, after everything that its event source and its jobs have caused, and
/// before the posted work. The loop's own thread does it, because waking another one takes ten times as long as a usual
/// write. If a piece of work takes more than 10 to 20 ms, the stand-in continues the loop on its thread. That is possible
/// only because the work is not done inside a callback of an event source or a job.
@LoopActor
package final class BlockingQueue {
    private enum Item {
        case work(any BlockingWork)
        case action(@LoopActor () -> Void)
    }

    private var items: [Item] = []
    private var standIn: StandIn?
    /// The work that the loop's thread is doing; `nil` if it does none, or the stand-in has taken note of it.
    private var current: (any BlockingWork)?
    /// Whether the stand-in runs the loop.
    private var isStoodIn = false

    nonisolated init() {}

    /// Adds work.
    ///
    /// - Parameters:
    ///   - late: called on the loop if it continues before the work has ended.
    ///   - completion: called on the loop with the result.
    package func add<Success: Sendable>(
        _ work: @escaping @Sendable () throws(SystemError) -> Success,
        late: @escaping @LoopActor () -> Void = {},
        completion: @escaping @LoopActor (Result<Success, SystemError>) -> Void
    ) {
        add(BlockingCall(work, late: late, completion: completion))
    }

    package func add(_ work: some BlockingWork) {
        items.append(.work(work))
    }

    /// Runs `action` in this iteration of the loop, after the work that was added before.
    package func then(_ action: @escaping @LoopActor () -> Void) {
        items.append(.action(action))
    }

    package var isEmpty: Bool { items.isEmpty }

    /// Does what is in the queue, and what is added meanwhile. Stops if the stand-in has run the loop, because jobs wait
    /// then that come before the rest.
    func run() {
        while !items.isEmpty {
            switch items.removeFirst() {
            case .action(let action): action()
            case .work(let work) where isStoodIn:
                guard standIn?.add(work) == true else {
                    // The loop's own thread is about to continue.
                    items.insert(.work(work), at: 0)
                    return
                }
                work.isLate()
            case .work(let work):
                guard run(work) else { return }
            }
        }
    }

    /// - Returns: `false` if the stand-in has run the loop meanwhile.
    private func run(_ work: any BlockingWork) -> Bool {
        standIn = standIn ?? (try? StandIn())
        current = work
        if let standIn {
            guard standIn.watch(work) else { return false }
        } else {
            // Without another thread the loop can only wait.
            work.run()
        }
        current = nil
        work.finish()
        return true
    }

    /// Runs the loop on the stand-in's thread until its own thread can continue or the loop was told to exit.
    ///
    /// - Returns: the exit code; `nil` if the loop was not told to exit.
    func runLoop(for standIn: StandIn) -> Int32? {
        isStoodIn = true
        defer { isStoodIn = false }
        current.take()?.isLate()
        // An error of libsystemd occurs again when the loop's own thread continues.
        return try? EventLoop.shared.runTurns { standIn.isLoopThreadFree }
    }
}

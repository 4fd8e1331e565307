package import EventLoop

/// Where the replies to one connection's calls go, and the reports of what went wrong on our side.
@LoopActor
package struct Outlet {
    package let send: @LoopActor (Message) -> Void
    /// Takes a sentence for the log: names of objects and members, never values.
    package let report: @LoopActor (String) -> Void

    package init(send: @escaping @LoopActor (Message) -> Void, report: @escaping @LoopActor (String) -> Void) {
        self.send = send
        self.report = report
    }
}

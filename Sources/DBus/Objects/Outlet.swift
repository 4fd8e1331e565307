package import EventLoop

/// Where the replies to one connection's calls go, and the reports of what went wrong on our side.
@LoopActor
package struct Outlet {
    package let send: @LoopActor (Message) -> Void
    /// Takes a sentence for the log: names of objects and members, never values.
    package let report: @LoopActor (String) -> Void
    /// What a reply says of its sender and receiver now; nil: it goes back to where the call says that it comes from.
    package let ends: @LoopActor () -> Message.Ends?

    package init(
        send: @escaping @LoopActor (Message) -> Void,
        report: @escaping @LoopActor (String) -> Void,
        ends: @escaping @LoopActor () -> Message.Ends? = { nil }
    ) {
        self.send = send
        self.report = report
        self.ends = ends
    }
}

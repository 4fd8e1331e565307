package import EventLoop

/// A received method call, which gets exactly one reply.
///
/// A handler calls `reply` or `fail` once, before it returns or at any later time. If the call is released before that,
/// its caller gets an error, so that no caller waits forever. Nothing is sent to a caller that expects no reply.
@LoopActor
package final class Call {
    package let message: Message
    /// The arguments. Their number and types have been compared with the declaration of the method.
    package let arguments: [Value]
    package let caller: Caller
    package let path: ObjectPath

    private let interface: InterfaceName
    private let method: InterfaceDescription.Method
    private let outlet: Outlet
    private var isAnswered = false

    init(
        _ message: Message,
        arguments: [Value],
        caller: Caller,
        path: ObjectPath,
        interface: InterfaceName,
        method: InterfaceDescription.Method,
        outlet: Outlet
    ) {
        self.message = message
        self.arguments = arguments
        self.caller = caller
        self.path = path
        self.interface = interface
        self.method = method
        self.outlet = outlet
    }

    deinit {
        // An isolated deinitialiser would first ensure that it runs on the loop, which costs as much as the rest of a
        // call. This one only enters the loop in the rare case that no reply was sent.
        if isAnswered { return }
        let (call, name, path, outlet) = (message, "\(interface).\(method.name)", path, outlet)
        Task { @LoopActor in
            outlet.report("\(name) at \(path) was released without a reply")
            guard !call.noReplyExpected else { return }
            outlet.send(.error(to: call, ends: outlet.ends(), BusError(.failed, "\(name) was not answered")))
        }
    }

    /// Replies with the outputs of the method. If their types differ from the declaration, which is a mistake in the
    /// handler, logs that and sends an error instead.
    package func reply(_ values: [Value] = []) {
        finish { try .reply(to: message, ends: outlet.ends(), arguments: values) }
    }

    /// Replies like `reply(_:)`, with the arguments that `writing` writes, or with the D-Bus error that it
    /// throws.
    package func reply(writing: Message.Writing) {
        finish { try .reply(to: message, ends: outlet.ends(), writing: writing) }
    }

    /// Replies with an error: with the D-Bus error that the error converts to, or else with `Failed` and no details,
    /// because the description of an unknown error may contain a secret.
    package func fail(_ error: any Error) {
        guard begin() else { return }
        if let known = error as? any BusErrorConvertible {
            send(error: known.busError)
        } else {
            outlet.report("\(member) at \(path) failed with a \(type(of: error))")
            send(error: BusError(.failed, "\(member) failed"))
        }
    }

    private func finish(_ makeReply: () throws -> Message) {
        guard begin() else { return }
        do {
            let reply = try makeReply()
            guard reply.hasSignature(method.outputSignature) else {
                let actual = reply.signatureString
                outlet.report("\(member) at \(path) declares “\(method.outputSignature)” and replied “\(actual)”")
                send(error: BusError(.failed, "\(member) could not create its reply"))
                return
            }
            if !message.noReplyExpected { outlet.send(reply) }
        } catch let error as MessageError where error.isLimit {
            send(error: error.busError)
        } catch let error as any BusErrorConvertible where !(error is MessageError) {
            send(error: error.busError)
        } catch {
            outlet.report("\(member) at \(path) could not create its reply: a \(type(of: error))")
            send(error: BusError(.failed, "\(member) could not create its reply"))
        }
    }

    /// The full name of the method for error messages, such as `org.example.Lamp1.Dim`.
    private var member: String { "\(interface).\(method.name)" }

    private func begin() -> Bool {
        assert(!isAnswered, "\(member) was answered twice")
        if isAnswered { return false }
        isAnswered = true
        return true
    }

    private func send(error: BusError) {
        if !message.noReplyExpected { outlet.send(.error(to: message, ends: outlet.ends(), error)) }
    }
}

/// How calls send their replies and log mistakes.
@LoopActor
package struct Outlet {
    package let send: @LoopActor (Message) -> Void
    /// Logs a sentence. The sentence may contain names of objects and members, but no values, which could be secret.
    package let report: @LoopActor (String) -> Void
    /// The sender and destination of replies; if `nil`, a reply is addressed to the sender of its call.
    package let ends: @LoopActor () -> Message.Ends?
    /// Throws if a caller has so many unread bytes that no more replies may be created for it.
    let admit: @LoopActor (Caller) throws -> Void

    package init(
        send: @escaping @LoopActor (Message) -> Void,
        report: @escaping @LoopActor (String) -> Void,
        ends: @escaping @LoopActor () -> Message.Ends? = { nil },
        admit: @escaping @LoopActor (Caller) throws -> Void = { _ in }
    ) {
        self.send = send
        self.report = report
        self.ends = ends
        self.admit = admit
    }

    /// Calls one of two functions, now or later: the first, which sends a message of a number of bytes, or the second,
    /// which sends an error instead.
    package typealias Deferral =
        @LoopActor (_ bytes: Int, @escaping @LoopActor () -> Void, @escaping @LoopActor (any Error) -> Void) -> Void

    func deferred(by deferral: @escaping Deferral) -> Outlet {
        Outlet(
            send: { message in
                deferral(message.greatestLength) {
                    send(message)
                } _: { error in
                    send(message.header.error(BusError(converting: error)))
                }
            },
            report: report,
            ends: ends,
            admit: admit
        )
    }
}

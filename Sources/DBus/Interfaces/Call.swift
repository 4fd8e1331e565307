package import EventLoop

/// A method call that has arrived, and gets exactly one reply.
///
/// The first `reply` or `fail` answers it, before its handler returns or at any later time. A call that is released without
/// an answer is answered with an error, so that no caller waits for ever. A caller that wants no reply gets none.
@LoopActor
package final class Call {
    package let message: Message
    /// The arguments. Their number and types are those that the member declares.
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
            outlet.report("\(name) at \(path) was forgotten without a reply")
            guard !call.noReplyExpected else { return }
            outlet.send(.error(to: call, ends: outlet.ends(), BusError(.failed, "\(name) was not answered")))
        }
    }

    /// Answers with the outputs that the member declares. If their types are others, which is a mistake of the handler, that is
    /// reported and the caller gets an error.
    package func reply(_ values: [Value] = []) {
        finish { try .reply(to: message, ends: outlet.ends(), arguments: values) }
    }

    /// Answers as `reply` does, with arguments that `writing` writes, or with the `BusError` that it throws.
    package func reply(writing: Message.Writing) {
        finish { try .reply(to: message, ends: outlet.ends(), writing: writing) }
    }

    /// Answers with an error: with its D-Bus error if it has one, else with `Failed` and no details, because the text of an
    /// unknown error may quote a secret.
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
                send(error: BusError(.failed, "\(member) could not make its reply"))
                return
            }
            if !message.noReplyExpected { outlet.send(reply) }
        } catch let error as MessageError where error.isLimit {
            send(error: error.busError)
        } catch let error as BusError {
            send(error: error)
        } catch {
            outlet.report("\(member) at \(path) could not make its reply: a \(type(of: error))")
            send(error: BusError(.failed, "\(member) could not make its reply"))
        }
    }

    /// The full name of the method, for messages: `org.example.Lamp1.Dim`.
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

/// The connection to which the replies of its calls are sent, and the log for errors.
@LoopActor
package struct Outlet {
    package let send: @LoopActor (Message) -> Void
    /// Logs a sentence. It may contain names of objects and members, but no values.
    package let report: @LoopActor (String) -> Void
    /// The sender and destination of a reply; if `nil`, it is sent to the sender of the call.
    package let ends: @LoopActor () -> Message.Ends?
    /// Throws if a caller must read before more replies are created.
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
}

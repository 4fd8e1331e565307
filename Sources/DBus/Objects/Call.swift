package import EventLoop

/// A method call that waits for its one reply.
///
/// It is answered by the first `reply` or `fail`, before the handler returns or at any time later. A call that nobody
/// answers before it is forgotten answers itself with an error, so that no caller waits for ever. A caller that wants no
/// reply gets none.
@LoopActor
package final class Call {
    package let message: Message
    /// As many and of such types as the member declares.
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
        // Nearly always; an isolated deinitialiser would make sure of the loop first, which costs as much as all the rest.
        if isAnswered { return }
        let (call, name, path, outlet) = (message, "\(interface).\(method.name)", path, outlet)
        Task { @LoopActor in
            outlet.report("\(name) at \(path) was forgotten without a reply")
            guard !call.noReplyExpected else { return }
            outlet.send(.error(to: call, ends: outlet.ends(), BusError(.failed, "\(name) was not answered")))
        }
    }

    /// Answers with the member's declared outputs. Values of other types are a mistake of the handler: they are
    /// reported, and the caller gets an error.
    package func reply(_ values: [Value] = []) {
        finish { try .reply(to: message, ends: outlet.ends(), arguments: values) }
    }

    /// Answers as `reply` does, for arguments that do not exist as values.
    package func reply(writing: Message.Writing) {
        finish { try .reply(to: message, ends: outlet.ends(), writing: writing) }
    }

    /// Answers with an error: its own D-Bus error where it has one, else `Failed` without details, since a foreign
    /// error's text may quote what must not leave.
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
        } catch {
            outlet.report("\(member) at \(path) could not make its reply: a \(type(of: error))")
            send(error: BusError(.failed, "\(member) could not make its reply"))
        }
    }

    /// What the call is called in messages: `org.example.Lamp1.Dim`.
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

/// An error that says what a D-Bus caller is told.
package protocol BusErrorConvertible: Error {
    var busError: BusError { get }
}

extension BusError: BusErrorConvertible {
    package var busError: BusError { self }
}

extension MessageError: BusErrorConvertible {
    package var busError: BusError { BusError(.limitsExceeded, "A message of this size cannot be handled: \(self)") }
}

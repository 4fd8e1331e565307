package import EventLoop

/// Answers method calls for the objects of a tree: finds the object and the member, checks the access of the caller,
/// then the types of the arguments, then calls the handler. Every object also has the standard interfaces.
@LoopActor
package final class ObjectDispatcher {
    private let tree: any ObjectTree

    /// Schedules a call: gets the caller, the approximate number of bytes that the call uses while it waits, and a
    /// function that serves it, which must be called once, now or later. An error that it throws is the call's reply.
    /// Without a scheduler every call is served at once.
    package var schedule: (@LoopActor (Caller, Int, @escaping @LoopActor () -> Void) throws -> Void)?

    /// Checks a call when it is served, after the earlier calls of the caller have been replied to. An error that it
    /// throws is the call's reply.
    package var admit: @LoopActor (Caller) throws -> Void = { _ in }

    package init(_ tree: any ObjectTree) {
        self.tree = tree
    }

    /// Handles a method call; ignores other messages. Exactly one reply is sent to the outlet, now or later, unless the
    /// caller wants none.
    package func serve(_ message: Message, from caller: Caller, to outlet: Outlet) {
        guard message.kind == .call, let path = message.path, let member = message.member else { return }
        guard let schedule else { return serve(message, member, at: path, from: caller, to: outlet) }
        do {
            try schedule(caller, message.byteCount) { [self] in
                serve(message, member, at: path, from: caller, to: outlet)
            }
        } catch {
            refuse(message, error, outlet)
        }
    }

    private func serve(
        _ message: Message,
        _ member: MemberName,
        at path: ObjectPath,
        from caller: Caller,
        to outlet: Outlet
    ) {
        do {
            try admit(caller)
            try outlet.admit(caller)
            let node = try node(at: path, for: caller, asked: message)
            let outlet = node.deferral.map(outlet.deferred) ?? outlet
            let (interface, method) = try find(member, of: message.interface, at: path, node, outlet)
            try node.gate.check(method.description.access, "call \(member)", path)
            let arguments = try checkedArguments(of: message, for: method.description, interface)
            let call = Call(
                message,
                arguments: arguments,
                caller: caller,
                path: path,
                interface: interface,
                method: method.description,
                outlet: outlet
            )
            do {
                try method.invoke(call)
            } catch {
                call.fail(error)
            }
        } catch let error as ObjectNotReady {
            do {
                try error.wait(message.byteCount) { [self] result in
                    switch result {
                    case .success: serve(message, member, at: path, from: caller, to: outlet)
                    case .failure(let error): refuse(message, error, outlet)
                    }
                }
            } catch {
                refuse(message, error, outlet)
            }
        } catch {
            refuse(message, error, outlet)
        }
    }

    /// The object at a path. The members of `org.freedesktop.DBus.Peer` concern the process, so they can be called at
    /// every path.
    private func node(at path: ObjectPath, for caller: Caller, asked message: Message) throws -> ObjectNode {
        do {
            if let node = try tree.node(at: path, for: caller) { return node }
        } catch {
            if message.interface == .peer { return ObjectNode() }
            throw error
        }
        if message.interface == .peer { return ObjectNode() }
        throw BusError(.unknownObject, "There is no object \(path)")
    }

    /// Finds a member. If the call names no interface, the first interface with a member of that name is used.
    private func find(
        _ member: MemberName,
        of name: InterfaceName?,
        at path: ObjectPath,
        _ node: ObjectNode,
        _ outlet: Outlet
    ) throws(BusError) -> (InterfaceName, BoundMethod) {
        var isKnown = false
        for interface in node.interfaces where name == nil || interface.name == name {
            isKnown = true
            if let method = interface.method(member) { return (interface.name, method) }
        }
        // Most calls are for one of the object's own interfaces, so the standard interfaces are only created for
        // others.
        let object = StandardObject(node: node, path: path, report: outlet.report)
        for interface in object.standardInterfaces where name == nil || interface.name == name {
            isKnown = true
            if let method = interface.method(member) { return (interface.name, method) }
        }
        guard let name else { throw BusError(.unknownMethod, "\(path) has no method “\(member)”") }
        guard isKnown else { throw BusError(.unknownInterface, "\(path) has no interface “\(name)”") }
        throw BusError(.unknownMethod, "\(name) has no method “\(member)”")
    }

    private func checkedArguments(
        of message: Message,
        for method: InterfaceDescription.Method,
        _ interface: InterfaceName
    ) throws -> [Value] {
        let expected = method.inputSignature
        guard message.hasSignature(expected) else {
            let actual = message.signatureString
            throw BusError(.invalidArgs, "\(interface).\(method.name) takes “\(expected)”, not “\(actual)”")
        }
        return try message.arguments(limit: MessageLimits.valuesOfCall)
    }

    private func refuse(_ message: Message, _ error: any Error, _ outlet: Outlet) {
        guard !message.noReplyExpected else { return }
        if !(error is any BusErrorConvertible) {
            outlet.report("looking up an object failed with a \(type(of: error))")
        }
        outlet.send(.error(to: message, ends: outlet.ends(), BusError(converting: error)))
    }
}

extension Message {
    /// The approximate memory that a call uses while it waits, in bytes.
    fileprivate var byteCount: Int { body.buffer.count + 1_024 }
}

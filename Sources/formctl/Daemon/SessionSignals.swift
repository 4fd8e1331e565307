import DBus
import FormContract
import EventLoop

extension Daemon {
    typealias SessionSignals = AsyncThrowingStream<SessionSignal, any Error>

    /// All signals of a session in their order, from the moment that this returns until the session or the daemon ends or the
    /// user interrupts the command.
    ///
    /// The sequence throws `ClosedPipe` when nobody reads standard output any more, and `CommandFailure` when the daemon
    /// goes. To be called once on a connection.
    func signals(of session: SessionArgument) async throws -> SessionSignals {
        let (signals, continuation) = SessionSignals.makeStream()
        interrupts?.handler = { continuation.finish() }
        // The loop reports it when the other end of a pipe or terminal is closed. A file cannot be watched, and need not be.
        let output = try? EventLoop.shared.addIO(descriptor: StandardOutput.descriptor, events: []) { _ in
            continuation.finish(throwing: ClosedPipe())
        }
        continuation.onTermination = { _ in
            Task { @LoopActor in output?.cancel() }
        }
        // Any client of a bus can send signals to this connection. Only those that the daemon sent count.
        let sender = try await owner()
        connection.onMessage = { message in
            guard message.kind == .signal else { return false }
            if message.isMember("NameOwnerChanged", of: .bus), message.sender == .bus {
                continuation.finish(throwing: CommandFailure(.noDaemon, "formd is gone"))
            } else if message.sender == sender, let signal = SessionSignal(message, of: session.path) {
                continuation.yield(signal)
                if signal.endsSession { continuation.finish() }
            }
            return true
        }
        connection.onDisconnect = {
            continuation.finish(throwing: CommandFailure(.noDaemon, "the connection to formd has ended"))
        }
        // The match rules come before Subscribe, so that no signal is missed, whether it is broadcast or sent to subscribers.
        let name = Contract.busName
        try await addMatch("type='signal',sender='\(name)',path_namespace='\(session.path)'")
        let change = "interface='\(InterfaceName.bus)',member='NameOwnerChanged',arg0='\(name)'"
        try await addMatch("type='signal',sender='\(BusName.bus)',\(change)")
        try await self.session(session, "Subscribe")
        return signals
    }
}

/// One signal of a session or of one of its fields.
struct SessionSignal: Sendable {
    /// nil if the signal is the session's own.
    let field: String?
    let name: String
    let arguments: [(name: String, value: Value)]
    /// Whether it is the last signal of the session.
    let endsSession: Bool

    /// nil if the message is not a signal of this session.
    init?(_ message: Message, of session: ObjectPath) {
        guard let path = message.path, let below = path.relative(to: session), let member = message.member,
            let values = try? message.arguments()
        else { return nil }
        let elements = below.split(separator: "/")
        guard elements.isEmpty || (elements.count == 2 && elements[0] == "field") else { return nil }
        field = elements.last.map(String.init)
        name = member.string
        endsSession = message.isMember("Closed", of: Contract.session.name) && elements.isEmpty
        let names = Self.argumentNames(of: member, in: message.interface)
        arguments = values.enumerated().map { index, value in
            (names.indices.contains(index) ? names[index] : "argument\(index + 1)", value)
        }
    }

    /// What the contract calls the arguments, which a signal carries without names.
    private static func argumentNames(of signal: MemberName, in interface: InterfaceName?) -> [String] {
        if interface == .properties { return ["interface", "changed", "invalidated"] }
        let interface = Contract.interfaces.first { $0.name == interface }
        return interface?.signals.first { $0.name == signal }?.arguments.map(\.name) ?? []
    }
}

extension SessionSignal {
    var line: String {
        let shown = changedProperties ?? arguments
        return ([field ?? ".", name] + shown.map { "\($0.name)=\($0.value.notation(briefly: true))" })
            .joined(separator: " ")
    }

    var json: JSON {
        .object([
            "field": .string(field ?? "."),
            "signal": .string(name),
            "arguments": JSON(arguments.map { ($0.name, $0.value) }),
        ])
    }

    /// The properties of a PropertiesChanged. Its other arguments follow from the field, or are empty.
    private var changedProperties: [(name: String, value: Value)]? {
        guard name == "PropertiesChanged", arguments.count == 3 else { return nil }
        return arguments[1].value.orderedProperties?.map { (name: $0.0.escapingControls, value: $0.1) }
    }
}

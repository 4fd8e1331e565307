package import PluginWire

/// A plug-in's side of the conversation with the daemon: it takes packets and returns packets. `PluginServer` adds the
/// socket.
package struct PluginConversation {
    package struct Reply: Sendable {
        package var answers = PacketWriter()
        /// Set if the conversation has ended, with a reason if the daemon violated the protocol.
        package var end: End?

        package enum End: Sendable, Hashable {
            case goodbye
            case protocolError(WireError)
        }
    }

    private let types: [TypeIdentity: any PluginType.Type]
    private var instances: [UInt16: Result<PluginInstance, ConfigurationError>] = [:]
    private var hasGreeted = false

    /// Makes the conversation of a plug-in with these types. Leaves out a type that conforms to none of the kinds'
    /// protocols, or whose name is no identifier.
    package init(types: [any PluginType.Type]) {
        var known: [TypeIdentity: any PluginType.Type] = [:]
        for type in types {
            guard let identity = type.identity, PluginIdentifier.isValid(identity.name) else { continue }
            known[identity] = type
        }
        self.types = known
    }

    /// Answers all questions of a packet.
    package mutating func receive(_ packet: ArraySlice<UInt8>) -> Reply {
        var reply = Reply()
        do throws(WireError) {
            var frames = try PacketReader(packet)
            while reply.end == nil, let frame = try frames.next() {
                reply.end = try receive(frame, answers: &reply.answers)
            }
        } catch {
            // This hello tells the daemon, which speaks another version of the protocol, the version of this plug-in.
            greet(&reply.answers)
            reply.end = .protocolError(error)
        }
        return reply
    }

    private mutating func receive(_ frame: WireFrame, answers: inout PacketWriter) throws(WireError) -> Reply.End? {
        switch frame.kind {
        case .hello:
            _ = try Hello(payload: frame.payload)
            greet(&answers)
        case .configure:
            configure(try Configure(payload: frame.payload))
        case .ask:
            try answer(try Ask(payload: frame.payload), request: frame.request, &answers)
        case .goodbye:
            return .goodbye
        case .answer, .refusal:
            throw .unexpected(frame.kind)
        }
        return nil
    }

    private mutating func greet(_ answers: inout PacketWriter) {
        guard !hasGreeted else { return }
        hasGreeted = true
        let offered = types.keys.sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
        try? answers.append(.hello, Hello(types: offered))
    }

    private mutating func configure(_ request: Configure) {
        guard let type = types[request.type] else {
            instances[request.instance] = .failure(ConfigurationError("there is no type \(request.type)"))
            return
        }
        do throws(ConfigurationError) {
            instances[request.instance] = .success(try PluginInstance(type, configuration: request.configuration))
        } catch {
            instances[request.instance] = .failure(error)
        }
    }

    private func answer(_ ask: Ask, request: UInt32, _ answers: inout PacketWriter) throws(WireError) {
        do throws(Refusal) {
            let answer = try answer(to: ask)
            do throws(WireError) {
                try answers.append(.answer, request: request) { writer throws(WireError) in
                    try answer.write(to: &writer)
                }
            } catch {
                throw Refusal(.noAnswer, "the answer cannot be sent: \(error)")
            }
        } catch let refusal {
            do throws(WireError) {
                try answers.append(.refusal, request: request, refusal)
            } catch {
                // The message itself cannot be encoded, so the refusal is sent without it.
                try answers.append(.refusal, request: request, Refusal(refusal.reason, ""))
            }
        }
    }

    private func answer(to ask: Ask) throws(Refusal) -> PluginAnswer {
        switch instances[ask.instance] {
        case .success(let instance): try instance.answer(payload: ask.question)
        case .failure(let error): throw Refusal(.configuration, error.description)
        case nil: throw Refusal(.question, "there is no instance \(ask.instance)")
        }
    }
}

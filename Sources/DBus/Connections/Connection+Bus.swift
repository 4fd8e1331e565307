/// The answer of a bus to a request for a name.
package enum RequestNameReply: UInt32, Sendable {
    case primaryOwner = 1
    case inQueue = 2
    case exists = 3
    case alreadyOwner = 4
}

/// The answer of a bus when a name is released.
package enum ReleaseNameReply: UInt32, Sendable {
    case released = 1
    case nonExistent = 2
    case notOwner = 3
}

/// The conditions of a request for a name.
package struct RequestNameFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let allowReplacement = RequestNameFlags(rawValue: 1)
    package static let replaceExisting = RequestNameFlags(rawValue: 2)
    package static let doNotQueue = RequestNameFlags(rawValue: 4)
}

/// Requests to a bus. On a peer-to-peer connection they fail, unless the peer imitates a bus.
extension Connection {
    package func requestName(
        _ name: BusName,
        flags: RequestNameFlags = .doNotQueue
    ) async throws -> RequestNameReply {
        let reply = try await callBus("RequestName", [.string(name.string), .uint32(flags.rawValue)])
        return try answer(reply)
    }

    package func releaseName(_ name: BusName) async throws -> ReleaseNameReply {
        try answer(await callBus("ReleaseName", [.string(name.string)]))
    }

    /// Makes the bus forward the messages that the rule describes. Throws `LimitsExceeded` if the bus allows no more rules.
    package func addMatch(_ rule: String) async throws {
        _ = try await callBus("AddMatch", [.string(rule)])
    }

    package func removeMatch(_ rule: String) async throws {
        _ = try await callBus("RemoveMatch", [.string(rule)])
    }

    /// The unique name of the connection that owns a name. Throws `NameHasNoOwner` if there is none.
    package func owner(of name: BusName) async throws -> BusName {
        let reply = try await callBus("GetNameOwner", [.string(name.string)])
        var reader = MessageReader(reply)
        return try BusName(validating: reader.string())
    }

    /// The user of the connection that owns a name.
    package func unixUser(of name: BusName) async throws -> UInt32 {
        let reply = try await callBus("GetConnectionUnixUser", [.string(name.string)])
        var reader = MessageReader(reply)
        return try reader.uint32()
    }

    /// The process of the connection that owns a name.
    package func processID(of name: BusName) async throws -> UInt32 {
        let reply = try await callBus("GetConnectionUnixProcessID", [.string(name.string)])
        var reader = MessageReader(reply)
        return try reader.uint32()
    }

    func callBus(
        _ member: MemberName,
        _ arguments: [Value] = [],
        timeout: Duration = .seconds(25)
    ) async throws -> Message {
        let message = try Message.call(
            destination: .bus,
            path: "/org/freedesktop/DBus",
            interface: .bus,
            member: member,
            arguments: arguments
        )
        return try await call(message, timeout: timeout)
    }

    private func answer<Answer: RawRepresentable<UInt32>>(_ reply: Message) throws -> Answer {
        var reader = MessageReader(reply)
        let number = try reader.uint32()
        guard let answer = Answer(rawValue: number) else { throw BusError(.failed, "the bus answered \(number)") }
        return answer
    }
}

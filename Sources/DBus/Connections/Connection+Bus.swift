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

/// Requests to a bus. On a peer-to-peer connection they fail, unless the peer imitates a bus.
extension Connection {
    /// Takes a name unless another connection owns it.
    package func requestName(_ name: BusName) async throws -> RequestNameReply {
        let doNotQueue: UInt32 = 4
        let answer = try await callBus("RequestName", .string(name.string), .uint32(doNotQueue))?.uint32
        return try known(answer.flatMap(RequestNameReply.init))
    }

    package func releaseName(_ name: BusName) async throws -> ReleaseNameReply {
        let answer = try await callBus("ReleaseName", .string(name.string))?.uint32
        return try known(answer.flatMap(ReleaseNameReply.init))
    }

    /// Makes the bus forward the messages that the rule describes. Throws `LimitsExceeded` if the bus allows no more
    /// rules.
    package func addMatch(_ rule: String) async throws {
        _ = try await callBus("AddMatch", .string(rule))
    }

    package func removeMatch(_ rule: String) async throws {
        _ = try await callBus("RemoveMatch", .string(rule))
    }

    /// The unique name of the connection that owns a name. Throws `NameHasNoOwner` if there is none.
    package func owner(of name: BusName) async throws -> BusName {
        try known(await callBus("GetNameOwner", .string(name.string))?.string.flatMap { BusName($0) })
    }

    /// The user of the connection that owns a name.
    package func unixUser(of name: BusName) async throws -> UInt32 {
        try known(await callBus("GetConnectionUnixUser", .string(name.string))?.uint32)
    }

    /// The process of the connection that owns a name.
    package func processID(of name: BusName) async throws -> UInt32 {
        try known(await callBus("GetConnectionUnixProcessID", .string(name.string))?.uint32)
    }

    /// Calls a method of the bus itself. Returns the first argument of the reply.
    func callBus(
        _ member: MemberName,
        _ arguments: Value...,
        timeout: Duration = .seconds(25)
    ) async throws -> Value? {
        let call = try Message.call(
            destination: .bus,
            path: "/org/freedesktop/DBus",
            interface: .bus,
            member: member,
            arguments: arguments
        )
        return try await self.call(call, timeout: timeout).arguments().first
    }

    private func known<Answer>(_ answer: Answer?) throws(BusError) -> Answer {
        guard let answer else { throw BusError(.failed, "the answer of the bus is not understood") }
        return answer
    }
}

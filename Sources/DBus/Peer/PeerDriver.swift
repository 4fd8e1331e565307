import EventLoop

/// The object `/org/freedesktop/DBus` on a private socket: those methods of a message bus that the tools for buses
/// need.
@LoopActor
final class PeerDriver: ObjectTree {
    static let path: ObjectPath = "/org/freedesktop/DBus"

    private unowned let bus: PeerBus

    init(bus: PeerBus) {
        self.bus = bus
    }

    func node(at path: ObjectPath, for caller: Caller) -> ObjectNode? {
        if path == Self.path {
            guard let peer = bus.peer(of: caller) else { return nil }
            let target = PeerAtDriver(bus: bus, peer: peer)
            return ObjectNode(interfaces: [
                PeerAtDriver.interface.bound(to: target),
                PeerAtDriver.monitoring.bound(to: target),
            ])
        }
        guard let rest = Self.path.relative(to: path), let child = rest.split(separator: "/").first else { return nil }
        return ObjectNode(children: { [String(child)] })
    }
}

/// The driver as the target of the calls of one peer.
@LoopActor
private struct PeerAtDriver {
    let bus: PeerBus
    let peer: Peer

    static let interface = Interface<PeerAtDriver>(
        .bus,
        [
            .method("Hello", out: [("unique_name", "s")], access: .anyone) { driver, call in
                guard let name = driver.bus.nextName(), driver.peer.adopt(name) else {
                    throw BusError(.failed, "Hello was said before")
                }
                call.reply([.string(name.string)])
            },
            .method("AddMatch", in: [("rule", "s")], access: .anyone) { driver, call in
                let rule = try MatchRule(argument: call.arguments[0])
                let limit = driver.bus.limits.matchRules
                guard driver.peer.ruleCount < limit else {
                    throw BusError(.limitsExceeded, "This connection has \(limit) match rules, which is the limit")
                }
                driver.peer.add(rule)
                call.reply()
            },
            .method("RemoveMatch", in: [("rule", "s")], access: .anyone) { driver, call in
                guard driver.peer.remove(try MatchRule(argument: call.arguments[0])) else {
                    throw BusError(.matchRuleNotFound, "This connection has no such match rule")
                }
                call.reply()
            },
            .method("GetNameOwner", in: [("name", "s")], out: [("unique_name", "s")], access: .anyone) { driver, call in
                let name = call.arguments[0].string ?? ""
                guard let owner = driver.owner(of: name) else {
                    throw BusError(.nameHasNoOwner, "Nobody owns the name “\(name.printable(limit: 255))”")
                }
                call.reply([.string(owner.string)])
            },
            .method("NameHasOwner", in: [("name", "s")], out: [("has_owner", "b")], access: .anyone) { driver, call in
                call.reply([.boolean(driver.owner(of: call.arguments[0].string ?? "") != nil)])
            },
            .signal("NameLost", [("name", "s")]),
        ]
    )

    static let monitoring = Interface<PeerAtDriver>(
        "org.freedesktop.DBus.Monitoring",
        [
            .method("BecomeMonitor", in: [("rules", "as"), ("flags", "u")], access: .anyone) { driver, call in
                let texts = call.arguments[0].elements ?? []
                guard texts.count <= driver.bus.limits.matchRules else {
                    throw BusError(.limitsExceeded, "A monitor has at most \(driver.bus.limits.matchRules) match rules")
                }
                guard call.arguments[1].uint32 == 0 else { throw BusError(.invalidArgs, "BecomeMonitor has no flags") }
                let rules = try texts.map { try MatchRule(argument: $0) }
                call.reply()
                try driver.becomeMonitor(rules)
            }
        ]
    )

    private func owner(of name: String) -> BusName? {
        switch BusName(name) {
        case bus.name, PeerBus.ownName: PeerBus.ownName
        case BusName.bus: .bus
        case let own? where own == peer.name: own
        default: nil
        }
    }

    /// Turns the peer into a monitor. The peer loses its unique name; the signal `NameLost` tells it that monitoring
    /// begins.
    private func becomeMonitor(_ rules: [MatchRule]) throws {
        let name = peer.name
        peer.becomeMonitor(rules)
        guard let name else { return }
        let lost = try Self.interface.signal("NameLost", at: PeerDriver.path, [.string(name.string)])
        bus.send(lost.stamped(sender: .bus, destination: name), to: peer)
    }
}

extension MatchRule {
    fileprivate init(argument: Value) throws(BusError) {
        do throws(Malformed) {
            try self.init(parsing: argument.string ?? "")
        } catch {
            throw BusError(.matchRuleInvalid, error.reason)
        }
    }
}

extension ErrorName {
    fileprivate static let matchRuleInvalid: ErrorName = "org.freedesktop.DBus.Error.MatchRuleInvalid"
    fileprivate static let matchRuleNotFound: ErrorName = "org.freedesktop.DBus.Error.MatchRuleNotFound"
}

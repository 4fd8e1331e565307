import DBus
import EventLoop
import FormClient
import FormdTesting
import Testing

/// How a test's clients reach the daemon.
enum Transport: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case bus
    /// The private socket, peer to peer.
    case socket

    var testDescription: String { rawValue }
}

/// A daemon on a bus and at a private socket, which can end and start again at the same addresses.
@LoopActor
final class Service {
    let bus: PrivateBus
    private(set) var daemon: Daemon

    static func start() async throws -> Service {
        let bus = try PrivateBus()
        return Service(bus, try await Daemon.start(.busAndSocket(bus), forms: TestForms.all))
    }

    private init(_ bus: PrivateBus, _ daemon: Daemon) {
        self.bus = bus
        self.daemon = daemon
    }

    func address(_ transport: Transport) -> BusAddress {
        switch transport {
        case .bus: .at(bus.address)
        case .socket: .at(daemon.socketAddress)
        }
    }

    func connect(_ transport: Transport) async throws -> Forms {
        try await Forms.connect(address(transport))
    }

    /// Ends the daemon without a word, as a crash does, and starts another one in its place.
    func crashAndStart() async throws {
        daemon.send(9)
        _ = try await daemon.exitStatus()
        try await startAgain()
    }

    func startAgain() async throws {
        daemon = try await Daemon.start(.busAndSocket(bus), forms: TestForms.all, in: daemon.folder)
    }
}

enum TestForms {
    static let all = ["plain": plain, "order": order]

    /// Texts that nothing formats or refuses.
    static let plain = """
        {"title": "Plain", "fields": [
          {"id": "first", "placeholders": ["First"]},
          {"id": "second", "placeholders": ["Second"]},
          {"id": "secret", "placeholders": ["Secret"], "mode": {"type": "password"}},
          {"id": "off", "placeholders": ["Off"], "enabled": false}]}
        """

    /// Masks, rules, conditions, rows, pages, pickers.
    static let order = """
        {"title": {"en": "Order", "de": "Bestellung"}, "fields": [
          {"id": "name", "placeholders": ["Name"], "required": true, "trim": true, "maxLength": 12},
          {"id": "phone", "placeholders": ["Phone"], "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"},
           "validators": [{"type": "length", "min": 18, "message": "Enter the whole number"}]},
          {"id": "code", "placeholders": ["Code"], "visibleWhen": {"field": "name", "equals": "ab"}},
          {"id": "secret", "placeholders": ["Secret"], "mode": {"type": "password", "reveal": "visibleOnNotEmptyText"}},
          {"id": "size", "placeholders": ["Size"], "input": {"type": "options", "options": ["S", "M", "L"]}},
          {"id": "items", "label": "Item", "repeat": {"min": 1, "max": 3}, "fields": [
            {"id": "what", "placeholders": ["What"], "required": true}, {"id": "count", "placeholders": ["Count"]}]},
          {"id": "note", "type": "textView", "placeholders": ["Note"], "maxTextHeight": 96}],
         "pages": [{"title": {"en": "Who", "de": "Wer"}, "fields": ["name", "phone", "code", "secret"]},
                   {"title": "What", "fields": ["size", "items", "note"]}]}
        """
}

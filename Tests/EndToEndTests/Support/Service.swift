import DBus
import EventLoop
import FormdTesting
import Glibc

/// The built formd with forms of a test's own, on a bus of the test's own and on a private socket at the same time.
struct Service: Sendable {
    let bus: PrivateBus
    let daemon: Daemon

    /// The daemon as the machine's: on a system bus, without a socket.
    static func startForMachine() async throws -> Service {
        let bus = try PrivateBus(.system)
        let daemon = try await Daemon.start(.systemBus(bus), forms: ["sample": SampleForm.definition])
        return Service(bus: bus, daemon: daemon)
    }

    /// The daemon as the machine's, with a socket that every user may reach.
    static func startForEverybody() async throws -> Service {
        let bus = try PrivateBus(.system)
        let daemon = try await Daemon.start(.systemBusAndSocket(bus), forms: ["sample": SampleForm.definition])
        return Service(bus: bus, daemon: daemon)
    }

    /// A program of another user. Only for a test that is root's.
    ///
    /// The kernel notes who connects at the moment of the connection, so this process is that user until then.
    @LoopActor
    func connect(_ transport: Transport, as user: uid_t) async throws -> Client {
        let address = transport == .bus ? bus.address : daemon.socketAddress
        seteuid(user)
        let connecting = Task.immediate { @LoopActor in try await Connection.openBus(.at(address)) }
        seteuid(0)
        return Client(try await connecting.value, of: self)
    }

    /// - Parameter forms: definitions by name. `sample` is always there.
    static func start(
        forms: [String: String] = [:],
        plugins: Bool = false,
        arguments: [String] = []
    ) async throws -> Service {
        let bus = try PrivateBus()
        let forms = forms.merging(["sample": SampleForm.definition]) { own, _ in own }
        let daemon = try await Daemon.start(
            .busAndSocket(bus),
            forms: forms,
            plugins: plugins,
            arguments: arguments
        )
        return Service(bus: bus, daemon: daemon)
    }

    /// A program of its own: a connection that nobody else uses.
    @LoopActor
    func connect(_ transport: Transport) async throws -> Client {
        switch transport {
        case .bus: Client(try await Connection.openBus(.at(bus.address)), of: self)
        // Says `Hello`, as programs written for a bus do.
        case .socket: Client(try await Connection.openBus(.at(daemon.socketAddress)), of: self)
        }
    }

    /// A program and a session of `sample` that it opened.
    @LoopActor
    func session(
        _ transport: Transport,
        form: String = "sample",
        options: [(String, Value)] = []
    ) async throws -> SessionObject {
        try await connect(transport).openSession(form, options)
    }
}

/// A form with one field of each kind that the tests speak of.
enum SampleForm {
    static let definition = """
        {
          "title": {"en": "Sample", "ru": "Образец"},
          "fields": [
            {"id": "name", "placeholders": ["Name"], "required": true,
             "requiredMessage": {"en": "Who are you?", "ru": "Кто вы?"}, "trim": true, "maxLength": 40},
            {"id": "phone", "placeholders": ["Phone"],
             "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"},
             "validators": [{"type": "length", "min": 18, "message": {"en": "Enter the whole number"}}],
             "validation": "notEmptyText"},
            {"id": "password", "placeholders": ["Password"],
             "mode": {"type": "password", "reveal": "visibleOnNotEmptyText"}},
            {"id": "off", "placeholders": ["Off"], "enabled": false},
            {"id": "note", "type": "textView", "placeholders": ["Note"], "maxTextHeight": 96}
          ]
        }
        """

    static let fields = ["name", "phone", "password", "off", "note"]
}

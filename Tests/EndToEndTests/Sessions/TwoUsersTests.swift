import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

/// What the daemon of a machine tells a user of another user's sessions: nothing.
///
/// The sessions are the test's own user's, who is root. The other user is `nobody`.
@Suite(
    "Two users on a system bus",
    .loop,
    .timeLimit(.minutes(5)),
    .enabled(if: geteuid() == 0, "to be two users takes root")
)
struct TwoUsersTests {
    @Test("no member of another user's session can be called, as if the session did not exist")
    @LoopActor
    func members() async throws {
        let service = try await Service.startForMachine()
        let stranger = Stranger(on: service.bus)
        let owner = try await service.connect(.bus)
        let session = try await owner.openSession("sample", [("token", .string("t"))])
        let field = session.field("name")
        try await field.type("Ada")
        let before = try await session.snapshot()

        for (path, interface) in [(session.path, Contract.session), (field.path, Contract.field)] {
            for method in interface.methods {
                let reply = try await stranger.call(path, interface.name, method.name, method.inputs.map(\.type))
                #expect(reply.isUnknownSession, "\(method.name): \(reply)")
            }
            let name = Value.string(interface.name.string)
            for (member, arguments) in [
                ("Get", [name, .string("State")]), ("GetAll", [name]),
                ("Set", [name, .string("Width"), .variant(.double(1))]),
            ] as [(MemberName, [Value])] {
                let reply = try await stranger.call(path, .properties, member, arguments)
                #expect(reply.isUnknownSession, "\(member): \(reply)")
            }
            let introspection = try await stranger.call(path, .introspectable, "Introspect", [Value]())
            #expect(introspection.isUnknownSession, "\(introspection)")
        }
        let objects = try await stranger.call(session.path, .objectManager, "GetManagedObjects", [Value]())
        #expect(objects.isUnknownSession, "\(objects)")
        let absent = Contract.path(ofSession: "none", owner: 0)
        #expect(try await stranger.call(absent, Contract.session.name, "Close", [Value]()).isUnknownSession)
        #expect(try await session.snapshot() == before)
    }

    @Test("the manager lists each user's own sessions, whose tokens do not collide, and lets only root reload")
    @LoopActor
    func manager() async throws {
        let service = try await Service.startForMachine()
        let stranger = Stranger(on: service.bus)
        let owner = try await service.connect(.bus)
        _ = try await owner.openSession("sample", [("token", .string("t"))])
        #expect(try await stranger.manager("ListSessions").output.hasPrefix("(@a(osu) [],)"))
        let listed = try await stranger.call(Contract.root, .introspectable, "Introspect", [Value]())
        #expect(listed.output.contains("Manager") && !listed.output.contains("node name=\"session\""), "\(listed)")
        let usage = try await stranger.manager("GetStatistics").output
        #expect(usage.contains("'userSessions': <uint32 0>"), "\(usage)")

        let options = Value.properties([("token", .string("t"))])
        let opened = try await stranger.manager("OpenSession", [.string("sample"), options])
        let path = Contract.path(ofSession: "t", owner: Stranger.user)
        #expect(opened.output.contains(path.string), "\(opened)")
        // The session lives on, though the program that opened it has left. Even root is a stranger to it.
        let refused = try await owner.refusal(path, Contract.session.name, "Close")
        #expect(refused?.name == .form(.unknownSession))
        #expect(try await owner.manager("ListSessions").first?.elements?.count == 1)

        let reload = try await stranger.manager("Reload").errors
        #expect(reload.contains("org.formd.Forms1.Error.AccessDenied"), "\(reload)")
        #expect(reload.contains("this takes the role owner"), "\(reload)")
        #expect(try await owner.manager("Reload").isEmpty)
    }

    @Test("only formd's own user can connect to the private socket")
    @LoopActor
    func privateSocket() async throws {
        let service = try await Service.start()
        let reply = try await Stranger(at: service.daemon.socketAddress).manager("ListForms")
        #expect(reply.output.isEmpty && reply.errors.contains("Permission denied"), "\(reply)")
        // Not even where the folder lets them in.
        try service.daemon.folder.letOthersIn()
        let refused = try await Stranger(at: service.daemon.socketAddress).manager("ListForms")
        #expect(refused.output.isEmpty && !refused.errors.isEmpty, "\(refused)")
        try await service.connect(.socket).manager("ListForms")
    }

    @Test("a user gets no signals of another user's session, and cannot have them sent to everybody")
    @LoopActor
    func signals() async throws {
        let service = try await Service.startForMachine()
        let owner = try await service.connect(.bus)
        let refused = try await failure { _ = try await owner.openSession("sample", [("audience", .string("bus"))]) }
        #expect(refused?.name == .form(.accessDenied))
        #expect(refused?.message.contains("audience") == true)

        let monitor = try await Stranger(on: service.bus).monitor()
        // gdbus asks for signals only after it has printed the name's owner. Everybody is told of this one.
        let isSubscribed = try await eventually {
            try await owner.manager("Reload")
            return monitor.output.contains("TypesChanged")
        }
        #expect(isSubscribed)
        let session = try await owner.openSession("sample")
        try await session.call("Subscribe")
        try await session.field("name").type("Ada")
        try await session.call("Close")
        #expect(owner.takeSignals().contains { $0.name == "TextChanged" })
        _ = try await service.daemon.stop()
        // This comes after all signals.
        try await monitor.waits(for: "does not have an owner")
        let heard = try await monitor.stop().output
        #expect(!heard.contains("/session/") && !heard.contains("Session"), "\(heard)")
    }
}

/// Another user than the test's, with the tools that every user has.
private struct Stranger {
    struct Reply: CustomStringConvertible {
        let output: String
        let errors: String

        var isUnknownSession: Bool { errors.contains("org.formd.Forms1.Error.UnknownSession: there is no session /") }
        var description: String { "\(output)\(errors)" }
    }

    /// `nobody`, who is on every machine.
    static let user: UInt32 = 65_534

    private let address: String

    init(on bus: PrivateBus) {
        address = bus.address
    }

    init(at address: String) {
        self.address = address
    }

    private func command(_ arguments: [String]) -> [String] {
        ["--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups", "gdbus"] + arguments
    }

    func manager(_ member: MemberName, _ arguments: [Value] = []) async throws -> Reply {
        try await call(Contract.root, Contract.manager.name, member, arguments)
    }

    /// Calls with arguments of these types that do no harm.
    func call(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ types: [ValueType]
    ) async throws -> Reply {
        try await call(path, interface, member, types.map { HostileValues.harmless("", $0) })
    }

    func call(
        _ path: ObjectPath,
        _ interface: InterfaceName,
        _ member: MemberName,
        _ arguments: [Value]
    ) async throws -> Reply {
        let target = ["--dest", Contract.busName.string, "--object-path", path.string]
        let method = ["--method", "\(interface).\(member)"] + arguments.map(\.variantText)
        let result = try await Tool.run("setpriv", command(["call", "--address", address] + target + method))
        return Reply(output: result.output, errors: result.errors)
    }

    /// Hears every signal that formd broadcasts.
    func monitor() async throws -> RunningTool {
        let tool = try RunningTool("setpriv", command(["monitor", "--address", address, "--dest", "org.formd.Forms1"]))
        try await tool.waits(for: "is owned by")
        return tool
    }
}

extension Value {
    /// As GVariant's text format writes it, with its type. Arrays are written as empty ones.
    fileprivate var variantText: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .string(let value): "'\(value)'"
        case .objectPath(let value): "objectpath '\(value)'"
        case .variant(let value): "<\(value.variantText)>"
        case .array: "@\(type) []"
        case .dictionary(_, _, let entries):
            "@\(type) {\(entries.map { "\($0.key.variantText): \($0.value.variantText)" }.joined(separator: ", "))}"
        case .double(let value): "double \(value)"
        case .int32(let value): "int32 \(value)"
        case .uint32(let value): "uint32 \(value)"
        case .uint64(let value): "uint64 \(value)"
        default: "''"
        }
    }
}

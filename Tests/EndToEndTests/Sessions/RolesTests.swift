import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

/// What users may do in one session, over a system bus and over a private socket that all of them may reach. The
/// session is root's; the others are users whom every Debian has.
@Suite(
    "Roles in a session",
    .loop,
    .timeLimit(.minutes(5)),
    .enabled(if: geteuid() == 0, "to be several users takes root")
)
struct RolesTests {
    private static let viewer: uid_t = 1
    private static let editor: uid_t = 2
    private static let stranger: uid_t = 65_534

    /// What one user does with one member.
    private struct Attempt {
        let name: String
        let path: ObjectPath
        let interface: InterfaceName
        let member: MemberName
        let arguments: [Value]
        /// The role that the contract asks for.
        let access: AccessLevel
    }

    /// Every member of the Session and the Field interface at the objects of one session, and the standard interfaces.
    private static func attempts(at session: ObjectPath) -> [Attempt] {
        let objects = [
            (session, Contract.session), (Contract.path(ofField: "name", in: session), Contract.field),
        ]
        return objects.flatMap { path, interface -> [Attempt] in
            let name = Value.string(interface.name.string)
            func standard(_ interface: InterfaceName, _ member: MemberName, _ arguments: [Value] = []) -> Attempt {
                Attempt(
                    name: "\(member)",
                    path: path,
                    interface: interface,
                    member: member,
                    arguments: arguments,
                    access: .viewer
                )
            }
            // After `Leave` the caller would have no role any more; it has a test of its own.
            let methods = interface.methods.filter { $0.name != "Leave" }.map { method in
                Attempt(
                    name: "\(method.name)",
                    path: path,
                    interface: interface.name,
                    member: method.name,
                    arguments: method.inputs.map { HostileValues.harmless($0.name, $0.type) },
                    access: method.access
                )
            }
            let properties = interface.properties.flatMap { property -> [Attempt] in
                let getter = standard(.properties, "Get", [name, .string(property.name.string)])
                guard let access = property.writeAccess else { return [getter] }
                let value = Value.variant(HostileValues.harmless("", property.type))
                let setter = Attempt(
                    name: "Set \(property.name)",
                    path: path,
                    interface: .properties,
                    member: "Set",
                    arguments: [name, .string(property.name.string), value],
                    access: access
                )
                return [getter, setter]
            }
            let all = [
                standard(.properties, "GetAll", [name]), standard(.properties, "GetAll", [.string("")]),
                standard(.introspectable, "Introspect"),
            ]
            return methods + properties + all
        } + [
            Attempt(
                name: "GetManagedObjects",
                path: session,
                interface: .objectManager,
                member: "GetManagedObjects",
                arguments: [],
                access: .viewer
            )
        ]
    }

    @LoopActor
    private func refusal(_ attempt: Attempt, by client: Client) async throws -> BusError? {
        try await client.refusal(attempt.path, attempt.interface, attempt.member, attempt.arguments)
    }

    private static func isDenied(_ error: BusError?) -> Bool { error?.name == .form(.accessDenied) }

    @Test(
        "for users without a role a session does not differ from one that does not exist",
        arguments: Transport.allCases
    )
    @LoopActor
    func stranger(_ transport: Transport) async throws {
        let service = try await Service.startForEverybody()
        let owner = try await service.connect(transport)
        let session = try await owner.openSession("sample", [("token", .string("here"))])
        try await session.field("name").type("Ada")
        try await session.call("Grant", [.uint32(Self.viewer), .string("viewer")])
        let before = try await session.snapshot()
        let stranger = try await service.connect(transport, as: Self.stranger)
        try await stranger.listen()

        let absent = Contract.path(ofSession: "gone", owner: 0)
        for (mine, none) in zip(Self.attempts(at: session.path), Self.attempts(at: absent)) {
            let error = try await refusal(mine, by: stranger)
            let expected = try await refusal(none, by: stranger)
            #expect(error?.name == .form(.unknownSession), "\(mine.name)")
            #expect(error?.message.replacing("/here", with: "/gone") == expected?.message, "\(mine.name)")
            #expect(error?.name == expected?.name, "\(mine.name)")
        }
        for (path, other) in [
            ("/org/formd/Forms1/session/0", "/org/formd/Forms1/session/7"),
            ("\(session.path)/none", "\(absent)/none"), ("\(session.path)/field", "\(absent)/field"),
            ("\(session.path)/field/none", "\(absent)/field/none"),
        ] {
            for (interface, member) in [
                (InterfaceName.introspectable, "Introspect"), (.properties, "GetAll"), (.peer, "Ping"),
            ] as [(InterfaceName, MemberName)] {
                let arguments: [Value] = member == "GetAll" ? [.string("")] : []
                let error = try await stranger.refusal(ObjectPath(unchecked: path), interface, member, arguments)
                let same = try await stranger.refusal(ObjectPath(unchecked: other), interface, member, arguments)
                #expect(error?.name == same?.name, "\(path) \(member)")
                let message = error?.message.replacing(path, with: other).replacing("/here", with: "/gone")
                #expect(message == same?.message, "\(path) \(member)")
            }
        }
        let listed = try await stranger.manager("ListSessions")
        #expect(listed == [.array("(osu)", [])])
        for path in ["/org/formd/Forms1", "/org/formd/Forms1/session"] {
            let xml = try await stranger.call(ObjectPath(unchecked: path), .introspectable, "Introspect").string()
            #expect(!xml.contains("node name"), "\(path): \(xml)")
        }
        #expect(try await session.snapshot() == before)
        try await session.field("name").type("!")
        try await session.call("Close")
        try await owner.manager("Reload")
        // Everybody is told of this one, and it comes last.
        #expect(try await stranger.waits(for: "TypesChanged"))
        #expect(stranger.signals.map(\.name) == ["TypesChanged"])
    }

    @Test(
        "viewers and editors can use exactly the members that the contract allows",
        arguments: Transport.allCases
    )
    @LoopActor
    func members(_ transport: Transport) async throws {
        let service = try await Service.startForEverybody()
        let owner = try await service.connect(transport)
        let session = try await owner.openSession("sample", [("token", .string("here"))])
        try await session.field("name").type("Ada")
        try await session.field("password").type("Tr0ub4dor")
        try await session.call("Grant", [.uint32(Self.viewer), .string("viewer")])
        try await session.call("Grant", [.uint32(Self.editor), .string("editor")])
        let before = try await session.snapshot()
        for (user, access) in [(Self.viewer, AccessLevel.viewer), (Self.editor, .editor)] {
            let client = try await service.connect(transport, as: user)
            let seen = session.seen(by: client)
            #expect(try await client.manager("ListSessions") == [.array("(osu)", [])])
            #expect(try await seen.field("password").get("Text") == .string("•••••••••"))
            #expect(try await client.manager("ListSessions") == owner.manager("ListSessions"))
            #expect(try await seen.call("GetValues").texts()["password"] == nil)
            for attempt in Self.attempts(at: session.path) {
                let error = try await refusal(attempt, by: client)
                #expect(Self.isDenied(error) == (attempt.access > access), "\(user): \(attempt.name): \(error as Any)")
            }
            for operation in ["Submit", "SubmitDocument"] {
                let error = try await failure { _ = try await seen.apply([(operation, [])]) }
                #expect(Self.isDenied(error), "\(user): \(operation)")
            }
            if access == .viewer { #expect(try await session.snapshot() == before) }
        }
        #expect(try await session.refusal("Close") == nil)
    }

    @Test(
        "a member gets signals until its role is revoked, and then the session does not exist for it",
        arguments: Transport.allCases
    )
    @LoopActor
    func revoked(_ transport: Transport) async throws {
        let service = try await Service.startForEverybody()
        let session = try await service.connect(transport).openSession("sample")
        let client = try await service.connect(transport, as: Self.editor)
        let seen = session.seen(by: client)
        #expect(try await seen.refusal("Subscribe")?.name == .form(.unknownSession))
        try await session.call("Grant", [.uint32(Self.editor), .string("owner")])
        try await seen.call("Subscribe")
        try await session.field("name").type("Ada")
        #expect(try await client.waits(for: "TextChanged"))
        // Another owner may grant and revoke, but not put out who opened the session.
        try await seen.call("Grant", [.uint32(Self.viewer), .string("viewer")])
        #expect(try await seen.refusal("Revoke", [.uint32(0)])?.name == .form(.invalidArgument))
        for (user, role) in [(4_294_967_295, "viewer"), (3, "king")] as [(UInt32, String)] {
            #expect(try await seen.refusal("Grant", [.uint32(user), .string(role)])?.name == .form(.invalidArgument))
        }

        try await session.call("Revoke", [.uint32(Self.editor)])
        #expect(try await client.waits(for: "Closed"))
        let farewell = client.takeSignals().suffix(2)
        #expect(farewell.map(\.name) == ["SubscriptionEnded", "Closed"])
        #expect(farewell.allSatisfy { $0.arguments == [.string("revoked")] })
        try await session.field("name").type("!")
        try await session.call("Close")
        #expect(try await seen.refusal("GetValues")?.name == .form(.unknownSession))
        #expect(client.signals.isEmpty)
    }

    @Test(
        "nobody gets signals or a longer list because of a role that they have not accepted",
        arguments: Transport.allCases
    )
    @LoopActor
    func consent(_ transport: Transport) async throws {
        let service = try await Service.startForEverybody()
        let owner = try await service.connect(transport)
        let session = try await owner.openSession("sample")
        let client = try await service.connect(transport, as: Self.editor)
        // On the private socket these rules match what the user may see; on a bus they match what is sent to everybody.
        try await client.listen()
        try await session.call("Grant", [.uint32(Self.editor), .string("editor")])
        try await session.field("name").type("Ada")
        #expect(try await client.manager("ListSessions") == [.array("(osu)", [])])
        #expect(client.signals.isEmpty)
        #expect(try await session.seen(by: client).call("GetValues").texts()["name"] == "Ada")
        #expect(try await client.manager("ListSessions") == owner.manager("ListSessions"))
        if transport == .socket {
            try await session.field("name").type("!")
            #expect(try await client.waits(for: "TextChanged"))
        }
        try await session.seen(by: client).call("Leave")
        #expect(try await client.manager("ListSessions") == [.array("(osu)", [])])
    }

    @Test("a member can leave the session, and who opened it cannot", arguments: Transport.allCases)
    @LoopActor
    func leaving(_ transport: Transport) async throws {
        let service = try await Service.startForEverybody()
        let session = try await service.connect(transport).openSession("sample")
        let client = try await service.connect(transport, as: Self.viewer)
        let seen = session.seen(by: client)
        #expect(try await seen.refusal("Leave")?.name == .form(.unknownSession))
        try await session.call("Grant", [.uint32(Self.viewer), .string("viewer")])
        try await seen.call("Leave")
        #expect(try await seen.refusal("GetValues")?.name == .form(.unknownSession))
        #expect(try await client.manager("ListSessions") == [.array("(osu)", [])])
        #expect(try await session.refusal("Leave")?.name == .form(.invalidArgument))
        #expect(try await session.refusal("GetValues") == nil)
    }

    @Test("the folder and the socket are accessible to the users that the options name")
    @LoopActor
    func socketAccess() async throws {
        let service = try await Service.start(arguments: ["--socket-group", "daemon"])
        var status = stat()
        for (path, mode) in [(service.daemon.socketPath, 0o660), (service.daemon.folder.path, 0o750)] {
            #expect(stat(path, &status) == 0 && status.st_gid == 1 && status.st_mode & 0o777 == mode, "\(path)")
        }
        await #expect(throws: (any Error).self) { _ = try await service.connect(.socket, as: Self.stranger) }
        for (arguments, reason) in [
            (["--socket-group", "nosuchgroup"], "there is no group nosuchgroup"),
            (["--socket-mode", "077"], "a socket cannot have mode 77"),
        ] {
            let failure = await #expect(throws: Daemon.Failure.self) {
                _ = try await Daemon.start(.socket, arguments: arguments)
            }
            #expect(failure?.description.contains(reason) == true, "\(failure as Any)")
        }
    }
}

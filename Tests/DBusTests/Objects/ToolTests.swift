import DBus
import EventLoop
import FormdTesting
import Testing

/// The same objects, asked by the tools that people have, on a bus and on a private socket.
@Suite("The tools of D-Bus", .loop)
struct ToolTests {
    static let service = "org.example.Lamps1"
    static let kitchen = "/org/example/Lamps1/kitchen"
    static let lamp = "org.example.Lamp1"

    @Test("busctl calls methods", arguments: Transport.allCases)
    @LoopActor func busctlCalls(transport: Transport) async throws {
        try await ServedLamps.run(on: transport) { lamps in
            let result = try await lamps.busctl("call", Self.service, Self.kitchen, Self.lamp, "Dim", "u", "60")
            #expect(result.output == "db 30 true\n")
            #expect(result.status == 0)
            #expect(lamps.tree.lamps["kitchen"]?.percent == 60)
        }
    }

    @Test("invalid calls are answered with the error", arguments: Transport.allCases)
    @LoopActor func busctlErrors(transport: Transport) async throws {
        try await ServedLamps.run(on: transport) { lamps in
            let cases: [([String], String)] = [
                ([Self.kitchen, Self.lamp, "Dim", "s", "60"], "org.example.Lamp1.Dim takes “u”, not “s”"),
                ([Self.kitchen, Self.lamp, "Dim"], "org.example.Lamp1.Dim takes “u”, not “”"),
                ([Self.kitchen, Self.lamp, "Dim", "uu", "6", "0"], "org.example.Lamp1.Dim takes “u”, not “uu”"),
                ([Self.kitchen, Self.lamp, "Dim", "u", "101"], "101 is above 100"),
                ([Self.kitchen, Self.lamp, "Shine"], "org.example.Lamp1 has no method “Shine”"),
                ([Self.kitchen, "org.example.Sun1", "Shine"], "\(Self.kitchen) has no interface “org.example.Sun1”"),
                (["/org/example/Lamps1/attic", Self.lamp, "Dim"], "There is no object /org/example/Lamps1/attic"),
                (["/org/example/Lamps1/hidden", Self.lamp, "Dim"], "There was a lamp once"),
                ([Self.kitchen, Self.lamp, "Lie"], "org.example.Lamp1.Lie could not create its reply"),
                ([Self.kitchen, Self.lamp, "Corrupt"], "org.example.Lamp1.Corrupt could not create its reply"),
                ([Self.kitchen, Self.lamp, "Break"], "org.example.Lamp1.Break failed"),
                ([Self.kitchen, Self.lamp, "Forget"], "org.example.Lamp1.Forget was not answered"),
            ]
            for (arguments, message) in cases {
                let result = try await Tool.run(
                    "busctl",
                    ["--address=\(lamps.address)", "call", Self.service] + arguments
                )
                #expect(result.status == 1)
                #expect(result.errors == "Call failed: \(message)\n")
            }
            #expect(
                lamps.reports == [
                    "org.example.Lamp1.Lie at \(Self.kitchen) declares “s” and replied “u”",
                    "org.example.Lamp1.Corrupt at \(Self.kitchen) could not create its reply: a MessageError",
                    "org.example.Lamp1.Break at \(Self.kitchen) failed with a Unexpected",
                    "org.example.Lamp1.Forget at \(Self.kitchen) was released without a reply",
                ]
            )
        }
    }

    @Test("busctl reads and writes properties", arguments: Transport.allCases)
    @LoopActor func busctlProperties(transport: Transport) async throws {
        try await ServedLamps.run(on: transport) { lamps in
            var result = try await lamps.busctl(
                "get-property",
                Self.service,
                Self.kitchen,
                Self.lamp,
                "Color",
                "Serial"
            )
            #expect(result.output == "s \"white\"\ns \"L-1\"\n")
            result = try await lamps.busctl("set-property", Self.service, Self.kitchen, Self.lamp, "Color", "s", "red")
            #expect(result.status == 0)
            #expect(lamps.tree.lamps["kitchen"]?.color == "red")

            let refused: [([String], String)] = [
                (["Color", "u", "1"], "Color takes “s”, not “u”"),
                (["Color", "s", ""], "A color has a name"),
                (["Serial", "s", "x"], "Serial of \(Self.kitchen) cannot be written"),
                (["Weight", "s", "x"], "\(Self.kitchen) has no property “Weight” in \(Self.lamp)"),
            ]
            for (arguments, message) in refused {
                result = try await Tool.run(
                    "busctl",
                    ["--address=\(lamps.address)", "set-property", Self.service, Self.kitchen, Self.lamp] + arguments
                )
                #expect(result.status == 1)
                #expect(result.errors.contains(message))
            }
        }
    }

    @Test("busctl shows members with their values, and the tree of objects", arguments: Transport.allCases)
    @LoopActor func busctlIntrospects(transport: Transport) async throws {
        try await ServedLamps.run(on: transport) { lamps in
            let table = try await lamps.busctl("introspect", Self.service, Self.kitchen)
            for pattern in [
                #"\.Dim +method +u +db +-"#, #"\.Color +property +s +"white" +emits-change writable"#,
                #"\.Serial +property +s +"L-1" +const"#, #"\.Picture +property +ay +3 1 2 3 +emits-invalidation"#,
                #"\.Percent +property +u +0 +-"#, #"\.BurntOut +signal +ts +- +-"#, #"\.GetAll +method +s +a\{sv\}"#,
                #"org\.freedesktop\.DBus\.Peer +interface"#,
            ] {
                #expect(table.output.contains(try Regex(pattern)))
            }
            let tree = try await lamps.busctl("tree", "--list", Self.service)
            for path in ["/", "/org", "/org/example", "/org/example/Lamps1", Self.kitchen] {
                #expect(tree.output.split(separator: "\n").contains("\(path)"))
            }
        }
    }

    @Test("the introspection equals the declaration", arguments: Transport.allCases)
    @LoopActor func introspectionIsTheDeclaration(transport: Transport) async throws {
        try await ServedLamps.run(on: transport) { lamps in
            let arguments = ["--address=\(lamps.address)", "introspect", "--xml-interface", Self.service]
            let lamp = try await Tool.run("busctl", arguments + [Self.kitchen])
            let standard = [InterfaceDescription.peer, .introspectable, .properties]
            let declared = IntrospectionDocument(
                interfaces: [Lamp.interface.description, Wiring.interface.description] + standard
            )
            #expect(differences(between: lamp.output, and: declared.xml) == [])

            let manager = try await Tool.run("busctl", arguments + ["/org/example/Lamps1"])
            let expected = IntrospectionDocument(interfaces: standard + [.objectManager])
            #expect(differences(between: manager.output, and: expected.xml) == [])
            #expect(manager.output.contains("<node name=\"kitchen\"/>"))
        }
    }

    @Test("gdbus and dbus-send get the same replies", arguments: Transport.allCases)
    @LoopActor func otherTools(transport: Transport) async throws {
        try await ServedLamps.run(on: transport) { lamps in
            let gdbus = ["--address", lamps.address, "--dest", Self.service, "--object-path", Self.kitchen]
            var result = try await Tool.run("gdbus", ["call"] + gdbus + ["--method", "\(Self.lamp).Dim", "50"])
            #expect(result.output == "(25.0, false)\n")
            result = try await Tool.run("gdbus", ["introspect"] + gdbus)
            #expect(result.output.contains("Dim(in  u percent,"))
            #expect(result.output.contains("readwrite s Color = 'white';"))

            let flag = transport == .bus ? "--bus=" : "--peer="
            let send = [flag + lamps.address, "--print-reply=literal", "--dest=\(Self.service)", Self.kitchen]
            result = try await Tool.run("dbus-send", send + ["\(Self.lamp).Dim", "uint32:100"])
            #expect(result.output.split { $0.isWhitespace } == ["double", "50", "boolean", "true"])
            result = try await Tool.run("dbus-send", send + ["\(Self.lamp).Dim", "string:x"])
            #expect(result.errors.contains("org.freedesktop.DBus.Error.InvalidArgs"))
        }
    }

    @Test("busctl monitor and gdbus monitor show signals", arguments: Transport.allCases)
    @LoopActor func monitors(transport: Transport) async throws {
        try await ServedLamps.run(on: transport) { lamps in
            let busctl = try RunningTool(
                "busctl",
                ["--address=\(lamps.address)", "monitor", "--json=short", Self.service]
            )
            let gdbus = try RunningTool("gdbus", ["monitor", "--address", lamps.address, "--dest", Self.service])
            try await busctl.waits(for: "Monitoring bus message stream.")
            try await gdbus.waits(for: "is owned by")
            // gdbus asks for signals only after it has said that it watches.
            for _ in 0..<500 where !gdbus.output.contains("BurntOut") {
                try lamps.burnOut(hours: 12)
                try await Task.sleep(for: .milliseconds(20))
            }
            try await busctl.waits(for: #""member":"BurntOut""#)
            try await busctl.waits(for: #""payload":{"type":"ts","data":[12,"age"]}"#)
            try await gdbus.waits(for: "/org/example/Lamps1/kitchen: org.example.Lamp1.BurntOut (uint64 12, 'age')")

            // A monitor also sees calls and their replies.
            let call = try await lamps.busctl("call", Self.service, Self.kitchen, Self.lamp, "Dim", "u", "60")
            #expect(call.status == 0)
            try await busctl.waits(for: #""member":"Dim""#)
            try await busctl.waits(for: #""payload":{"type":"db""#)
        }
    }
}

import DBus
import EventLoop
import FormContract
import FormdTesting
import RandomTesting
import Testing

@Suite("Hostile calls", .loop, .timeLimit(.minutes(10)))
struct HostileCallsTests {
    @Test("missing, surplus and wrongly typed arguments of every method are refused", arguments: Transport.allCases)
    @LoopActor
    func types(_ transport: Transport) async throws {
        let program = try await HostileProgram(try await Service.start(), transport)
        #expect(HostileProgram.methods.count > 50)
        for method in HostileProgram.methods {
            let harmless = method.declaration.inputs.map { HostileValues.harmless($0.name, $0.type) }
            if !harmless.isEmpty {
                try await program.call(method, [], mustFail: true)
                try await program.call(method, Array(harmless.dropLast()), mustFail: true)
            }
            try await program.call(method, harmless + [.string("and more")], mustFail: true)
            for (index, input) in method.declaration.inputs.enumerated() {
                for value in HostileValues.wrong(for: input.type) {
                    var arguments = harmless
                    arguments[index] = value
                    try await program.call(method, arguments, mustFail: true)
                }
            }
        }
        #expect(program.refusals > 500)
    }

    @Test("invalid values do no harm in any method", arguments: Transport.allCases)
    @LoopActor
    func values(_ transport: Transport) async throws {
        let program = try await HostileProgram(try await Service.start(), transport)
        for method in HostileProgram.methods {
            let harmless = method.declaration.inputs.map { HostileValues.harmless($0.name, $0.type) }
            try await program.call(method, harmless)
            for (index, input) in method.declaration.inputs.enumerated() {
                for value in HostileValues.values(of: input.type) {
                    var arguments = harmless
                    arguments[index] = value
                    try await program.call(method, arguments)
                }
            }
        }
        #expect(program.refusals > 500)
        #expect(program.acceptances > 100)
    }

    @Test("messages that are no calls take the time of their sender's account")
    @LoopActor
    func signals() async throws {
        let client = try await Service.start().connect(.socket)
        func time() async throws -> UInt64 {
            try await client.manager("GetStatistics").first?.properties?["userMicroseconds"]?.uint64 ?? 0
        }
        let start = try await time()
        let few = try await time() - start
        let signal = try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [.strings(["a", "b"])])
        for _ in 0..<2_000 { client.connection.send(signal) }
        #expect(try await time() - start > 10 * few)
    }

    @Test(
        "every property is written only by its own type, and only if it can be written",
        arguments: Transport.allCases
    )
    @LoopActor
    func properties(_ transport: Transport) async throws {
        let program = try await HostileProgram(try await Service.start(), transport)
        #expect(HostileProgram.properties.count > 40)
        for property in HostileProgram.properties {
            let isWritable = property.declaration.writeAccess != nil
            for value in HostileValues.wrong(for: property.declaration.type) {
                try await program.write(property, value, mustFail: true)
            }
            // What cannot be written at all does not need every value.
            for value in HostileValues.values(of: property.declaration.type).prefix(isWritable ? .max : 1) {
                try await program.write(property, value, mustFail: !isWritable)
            }
        }
    }

    @Test("numbers that are not a valid width, height or position are refused", arguments: Transport.allCases)
    @LoopActor
    func numbers(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        for width in [Double.nan, .infinity, -.infinity, -1, .greatestFiniteMagnitude] {
            let refused = try await failure { try await session.set("Width", .double(width)) }
            #expect(refused != nil, "width \(width)")
            let opened = try await failure {
                _ = try await session.client.openSession("sample", [("width", .double(width))])
            }
            #expect(opened != nil, "width \(width)")
            for (height, inset) in [(width, 0.0), (100, width)] {
                let refused = try await session.refusal("SetViewport", [.double(height), .double(inset)])
                #expect(refused != nil, "viewport \(height), \(inset)")
            }
        }
        let name = session.field("name")
        try await name.type("Ada")
        for (start, length) in [(UInt32(4), UInt32(0)), (0, 4), (.max, 0), (0, .max), (.max, .max), (3, 1)] {
            let range = [Value.uint32(start), .uint32(length)]
            #expect(try await name.refusal("Select", range)?.name == .form(.outOfRange), "\(range)")
            #expect(
                try await name.refusal("ReplaceRange", range + [.string("x")])?.name == .form(.outOfRange),
                "\(range)"
            )
        }
        #expect(try await name.text() == "Ada")
    }

    @Test("a pattern that takes too long is aborted, and this is reported", arguments: Transport.allCases)
    @LoopActor
    func catastrophicPattern(_ transport: Transport) async throws {
        let client = try await Service.start().connect(transport)
        let rules = #"[{"type": "regex", "pattern": "(a+)+b"}]"#
        for length in [30, 1_000, 60_000] {
            let text = String(repeating: "a", count: length) + "c"
            let verdict = try await client.manager("Check", [.string(rules), .string(text)])
            #expect(verdict.first == .boolean(false))
            #expect(try !verdict.string(1).isEmpty)
        }
    }

    @Test(
        "NUL and lone surrogates, which no D-Bus text can have, do not come in through JSON",
        arguments: Transport.allCases
    )
    @LoopActor
    func foreignTexts(_ transport: Transport) async throws {
        let client = try await Service.start().connect(transport)
        for text in ["\\u0000", "\\ud800", "\\udc00", "\\ud800x", "a\\u0000b"] {
            for definition in [
                #"{"fields": [{"id": "a", "value": "\#(text)"}]}"#,
                #"{"fields": [{"id": "a", "hint": "\#(text)"}]}"#,
                #"{"title": "\#(text)", "fields": [{"id": "a"}]}"#,
                #"{"fields": [{"id": "a", "label": "\#(text)", "placeholders": ["\#(text)"]}]}"#,
                #"{"fields": [{"id": "a", "required": true, "requiredMessage": "\#(text)"}]}"#,
            ] {
                let found = try await client.manager("CheckDefinition", [.string(definition)])
                let errors = found.first?.elements?.filter { $0.members?.first == .string("error") } ?? []
                #expect(!errors.isEmpty, "\(definition)")
            }
        }
    }

    @Test("two thousand calls at random", arguments: Transport.allCases)
    @LoopActor
    func fuzz(_ transport: Transport) async throws {
        let program = try await HostileProgram(try await Service.start(), transport)
        var random = SeededGenerator(seed: transport == .bus ? 20_240_229 : 17_760_704)
        let methods = HostileProgram.methods
        let properties = HostileProgram.properties
        for _ in 0..<2_000 {
            if Int.random(in: 0..<4, using: &random) == 0, let property = properties.randomElement(using: &random) {
                try await program.write(property, Self.value(of: property.declaration.type, &random))
            } else if let method = methods.randomElement(using: &random) {
                var arguments = method.declaration.inputs.map { Self.value(of: $0.type, &random) }
                if Int.random(in: 0..<20, using: &random) == 0 { arguments.append(.string("")) }
                try await program.call(method, arguments)
            }
        }
    }

    @LoopActor
    private static func value(of type: ValueType, _ random: inout SeededGenerator) -> Value {
        let wrong = HostileValues.wrong(for: type)
        if Int.random(in: 0..<16, using: &random) == 0, let value = wrong.randomElement(using: &random) { return value }
        // The largest texts are for the table, which sends each once.
        let values = HostileValues.values(of: type).filter { ($0.string?.utf8.count ?? 0) < 1_000_000 }
        return values.randomElement(using: &random) ?? HostileValues.harmless("", type)
    }
}

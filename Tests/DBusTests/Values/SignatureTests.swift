import CDBus
import DBus
import FormdTesting
import RandomTesting
import Testing

@Suite("Signatures")
struct SignatureTests {
    @Test(
        "valid ones parse to their types",
        arguments: [
            ("", []),
            ("s", [.string]),
            (
                "ybnqiuxtdsogvh",
                [
                    .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .objectPath,
                    .signature, .variant, .unixFD,
                ]
            ),
            ("aas", [.array(.array(.string))]),
            ("a{sv}", [.properties]),
            ("(i(ss))u", [.structure([.int32, .structure([.string, .string])]), .uint32]),
            ("a(sa{sv})", [.array(.structure([.string, .properties]))]),
            (
                "a{ya{o(g)}}",
                [.dictionary(key: .byte, value: .dictionary(key: .objectPath, value: .structure([.signature])))]
            ),
        ] as [(String, [ValueType])]
    )
    func valid(text: String, types: [ValueType]) throws {
        let signature = try Signature(validating: text)
        #expect(signature.types == types)
        #expect(signature.string == text)
        #expect(try Signature(types) == signature)
    }

    @Test(
        "invalid ones are refused",
        arguments: [
            "a", "aa", "(", ")", "()", "(s", "s)", "{", "{sv}", "a{", "a{s", "a{sv", "a{}", "a{s}", "a{vs}", "a{(s)s}",
            "a{ass}", "a{sss}", "(a)", "z", "r", "e", "m", "*", "@", " ", "s s", "s\0", "\0", "ä", "a{sv}}", "(s{sv})",
            "aaaaaa", "(a{s)}",
        ]
    )
    func invalid(text: String) {
        #expect(throws: InvalidName.self) { try Signature(validating: text) }
    }

    @Test(
        "32 arrays, 32 structures and 255 bytes are the maximum",
        arguments: [
            (String(repeating: "a", count: 32) + "s", true),
            (String(repeating: "a", count: 33) + "s", false),
            (String(repeating: "(", count: 32) + "s" + String(repeating: ")", count: 32), true),
            (String(repeating: "(", count: 33) + "s" + String(repeating: ")", count: 33), false),
            (String(repeating: "a(", count: 32) + "s" + String(repeating: ")", count: 32), true),
            (String(repeating: "a{y", count: 32) + "s" + String(repeating: "}", count: 32), true),
            (String(repeating: "a{y", count: 33) + "s" + String(repeating: "}", count: 33), false),
            (String(repeating: "s", count: 255), true),
            (String(repeating: "s", count: 256), false),
            (String(repeating: "(", count: 10_000), false),
            (String(repeating: "a", count: 10_000), false),
        ]
    )
    func limits(text: String, isValid: Bool) {
        #expect((Signature(text) != nil) == isValid)
        #expect((dbus_signature_validate(text, nil) != 0) == isValid)
    }

    @Test("libdbus accepts the same signatures")
    func agreement() {
        var generator = SeededGenerator(seed: 2)
        let alphabet = Array("ybsva{}()x")
        var accepted = 0
        for _ in 0..<30_000 {
            let text = String(
                (0..<Int.random(in: 0...8, using: &generator)).compactMap { _ in
                    alphabet.randomElement(using: &generator)
                }
            )
            let isValid = Signature(text) != nil
            if isValid { accepted += 1 }
            #expect(isValid == (dbus_signature_validate(text, nil) != 0), "\(text)")
        }
        #expect(accepted > 500)
    }

    @Test("a single complete type is neither empty nor two types")
    func singleType() {
        #expect(ValueType("a{sv}") == .properties)
        // Not as literals, which are checked differently.
        for text in ["", "ss"] { #expect(ValueType(text) == nil) }
        #expect(ValueType.array(.structure([.string, .variant])).string == "a(sv)")
    }

    @Test("types that are not valid in D-Bus have no signature")
    func impossibleTypes() {
        for type in [
            .structure([]), .dictionary(key: .variant, value: .string), .dictionary(key: .array(.byte), value: .byte),
        ]
            as [ValueType]
        {
            #expect(throws: InvalidName.self) { try Signature([type]) }
        }
    }
}

import DBus

/// What no honest program sends, by type; every value can be put on the wire.
enum HostileValues {
    static let strings: [String] = [
        "",
        " ",
        "nobody",
        "../../etc/passwd",
        "name\u{1}\u{7F}\r\n",
        // Right to left, with marks that turn the order round; joined clusters; a letter under a hundred accents.
        "\u{202E}שלום \u{2066}عالم\u{2069}",
        "👨‍👩‍👧‍👦🏳️‍🌈🇩🇪1️⃣\u{200D}\u{200D}\u{FE0F}",
        "Z" + String(repeating: "\u{301}\u{327}", count: 5_000),
        "\u{FEFF}\u{FFFE}\u{FFFF}\u{10FFFF}\u{E0001}",
        String(repeating: "\u{20DD}", count: 300),
        // Neither JSON nor anything else that is expected.
        "{",
        "[",
        "nul",
        "{\"type\":}",
        "{\"type\": \"mask\", \"mask\": \"[[0\"}",
        "{\"type\": \"mask\", \"mask\": \"\"}",
        "{\"type\": \"mask\", \"mask\": \"[0000]{\"}",
        "{\"type\": \"mask\", \"mask\": \"" + String(repeating: "[0]", count: 20_000) + "\"}",
        "{\"type\": \"mask\", \"mask\": \"[0]\", \"colour\": 1}",
        "{\"type\": \"nothing\"}",
        "{\"type\": 1e999}",
        "{\"type\": \"mask\", \"type\": \"mask\", \"mask\": \"[0]\"}",
        "{\"type\": \"password\", \"reveal\": \"sometimes\"}",
        "[{\"type\": \"regex\", \"pattern\": \"(\"}]",
        "[{\"type\": \"regex\", \"pattern\": \"@nothing\"}]",
        "[{\"type\": \"length\", \"min\": -1}]",
        "[{\"type\": \"length\", \"min\": 1e300}]",
        "[{\"type\": \"length\", \"min\": 99999999999999999999}]",
        "\"\\u0000\"",
        "{\"fields\": [{\"id\": \"a\", \"value\": \"\\u0000\"}]}",
        "{\"fields\": [{\"id\": \"a\", \"value\": \"\\ud800\"}]}",
        "{\"fields\": [{\"id\": \"a\", \"value\": \"\\udc00\\ud800\"}]}",
        "{\"fields\": [{\"id\": \"a\"}, {\"id\": \"a\"}]}",
        "{\"fields\": [{\"id\": \"a\", \"next\": \"b\"}]}",
        "{\"fields\": [{\"id\": \"a-b\"}]}",
        "{\"fields\": [{\"id\": \"a\", \"maxLength\": 0.5}]}",
        "{\"fields\": [{\"id\": \"a\", \"height\": {\"policy\": \"fixed\", \"height\": 1e308}}]}",
        String(repeating: "[", count: 100_000),
        String(repeating: "{\"a\":", count: 100_000),
        String(repeating: "x", count: 10_000_000),
    ]

    static let doubles: [Double] = [
        .nan, .infinity, -.infinity, -1, -0.0, 0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
        -.greatestFiniteMagnitude, 1e9, 0.1,
    ]

    static let integers: [UInt64] = [
        0, 1, 2, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF, .max,
    ]

    /// Keys that are known to some `a{sv}` or other, and keys that are not.
    private static let keys = [
        "token", "locale", "width", "values", "lifetime", "idleTimeout", "draft", "audience", "format", "validate",
        "ifRevision", "hintLines", "textLines", "field", "text", "", "colour",
    ]

    private static let someOfEachType: [Value] = [
        .boolean(true), .byte(0), .int16(-1), .uint16(1), .int32(-1), .uint32(0xFFFF_FFFF), .int64(.min), .uint64(.max),
        .double(.nan), .double(-1), .string("name"), .string(""), .objectPath("/"), .signature(""),
        .variant(.variant(.string("x"))), .array(.string, []), .array(.byte, [.byte(0)]),
        .structure([.string("name"), .string("x")]), .dictionary(.string, .string, []),
        .dictionary(.string, .string, [.init(.string("nobody"), .string("x"))]),
        .dictionary(.string, .variant, []), .array(.array(.array(.string)), []),
    ]

    /// Values of the right type that are wrong in themselves, or may be.
    static func values(of type: ValueType) -> [Value] {
        switch type {
        case .string: strings.map { .string($0) }
        case .double: doubles.map { .double($0) }
        case .uint32: integers.filter { $0 <= 0xFFFF_FFFF }.map { .uint32(UInt32(truncatingIfNeeded: $0)) }
        case .uint64: integers.map { .uint64($0) }
        case .boolean: [.boolean(false), .boolean(true)]
        case .dictionary(.string, .string): texts
        case .dictionary(.string, .variant): bags
        case .array(.structure([.string, .properties])): operations
        default: []
        }
    }

    private static let texts: [Value] = {
        strings.filter { $0.utf8.count < 200_000 }.flatMap { string in
            ["name", "nobody", string].map { .dictionary(.string, .string, [.init(.string($0), .string(string))]) }
        } + [
            .dictionary(.string, .string, []),
            .dictionary(.string, .string, (0..<20_000).map { .init(.string("f\($0)"), .string("")) }),
            .dictionary(
                .string,
                .string,
                [.init(.string("name"), .string("a")), .init(.string("name"), .string("b"))]
            ),
        ]
    }()

    private static let bags: [Value] = {
        keys.flatMap { key in someOfEachType.map { .properties([(key, $0)]) } }
            + ["draft", "lifetime", "audience", "token", "locale"].map { .properties([($0, .string("sometimes"))]) }
            + doubles.map { .properties([("width", .double($0))]) }
            + integers.prefix(7).flatMap { number in
                ["hintLines", "textLines", "idleTimeout"].map {
                    .properties([($0, .uint32(UInt32(truncatingIfNeeded: number)))])
                }
            }
    }()

    private static let operations: [Value] = {
        let bags = someOfEachType.map { Value.properties([("field", $0), ("text", .string("x"))]) }
        let names = ["InsertText", "Focus", "Submit", "Apply", "Close", "GetValues", "", "nothing", "ReplaceRange"]
        let single = names.flatMap { name in
            ([Value.properties([(String, Value)]()), .properties([("field", .string("name"))])] + bags).map {
                operation([.structure([.string(name), $0])])
            }
        }
        let insertion = Value.structure([
            .string("InsertText"), .properties([("field", .string("name")), ("text", .string("x"))]),
        ])
        return single + [
            operation([]), operation(Array(repeating: insertion, count: 5_000)),
            operation([insertion, .structure([.string("Nothing"), .properties([(String, Value)]())])]),
        ]
    }()

    private static func operation(_ list: [Value]) -> Value {
        .array(.structure([.string, .properties]), list)
    }

    /// A value of another type than this.
    static func wrong(for type: ValueType) -> [Value] {
        someOfEachType.filter { $0.type != type && $0.type != .structure([]) }
    }

    /// A value of this type that does no harm.
    static func harmless(_ name: String, _ type: ValueType) -> Value {
        switch type {
        case .string:
            switch name {
            case "form": .string("sample")
            case "definition": .string(SampleForm.definition)
            case "field": .string("name")
            case "formatter": .string("{\"type\": \"mask\", \"mask\": \"[000]\"}")
            case "validators": .string("[{\"type\": \"length\", \"max\": 9}]")
            case "mode": .string("\"plain\"")
            case "action": .string("paste")
            case "role": .string("viewer")
            case "date": .string("2024-02-29")
            default: .string("x")
            }
        case .double: .double(320)
        case .uint32: .uint32(0)
        case .int32: .int32(0)
        case .uint64: .uint64(0)
        case .boolean: .boolean(true)
        case .dictionary(let key, let value): .dictionary(key, value, [])
        case .array(let element): .array(element, [])
        default: .string("")
        }
    }
}

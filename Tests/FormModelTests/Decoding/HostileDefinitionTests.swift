import FormEngine
import FormModel
import RandomTesting
import Testing

@Suite("A hostile definition")
struct HostileDefinitionTests {
    static let seed = """
        {"title":{"en":"T","ru":"Т"},"styles":{"a":{"extends":"box","height":{"policy":"fixed","height":9},
        "textView":{"hint":{"lineHeight":20}},"placeholders":{"currency":{"x":[1,{"y":2}]}}},"b":{"extends":"a"}},
        "fields":[{"id":"p","extends":"phone","style":"b","label":{"en":"\\u0416"},"maxLength":20,"next":"q"},
        {"id":"q","type":"textView","placeholders":["x",{"service":"currency","text":"€","x":-1.5e2}],"hint":"h",
        "validators":[{"type":"regex","pattern":"@name"},{"type":"length","min":1,"max":30}],"required":true,
        "mode":"plain","appearance":{"line":{"colors":{"error":"#F00"}}},"disabledEditActions":["cut"]}]}
        """

    /// A few thousand each, so that they run beside each other.
    @Test("a randomly changed definition never traps", arguments: 0..<8)
    func mutations(part: Int) {
        var generator = SeededGenerator(seed: UInt64(part))
        let seed = Array(Self.seed.utf8)
        #expect(decoder.decode(bytes: seed, name: "").diagnostics == [])
        let alphabet = Array(#"{}[]",:\u0019eE+-.tfn "#.utf8) + [0, 0x0A, 0x7F, 0x80, 0xC3, 0xE2, 0xF0, 0xFF]
        for _ in 0..<2_500 {
            var bytes = seed
            for _ in 0...Int.random(in: 0..<4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
                case 2: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
                case 3: bytes.remove(at: place)
                default:
                    let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
                    let piece = Array(bytes[place..<end])
                    bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &generator))
                }
            }
            let decoded = decoder.decode(bytes: bytes, name: "")
            #expect((decoded.value == nil) == decoded.diagnostics.contains { $0.severity == .error })
        }
    }

    @Test("a truncated definition never traps")
    func prefixes() {
        let bytes = Array(Self.seed.utf8)
        for length in 0..<bytes.count {
            #expect(decoder.decode(bytes: Array(bytes[..<length]), name: "").value == nil)
        }
    }

    @Test("a definition with many errors of one kind has at most the listed number")
    func many() {
        let keys = (0..<60_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        #expect(findings(inField: keys).count == 100)
        #expect(findings(inField: "\"placeholders\": [{\"service\": \"currency\", \(keys)}]") == [])
        let same = Array(repeating: "\"k\":1", count: 60_000).joined(separator: ",")
        #expect(findings("{\(same)}").count == 100)
        let elements = "[" + Array(repeating: "[]", count: 300_000).joined(separator: ",") + "]"
        #expect(findings(inField: "\"validators\": \(elements)").count == 33)
        let lost = (0..<1_000).map { #"{"id": "field\#($0)", "next": "feild\#($0)"}"# }
        #expect(findings("{\"fields\": [\(lost.joined(separator: ","))]}").count == 100)
    }

    @Test("configurations of plug-ins are preserved as written")
    func configuration() throws {
        let field = try #require(
            decodedField(
                #""placeholders": [{"service": "currency", "text": "€", "big": 1e999, "é": "\u00e9", "a": [ ]}]"#
            )
        )
        #expect(
            field.placeholders[0].service
                == .plugin(type: "currency", configuration: #"{"big":1e999,"é":"\u00e9","a":[]}"#)
        )
    }
}

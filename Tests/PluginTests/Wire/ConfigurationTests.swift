import Foundation
import Testing

@testable import FormPlugin

@Suite("A plug-in's configuration")
struct ConfigurationTests {
    /// A type whose configuration has one of everything.
    struct Everything: ValidatorService, Equatable {
        static let typeName = "everything"

        struct Configuration: Decodable, Sendable, Equatable {
            var flag: Bool?
            var text: String?
            var number: Double?
            var whole: Int?
            var small: UInt8?
            var list: [Int]?
            var table: [String: [Bool]]?
            var choice: Choice?
            var nested: Nested?
        }

        enum Choice: String, Decodable { case one, two }

        struct Nested: Decodable, Sendable, Equatable {
            var deep: [[String?]]
        }

        let configuration: Configuration

        init(configuration: Configuration) { self.configuration = configuration }
        func judge(_ question: ValidatorQuestion) -> ValidatorVerdict { .valid }
    }

    private func decoded(_ json: String) throws -> Everything.Configuration {
        try Everything(json: json).configuration
    }

    @Test(
        "the configuration is decoded as by Foundation",
        arguments: [
            "{}", " {\n\t} ", #"{"flag": true, "text": "", "number": -0.5e-2, "whole": -9007199254740993}"#,
            #"{"text": "a\"\\\/\b\f\n\r\té\u00e9\ud83d\ude00"}"#, #"{"whole": 3.0, "small": 255, "number": 1E2}"#,
            #"{"list": [], "table": {"": [], "a": [true, false]}, "choice": "two", "unknown": [{"x": null}]}"#,
            #"{"nested": {"deep": [[], ["a", null]]}, "flag": null}"#,
        ]
    )
    func same(_ json: String) throws {
        let expected = try JSONDecoder().decode(Everything.Configuration.self, from: Data(json.utf8))
        #expect(try decoded(json) == expected)
    }

    @Test(
        "an invalid configuration is refused with the position and the reason",
        arguments: [
            (#"{"flag": 1}"#, "/flag: true or false is expected, not a number"),
            (#"{"text": {}}"#, "/text: a text is expected, not an object"),
            (#"{"whole": 1.5}"#, "/whole: 1.5 is no whole number from -9223372036854775808 to 9223372036854775807"),
            (#"{"small": 256}"#, "/small: 256 is no whole number from 0 to 255"),
            (#"{"small": "1"}"#, "/small: a whole number is expected, not a text"),
            (#"{"number": 1e999}"#, "/number: 1e999 is too large a number"),
            (#"{"list": [1, true]}"#, "/list/1: a whole number is expected, not true or false"),
            (#"{"nested": {}}"#, "/nested/deep: the key is missing"),
            (#"{"nested": []}"#, "/nested: an object is expected, not a list"),
            (#"{"list": null, "table": []}"#, "/table: an object is expected, not a list"),
            ("[]", "/: an object is expected, not a list"),
        ]
    )
    func refused(_ json: String, _ words: String) {
        let error = #expect(throws: ConfigurationError.self) { try decoded(json) }
        #expect(error?.description == words)
    }

    @Test(
        "a configuration that is not JSON is refused",
        arguments: [
            "", "{", "}", "{]", "[1,]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#, #"{"a":01}"#,
            #"{"a":1.}"#,
            #"{"a":.5}"#, #"{"a":+1}"#, #"{"a":1e}"#, #"{"a":nul}"#, #"{"a":"}"#, #"{"a":"\x"}"#, #"{"a":"\u12"}"#,
            #"{"a":"\ud800"}"#, #"{"a":"\ud800\u0041"}"#, #"{"a":"\udc00"}"#, "{\"a\":\"\n\"}", "{} {}", "NaN", "-",
            #"{"a":1,"a":2}"#, String(repeating: "[", count: 100_000), #"{"a":"\"#,
        ]
    )
    func noJSON(_ text: String) {
        let error = #expect(throws: ConfigurationError.self) { try decoded(text) }
        #expect(error?.description.hasPrefix("the configuration is no JSON: ") == true)
    }

    @Test("no truncated or changed configuration traps")
    func anything() throws {
        let json =
            #"{"flag": true, "text": "\ud83d\ude00\u00e9", "number": -0.5e-2, "list": [1, 2], "nested": {"deep": [["a"]]}}"#
        let bytes = Array(json.utf8)
        for place in bytes.indices {
            _ = try? decoded(String(decoding: bytes[..<place], as: UTF8.self))
            for byte in [0x00, 0x22, 0x5C, 0x30, 0x65, 0x7B, 0x5D, 0xFF] as [UInt8] {
                var changed = bytes
                changed[place] = byte
                _ = try? decoded(String(decoding: changed, as: UTF8.self))
            }
        }
    }
}

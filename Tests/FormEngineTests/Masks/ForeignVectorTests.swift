import FormEngine
import FormModel
import Masks
import Testing
import TextEditing

/// What users of IMask and Maskito know, as far as a mask with notations can say it. Where the libraries drop, clamp or
/// refuse differently, the vector is left out by name and with the reason.
@Suite("Masks produce the same texts as other libraries")
struct ForeignVectorTests {
    @Test("IMask")
    func imask() throws {
        guard let vectors = try Vectors<ForeignVector>("imask")?.vectors else { return }
        let better = [
            "imask-1209": "what is assigned as a value may have its prefix",
            "imask-1266": "the same, for what is assigned as raw input",
            "imask-0609": "the digit that 24:60 loses is not made up for by the next",
            "imask-0671": "a separator ends a short number, which gets its zeros", "imask-0673": "the same",
            "imask-1489": "literals that the text has are literals",
        ]
        try compare(vectors, leavingOut: better) { $0.imaskDefinition }
    }

    @Test("Maskito")
    func maskito() throws {
        guard let vectors = try Vectors<ForeignVector>("maskito")?.vectors else { return }
        try compare(vectors, leavingOut: [:]) { $0.maskitoDefinition }
    }

    private func compare(
        _ vectors: [ForeignVector],
        leavingOut better: [String: String],
        _ definition: (ForeignVector) -> MaskDefinition?
    ) throws {
        var failures: [String] = []
        var count = 0
        for vector in vectors where better[vector.id] == nil {
            guard let expected = vector.expect?.text, let input = vector.input?.text, let mask = definition(vector)
            else {
                continue
            }
            count += 1
            let result = try MaskFormatter(mask).format(input)
            var isSame = expected == result.text.string || expected.isEmpty && result.value.isEmpty
            if let value = vector.expect?.unmasked { isSame = isSame && (value == result.value || value.isEmpty) }
            if let complete = vector.expect?.complete { isSame = isSame && complete == result.isComplete }
            if !isSame { failures.append("\(vector.id) \(mask.mask) of \(input): \(result) instead of \(expected)") }
        }
        print("\(count) vectors compared, \(better.count) left out")
        #expect(count > 5)
        report(failures, of: count)
    }
}

struct ForeignVector: Decodable, Sendable {
    var id: String
    var kind: String
    var via: String?
    var options: JSON
    var input: JSON?
    var expect: Expectation?
    var steps: [Step]?
    var results: [Shown]?

    struct Step: Decodable, Sendable {
        var `do`: String
        var text: String?
        var caret: Int?
        var from: Int?
        var to: Int?
    }

    struct Shown: Decodable, Sendable {
        var text: String
    }

    struct Expectation: Decodable, Sendable {
        var text: String?
        var unmasked: String?
        var complete: Bool?

        private enum CodingKeys: String, CodingKey {
            case value, unmasked, complete
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            text = try? container.decode(String.self, forKey: .value)
            unmasked = try? container.decode(String.self, forKey: .unmasked)
            complete = try? container.decode(Bool.self, forKey: .complete)
        }
    }
}

/// Any JSON.
enum JSON: Decodable, Sendable {
    case string(String), number(Double), bool(Bool), array([JSON]), object([String: JSON]), null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let array = try? container.decode([JSON].self) {
            self = .array(array)
        } else if let object = try? container.decode([String: JSON].self) {
            self = .object(object)
        } else {
            self = .null
        }
    }

    var text: String? { if case .string(let string) = self { string } else { nil } }
    var elements: [JSON]? { if case .array(let array) = self { array } else { nil } }
    var number: Int? { if case .number(let number) = self { Int(number) } else { nil } }
    var keys: Set<String> { if case .object(let object) = self { Set(object.keys) } else { [] } }

    subscript(key: String) -> JSON? { if case .object(let object) = self { object[key] } else { nil } }
}

extension ForeignVector {
    /// The same mask in the grammar of this project; nil: it has something that a mask cannot say.
    fileprivate var imaskDefinition: MaskDefinition? {
        guard kind == "resolve", via == "value" || via == "rawInputValue" else { return nil }
        let isRange = options["mask"]?["$class"]?.text == "MaskedRange"
        if isRange, options.keys.isSubset(of: ["mask", "from", "to", "maxLength", "autofix"]) {
            // Bounds of several lengths, and numbers that are replaced by a bound, are for the number formatter.
            guard let from = options["from"]?.number, let to = options["to"]?.number, to < 100 || from > 999 else {
                return nil
            }
            let pads = options["autofix"]?.text == "pad"
            guard options["autofix"] == nil || pads else { return nil }
            let bounds = MaskNotation.Bounds(minimum: from, maximum: to, pads: pads)
            return Self.definition("[R]", [MaskNotation(character: "R", content: .range(bounds))])
        }
        guard options.keys.isSubset(of: ["mask", "blocks", "definitions"]), let mask = options["mask"]?.text else {
            return nil
        }
        // Two masks of one name differ in their block.
        let key = options["blocks"]?["B"]?["mask"]?.text == "0" ? "0…" : mask
        return Self.patterns[key].map { Self.definition($0.mask, $0.notations) }
    }

    private static func definition(_ mask: String, _ notations: [MaskNotation]) -> MaskDefinition {
        var definition = MaskDefinition(mask: mask)
        definition.notations = notations
        definition.autocomplete = false
        return definition
    }

    private static func range(_ character: Character, _ minimum: Int, _ maximum: Int) -> MaskNotation {
        MaskNotation(
            character: character,
            content: .range(MaskNotation.Bounds(minimum: minimum, maximum: maximum, pads: false))
        )
    }

    private static let patterns: [String: (mask: String, notations: [MaskNotation])] = [
        "+{7}(000)000-00-00": ("+{7}([000])[000]-[00]-[00]", []),
        "+7(000)000-00-00": ("+7([000])[000]-[00]-[00]", []),
        "0000 0000 0000 0000": ("[0000] [0000] [0000] [0000]", []),
        "[000].[000]": ("[999].[999]", []),
        "0[0]-0": ("[09]-[0]", []),
        "00`-00`-00": ("[00]-[00]-[00]", []),
        "\\0\\a0a": ("0a[0A]", []),
        "{AB}-00{%}": ("{AB}-[00]{%}", []),
        "##-HH": (
            "[##]-[HH]",
            [
                MaskNotation(character: "#", set: .characters("123456"), isOptional: false),
                MaskNotation(character: "H", set: .named(.hexDigits), isOptional: false),
            ]
        ),
        "HH:MM": ("[H]:[M]", [range("H", 0, 23), range("M", 0, 59)]),
        "b.b.b.b": ("[b].[b].[b].[b]", [range("b", 0, 255)]),
        "0…": (
            "[B]",
            [
                MaskNotation(
                    character: "B",
                    content: .set(.named(.digits)),
                    repetition: MaskNotation.Repetition(minimum: 0, maximum: nil)
                )
            ]
        ),
        "A-A": ("[B]-[B]", [MaskNotation(character: "B", content: .mask("[00]:[00]"))]),
        "B": (
            "[B]",
            [
                MaskNotation(
                    character: "B",
                    content: .mask("[00] "),
                    repetition: MaskNotation.Repetition(minimum: 1, maximum: 3)
                )
            ]
        ),
        "x B": (
            "x [B]",
            [
                MaskNotation(
                    character: "B",
                    content: .mask("[0]-"),
                    repetition: MaskNotation.Repetition(minimum: 2, maximum: 2)
                )
            ]
        ),
    ]

    /// A list of characters and of the expression for a digit.
    fileprivate var maskitoDefinition: MaskDefinition? {
        guard options["kind"]?.text == "pattern", let elements = options["params"]?["mask"]?.elements else {
            return nil
        }
        var mask = ""
        for element in elements {
            if let literal = element.text {
                mask += literal
            } else if element["$regexp"]?.text == "\\d" {
                mask += "[0]"
            } else {
                return nil
            }
        }
        var definition = MaskDefinition(mask: mask)
        definition.autocomplete = false
        return definition
    }
}

import FormEngine
import FormModel
import Masks
import Testing

/// The original's own results. They are reproduced in the lenient grammar, which accepts what the original accepts.
@Suite("A mask has the same results as the original")
struct MaskVectorTests {
    @Test("for a text with the caret at every position")
    func apply() throws {
        guard let vectors = try Vectors<ApplyVector>("inputmask_apply")?.vectors else { return }
        var programs: [ApplyVector.Key: MaskProgram] = [:]
        var failures: [String] = []
        for vector in vectors {
            let program = try programs[vector.key] ?? vector.compile()
            programs[vector.key] = program
            let result = program.applyAsInputMask(vector.input, caret: vector.caret, gravity: vector.caretGravity)
            let actual = result.map {
                ApplyVector.Expectation(
                    text: $0.text,
                    caret: $0.caret,
                    value: $0.value,
                    affinity: $0.affinity,
                    complete: $0.isComplete,
                    tail: $0.tail
                )
            }
            if vector.expect.crash == true {
                if actual != nil { failures.append("\(vector.id): a caret where the original has none") }
            } else if actual != vector.expect {
                failures.append("\(vector.id): \(String(describing: actual)) instead of \(vector.expect)")
            }
        }
        report(failures, of: vectors.count)
    }

    @Test("for the grammar, lengths and placeholder")
    func compile() throws {
        guard let vectors = try Vectors<CompileVector>("inputmask_compile")?.vectors else { return }
        var failures: [String] = []
        for vector in vectors {
            let actual: CompileVector.Expectation
            do {
                let program = try MaskProgram(
                    vector.mask,
                    notations: vector.notations.map { try $0.notation },
                    isReversed: vector.reversed,
                    isLenient: true
                )
                actual = CompileVector.Expectation(
                    valid: true,
                    placeholder: program.placeholder,
                    acceptableTextLength: program.acceptableTextLength,
                    totalTextLength: program.totalTextLength,
                    acceptableValueLength: program.acceptableValueLength,
                    totalValueLength: program.totalValueLength
                )
            } catch is MaskError {
                actual = CompileVector.Expectation(
                    valid: vector.expect.error != nil && vector.expect.valid,
                    error: vector.expect.error
                )
            }
            if actual != vector.expect { failures.append("\(vector.id): \(actual) instead of \(vector.expect)") }
        }
        report(failures, of: vectors.count)
    }

    @Test("a warning reports parts of a mask that the original silently ignores")
    func compileStrictly() throws {
        guard let vectors = try Vectors<CompileVector>("inputmask_compile")?.vectors else { return }
        var failures: [String] = []
        for vector in vectors {
            do {
                _ = try MaskProgram(
                    vector.mask,
                    notations: vector.notations.map { try $0.notation },
                    isReversed: vector.reversed
                )
                if !vector.expect.valid || vector.expect.error != nil {
                    failures.append("\(vector.id): \(vector.mask) compiles")
                }
            } catch let error as MaskError {
                guard vector.expect.valid else { continue }
                switch error.reason {
                case .unclosedGroup, .strayBracket, .nestedGroup, .unreachable, .ambiguousEscape, .escapeInGroup: break
                default: failures.append("\(vector.id): \(vector.mask): \(error)")
                }
            }
        }
        report(failures, of: vectors.count)
    }

    @Test("for every affinity")
    func affinity() throws {
        guard let vectors = try Vectors<AffinityVector>("inputmask_affinity")?.vectors else { return }
        var failures: [String] = []
        for vector in vectors {
            let program = try MaskProgram(vector.mask, isLenient: true)
            guard let strategy = AffinityStrategy(rawValue: vector.strategy) else {
                throw VectorError(reason: "an unknown strategy: \(vector.strategy)")
            }
            let actual = program.affinity(
                of: vector.input,
                caret: vector.caret,
                gravity: vector.gravity == "forward"
                    ? .forward(autocomplete: vector.autocomplete) : .backward(autoskip: false),
                by: strategy
            )
            let expected = vector.expect.affinity.value
            if actual != expected { failures.append("\(vector.id): \(actual) instead of \(expected)") }
        }
        report(failures, of: vectors.count)
    }
}

func report(_ failures: [String], of count: Int, _ location: SourceLocation = #_sourceLocation) {
    guard !failures.isEmpty else { return }
    let list = failures.prefix(40).joined(separator: "\n")
    Issue.record("\(failures.count) of \(count) fail\n\(list)", sourceLocation: location)
}

struct ApplyVector: Decodable, Sendable {
    var id: String
    var mask: String
    var notations: [NotationVector]
    var input: String
    var caret: Int
    var gravity: String
    var autocomplete: Bool
    var autoskip: Bool
    var reversed: Bool
    var expect: Expectation

    struct Expectation: Decodable, Hashable, Sendable {
        var text: String?
        var caret: Int?
        var value: String?
        var affinity: Int?
        var complete: Bool?
        var tail: String?
        var crash: Bool?
    }

    struct Key: Hashable {
        var mask: String
        var notations: String
        var reversed: Bool
    }

    var key: Key { Key(mask: mask, notations: "\(notations)", reversed: reversed) }

    var caretGravity: CaretGravity {
        gravity == "forward" ? .forward(autocomplete: autocomplete) : .backward(autoskip: autoskip)
    }

    func compile() throws -> MaskProgram {
        try MaskProgram(mask, notations: notations.map { try $0.notation }, isReversed: reversed, isLenient: true)
    }
}

struct CompileVector: Decodable, Sendable {
    var id: String
    var mask: String
    var notations: [NotationVector]
    var reversed: Bool
    var expect: Expectation

    struct Expectation: Decodable, Hashable, Sendable {
        var valid: Bool
        /// The original was asked whether the mask is valid as it stands, even where it was compiled reversed.
        var error: String?
        var placeholder: String?
        var acceptableTextLength: Int?
        var totalTextLength: Int?
        var acceptableValueLength: Int?
        var totalValueLength: Int?
    }
}

struct AffinityVector: Decodable, Sendable {
    var id: String
    var mask: String
    var input: String
    var caret: Int
    var gravity: String
    var autocomplete: Bool
    var strategy: String
    var expect: Expectation

    struct Expectation: Decodable, Sendable {
        var affinity: Affinity
    }

    /// A number, or "min".
    struct Affinity: Decodable, Sendable {
        var value: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value = (try? container.decode(Int.self)) ?? .min
        }
    }
}

import FormEngine
import FormModel
import Foundation
import Rules
import Testing

/// The tests of other libraries, said in formd's rules by the programs in `Readers`.
///
/// The libraries are not part of the project: `FORMD_SUITES` names a folder with copies of them, each in a folder with
/// the name of its repository.
struct ForeignSuite: Decodable, Sendable {
    var cases: [Fact]
    /// How many cases cannot be said in formd's terms, by reason.
    var leftOut: [String: Int]

    struct Fact: Decodable, Sendable {
        /// Validators as definitions write them, with commas between, and whether all of them let the text pass.
        var rule: String
        var passes: Bool
        var text: String

        /// The type of the first validator.
        var type: String { rule.firstMatch(of: /"type": ?"(\w+)"/).map { String($0.1) } ?? rule }
    }

    /// The programs that read the libraries' tests, by the names of the repositories.
    enum Reader: String, CaseIterable, Sendable {
        case isemail = "isemail.py"
        case stdnum = "stdnum.py"
        case validator = "validator.mjs"
        case cldr = "cldr.py"
        case cards = "cards.py"

        var repository: String {
            switch self {
            case .isemail: "isemail"
            case .stdnum: "python-stdnum"
            case .validator: "validator.js"
            case .cldr: "cldr"
            case .cards: "credit-card-type"
            }
        }
    }

    static let folder = ProcessInfo.processInfo.environment["FORMD_SUITES"].map { URL(fileURLWithPath: $0) }

    init(_ reader: Reader) throws {
        let folder = try #require(Self.folder)
        let program = try #require(Bundle.module.url(forResource: "Readers", withExtension: nil))
            .appendingPathComponent(reader.rawValue)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            program.pathExtension == "py" ? "python3" : "node", program.path,
            folder.appendingPathComponent(reader.repository).path,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        self = try JSONDecoder().decode(Self.self, from: data)
    }
}

@Suite("Public test suites", .enabled(if: ForeignSuite.folder != nil, "FORMD_SUITES names no folder"))
struct SuiteTests {
    /// How many cases of a rule were answered as the suite does, differ for a listed reason, and are wrong.
    private struct Row {
        var right = 0
        var listed = 0
        var wrong = 0
    }

    @Test("all cases pass, except for listed differences with a reason", arguments: ForeignSuite.Reader.allCases)
    func hold(_ reader: ForeignSuite.Reader) throws {
        let suite = try ForeignSuite(reader)
        let differences = SuiteDifference.all(of: reader)
        var rules: [String: [CompiledRule]?] = [:]
        var rows: [String: Row] = [:]
        var leftOut = suite.leftOut
        var found: [String: Int] = [:]
        var failures: [String] = []
        for fact in suite.cases {
            if rules[fact.rule] == nil {
                let decoded = DefinitionDecoder().decodeRules("[\(fact.rule)]").value
                rules[fact.rule] = .some(try decoded?.map { try CompiledRule($0) })
            }
            guard let known = rules[fact.rule] ?? nil else {
                leftOut["a rule or a country that formd does not know", default: 0] += 1
                continue
            }
            let holds = known.allSatisfy { $0.judge(text: fact.text, locale: "en").isValid } == fact.passes
            let name = fact.type
            if holds {
                rows[name, default: Row()].right += 1
            } else if let difference = differences.first(where: { $0.explains(fact) }) {
                rows[name, default: Row()].listed += 1
                found[difference.reason, default: 0] += 1
            } else {
                rows[name, default: Row()].wrong += 1
                failures.append("\(fact.rule) of \(fact.text.debugDescription): \(fact.passes ? "passes" : "fails")")
            }
        }
        print("\(reader.repository): \(suite.cases.count) cases")
        for (name, row) in rows.sorted(by: { $0.key < $1.key }) {
            print("| \(name) | \(row.right) right | \(row.listed) listed | \(row.wrong) wrong |")
        }
        for (reason, count) in found.sorted(by: { $0.value > $1.value }) { print("| \(count) listed | \(reason) |") }
        for (reason, count) in leftOut.sorted(by: { $0.value > $1.value }) {
            print("| \(count) left out | \(reason) |")
        }
        for failure in failures { print("\(reader.repository), case \(failure)") }
        report(failures, of: suite.cases.count)
        let stale = differences.map(\.reason).filter { found[$0] == nil }
        #expect(stale.isEmpty, "no case differs for these reasons any more")
    }
}

@Suite("The differences from other libraries")
struct SuiteDifferenceTests {
    @Test("each reason is in the article on validation", arguments: ForeignSuite.Reader.allCases)
    func article(_ reader: ForeignSuite.Reader) throws {
        let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/FormEngine/FormEngine.docc/Validation.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        for difference in SuiteDifference.all(of: reader) {
            #expect(text.contains("| \(difference.reason) |"))
        }
    }
}

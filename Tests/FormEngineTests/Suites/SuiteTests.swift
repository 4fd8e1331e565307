import FormEngine
import FormModel
import Foundation
import Testing

/// The facts of a suite that others wrote for a library of their own, said in formd's rules and formatters.
///
/// The files are kept outside of the project, in the folder that `FORMD_SUITES` names: they are a port of others' data.
private struct ForeignSuite: Decodable, Sendable, CustomTestStringConvertible {
    var suite: String
    var source: String
    var licence: String
    var cases: [Fact]
    /// How many cases cannot be said in formd's terms, by reason.
    var leftOut: [String: Int]

    struct Fact: Decodable, Sendable {
        /// Validators as definitions write them, with commas between, and whether all of them let the text pass.
        var rule: String?
        var passes: Bool?
        /// A formatter as definitions write it. With `shown`, the text is a script for `Typist`; with `passes`, a
        /// program's, of which the formatter has nothing to complain then.
        var formatter: String?
        var shown: String?
        var text: String
        /// Why formd answers otherwise, if it is meant to.
        var differs: String?

        /// Whether formd answers as the suite does.
        func holds(_ judges: inout [String: [CompiledRule]], _ formatters: inout [String: any TextFormatter]) throws
            -> Bool
        {
            if let formatter {
                let known = try formatters[formatter] ?? makeFormatter(formatter)
                formatters[formatter] = known
                if let passes { return known.format(text).isComplete == passes }
                var typist = Typist(known)
                typist.run(text)
                return typist.current.text.string == shown
            }
            let rule = try #require(rule)
            if judges[rule] == nil {
                let decoded = DefinitionDecoder().decodeRules("[\(rule)]")
                let rules = try #require(decoded.value, "\(rule): \(decoded.diagnostics)")
                judges[rule] = try rules.map { try CompiledRule($0) }
            }
            return judges[rule]?.allSatisfy { $0.judge(text: text, locale: "en").isValid } == passes
        }
    }

    var testDescription: String { suite }

    static let folder = ProcessInfo.processInfo.environment["FORMD_SUITES"].map { URL(fileURLWithPath: $0) }

    static func all() throws -> [ForeignSuite] {
        guard let folder else { return [] }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.map { file in
            try JSONDecoder().decode(ForeignSuite.self, from: Data(contentsOf: file))
        }
    }
}

@Suite("Public test suites", .enabled(if: ForeignSuite.folder != nil, "FORMD_SUITES names no folder"))
struct SuiteTests {
    @Test("all cases pass, except for listed differences with a reason")
    func hold() throws {
        let suites = try ForeignSuite.all()
        #expect(!suites.isEmpty)
        for suite in suites {
            var judges: [String: [CompiledRule]] = [:]
            var formatters: [String: any TextFormatter] = [:]
            var differing: [String: Int] = [:]
            var failures: [String] = []
            for (number, fact) in suite.cases.enumerated() {
                let holds = try fact.holds(&judges, &formatters)
                if let reason = fact.differs { differing[reason, default: 0] += 1 }
                if holds != (fact.differs == nil) {
                    let kind = fact.rule ?? fact.formatter ?? ""
                    let expected = fact.shown ?? (fact.passes == true ? "passes" : "fails")
                    failures.append(
                        "\(number): \(kind) of \(fact.text.debugDescription): \(expected) \(fact.differs ?? "")"
                    )
                }
            }
            let held = suite.cases.count - differing.values.reduce(0, +)
            let total = suite.cases.count + suite.leftOut.values.reduce(0, +)
            print("| \(suite.suite) (\(suite.source), \(suite.licence)) | \(total) | \(held) |")
            for (reason, count) in (Array(differing) + Array(suite.leftOut)).sorted(by: { $0.value > $1.value }) {
                print("|   \(reason) | \(count) | |")
            }
            for failure in failures { print("\(suite.suite), case \(failure)") }
            report(failures, of: suite.cases.count)
        }
    }
}

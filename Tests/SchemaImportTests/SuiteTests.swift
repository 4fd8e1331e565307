import FormImport
import FormModel
import Foundation
import SchemaImport
import Testing

private let suitesFolder = ProcessInfo.processInfo.environment["FORMD_SUITES"].map { URL(fileURLWithPath: $0) }

/// The cases of the JSON Schema Test Suite that a form can be asked about.
///
/// They are kept outside of the project: `FORMD_SUITES` names a folder with a copy of the repository
/// `JSON-Schema-Test-Suite`.
@Suite(
    "A form made of a schema of the JSON Schema Test Suite",
    .enabled(if: suitesFolder != nil, "FORMD_SUITES names no folder")
)
struct SuiteTests {
    /// Schemas with instances, and whether they are valid.
    struct Group: CustomTestStringConvertible, Sendable {
        let name: String
        let file: String
        /// Of an object: a schema of anything else is that of a property `a`.
        let schema: String
        let isWrapped: Bool
        let cases: [(instance: [String: JSON]?, isValid: Bool, name: String)]

        var testDescription: String { name }
    }

    private static let instead = "\u{E000}"

    private static func load() throws -> [Group] {
        guard let folder = suitesFolder else { return [] }
        let drafts = folder.appendingPathComponent("JSON-Schema-Test-Suite/tests/draft2020-12")
        let files = try FileManager.default.subpathsOfDirectory(atPath: drafts.path).filter { $0.hasSuffix(".json") }
        let groups = try files.sorted().flatMap { file in
            // A JSON text with U+0000 is refused: such cases get another character, and are left out below.
            let text = try String(contentsOf: drafts.appendingPathComponent(file), encoding: .utf8)
                .replacing("\\u0000", with: Self.instead)
            return try JSONDocument(text).root.elements?.compactMap { group in group.object.map { (file, $0) } } ?? []
        }
        return try groups.filter { $0.1["schema"].map { !JSON($0).written.contains(Self.instead) } == true }.map {
            file,
            group in
            let schema = JSON(try #require(group["schema"]))
            let isWrapped = schema.member("properties") == nil
            let whole = isWrapped ? JSON.object(["properties": .object(["a": schema])]) : schema
            let cases = (group["tests"]?.elements ?? []).compactMap(\.object).map { test in
                let data = test["data"].map(JSON.init) ?? .null
                var instance: [String: JSON]? = ["a": data]
                if !isWrapped {
                    if case .object(let members) = data { instance = members } else { instance = nil }
                }
                return (instance, test["valid"]?.bool ?? false, test["description"]?.string ?? "")
            }
            .filter { $0.0?.values.contains { $0.written.contains(Self.instead) } != true }
            let name = "\(file): \(group["description"]?.string ?? "")"
            return Group(
                name: name,
                file: file,
                schema: whole.written,
                isWrapped: isWrapped,
                cases: cases
            )
        }
    }

    /// The files whose cases mean something else by a keyword than a form does.
    private static let otherReadings = [
        "format.json": "formats are no annotations", "vocabulary.json": "a vocabulary turns keywords off",
    ]

    private static let loaded = Result { try load() }
    static let groups = (try? loaded.get()) ?? []

    /// What became of a case: it holds, or it is left out for a reason, or the form answers otherwise than the suite.
    private static func results(of group: Group) -> [(result: String, isWrong: Bool)] {
        func all(_ reason: String) -> [(String, Bool)] { group.cases.map { _ in (reason, false) } }
        if let reason = Self.otherReadings[group.file] { return all(reason) }
        if group.isWrapped, group.schema.contains("\"$ref\"") || group.schema.contains("\"$id\"") {
            return all("the schema refers to itself")
        }
        let form: ImportedForm
        do {
            form = try ImportedForm(group.schema)
        } catch {
            return all("no form can be made of the schema")
        }
        // A form that asks for one type of values only is right about these.
        let listed = form.form.omissions.first { !$0.reason.hasSuffix("are asked for") }
        return group.cases.map { instance, isValid, _ in
            guard let instance else { return ("the instance is no object", false) }
            do {
                let answer = try form.answer(to: instance)
                // What is left out can only let more through.
                if let listed { return ("listed: " + listed.reason, isValid && answer == .refused) }
                switch answer {
                case .accepted: return ("held", !isValid)
                case .refused: return ("held", isValid)
                case .changed, .otherDocument: return isValid ? ("changed", true) : ("held", false)
                case .inexpressible(let reason): return (reason, false)
                }
            } catch {
                return ("\(error)", true)
            }
        }
    }

    @Test("accepts valid instances and rejects others", arguments: groups)
    func cases(group: Group) {
        for (result, test) in zip(Self.results(of: group), group.cases) {
            #expect(!result.isWrong, "\(test.name): \(test.instance.map { JSON.object($0).written } ?? "")")
        }
    }

    private static let counts = [
        "held": 693,
        // No form asks for such a value.
        "no form can be made of the schema": 190, "nothing asks for the value": 25, "no text stands for the value": 71,
        "the field asks for values of another type": 158, "the instance is no object": 12,
        "nobody can enter what is not visible": 1,
        // A schema of a property is put into that of an object here.
        "the schema refers to itself": 166,
        // The keywords mean something else there.
        "formats are no annotations": 133, "a vocabulary turns keywords off": 5,
        // Listed as left out; what is valid is taken all the same.
        "listed: “format” is left out": 117, "listed: names that begin with “xn--” may stand for any name": 64,
        "listed: “contains” is left out": 66, "listed: “if” is left out": 54, "listed: “uniqueItems” is left out": 43,
        "listed: “not” is left out": 42, "listed: “anyOf” is left out": 42,
        "listed: “patternProperties” is left out": 37, "listed: “dependencies” is left out": 36,
        "listed: “prefixItems” is left out": 35, "listed: “oneOf” is left out": 27,
        "listed: “unevaluatedProperties” is left out": 27, "listed: “propertyNames” is left out": 26,
        "listed: “unevaluatedItems” is left out": 23, "listed: “dependentRequired” is left out": 20,
        "listed: “dependentSchemas” is left out": 16, "listed: “contentEncoding” is left out": 15,
        "listed: “minProperties” is left out": 10, "listed: “maxProperties” is left out": 10,
        "listed: only references to places in the same text are followed": 2, "listed: “minItems” is left out": 6,
        "listed: “maxItems” is left out": 6, "listed: nobody can enter this value": 5,
        "listed: there is no value that a person could enter": 5, "listed: this is no schema of a value": 4,
        "listed: “unknown-keyword” is left out": 4, "listed: “unknown/keyword” is left out": 4,
        "listed: “contentMediaType” is left out": 3, "listed: “default” is left out": 2,
        "listed: “minContains” is left out": 2, "listed: “maxContains” is left out": 2,
        "listed: “$dynamicRef” is left out": 2, "listed: “additionalProperties” is left out": 1,
    ]

    @Test("covers the expected number of cases, and omits the others for the listed reasons")
    func table() throws {
        _ = try Self.loaded.get()
        let results = Self.groups.flatMap(Self.results)
        let counts = results.reduce(into: [:]) { $0[$1.result, default: 0] += 1 }
        #expect(counts == Self.counts)
    }
}

extension JSON {
    fileprivate func member(_ key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }
}

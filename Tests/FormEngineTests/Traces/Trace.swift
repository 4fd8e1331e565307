import Foundation
import Testing
import Yams

/// One row of a vector file: a form, what is done to it, and what it says.
struct Trace: Sendable, CustomTestStringConvertible {
    var id: String
    var title: String
    var definition: YAML
    var steps: [Step]
    /// What is to be seen at the end.
    var final: YAML

    struct Step: Sendable {
        var command: String
        var expected: [String]
    }

    var testDescription: String { "\(id): \(title)" }

    private init(_ row: YAML) {
        id = row["id"]?.text ?? "?"
        title = row["title"]?.text ?? ""
        definition = row["def"] ?? .null
        final = row["final_better"] ?? row["final"] ?? .null
        steps = (row["steps"]?.list ?? []).map { step in
            Step(
                command: step["do"]?.text ?? "",
                expected: (step["better"] ?? step["ref"])?.list.map(\.text) ?? []
            )
        }
    }

    /// The rows of `fields.yaml` in the folder that FORMD_VECTORS names, else of the one beside the tests.
    static let all: [Trace] = {
        let folder = ProcessInfo.processInfo.environment["FORMD_VECTORS"].map { URL(fileURLWithPath: $0) }
        let url = folder ?? Bundle.module.bundleURL.appendingPathComponent("Vectors")
        guard let text = try? String(contentsOf: url.appendingPathComponent("fields.yaml"), encoding: .utf8),
            let node = try? Yams.compose(yaml: text)
        else { return [] }
        return YAML(node).list.map(Trace.init)
    }()
}

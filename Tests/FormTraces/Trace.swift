import Foundation
import Testing
import Yams

/// One row of a vector file: a form, what is done to it, and what it says.
package struct Trace: Sendable, CustomTestStringConvertible {
    package var id: String
    package var title: String
    package var definition: YAML
    package var steps: [Step]
    /// What is to be seen at the end.
    package var final: YAML

    package struct Step: Sendable {
        package var command: String
        package var expected: [String]
    }

    /// The form that the row speaks of, as a definition.
    package var form: String {
        get throws { try TraceDefinition.form(definition).json }
    }

    package var testDescription: String { "\(id): \(title)" }

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
    package static let all: [Trace] = {
        let folder = ProcessInfo.processInfo.environment["FORMD_VECTORS"].map { URL(fileURLWithPath: $0) }
        let url = folder ?? Bundle.module.bundleURL.appendingPathComponent("Vectors")
        guard let text = try? String(contentsOf: url.appendingPathComponent("fields.yaml"), encoding: .utf8),
            let node = try? Yams.compose(yaml: text)
        else { return [] }
        return YAML(node).list.map(Trace.init)
    }()
}

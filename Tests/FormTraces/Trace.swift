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

    /// Every row; none if `FORMD_VECTORS` names a folder without them, or if they cannot be read: see `load`.
    package static let all = (try? load()) ?? []

    /// The rows of `fields.yaml`. Throws what is wrong with the file.
    package static func load(from folder: VectorFolder = VectorFolder()) throws -> [Trace] {
        let copy = Bundle.module.bundleURL.appendingPathComponent("Vectors/fields.yaml")
        guard let data = try folder.contents(of: "fields.yaml", copy: copy) else { return [] }
        guard let node = try Yams.compose(yaml: String(decoding: data, as: UTF8.self)) else { return [] }
        return YAML(node).list.map(Trace.init)
    }
}

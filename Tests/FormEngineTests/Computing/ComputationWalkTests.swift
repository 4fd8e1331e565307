@testable import FormEngine
import FormModel
import RandomTesting
import Testing

@Suite("Computations during random edits")
struct ComputationWalkTests {
    private static let names = ["a", "b", "c", "d"]
    private static let answers = ["", "0", "1", "2.5", "-3", "10", "x", "2026-03-05", "2024-02-29"]

    /// A form with fields to fill in, rows, and computed and hidden fields that read any field before them.
    private static func form(_ random: inout SeededGenerator) -> String {
        var known = names + ["g.m"]
        var fields = names.map { #"{"id": "\#($0)"}"# }
        fields.append(
            """
            {"id": "g", "repeat": {"min": 1, "max": 3}, "fields": [
              {"id": "m"}, {"id": "n", "computed": \(tree(of: names + ["m"], depth: 2, &random))}]}
            """
        )
        known.append("g.n")
        for number in 0..<8 {
            let condition = #"{"field": "\#(single(known, &random))", "less": \#(tree(of: known, depth: 1, &random))}"#
            let visible = Bool.random(using: &random) ? #", "visibleWhen": \#(condition)"# : ""
            fields.append(#"{"id": "x\#(number)", "computed": \#(tree(of: known, depth: 3, &random))\#(visible)}"#)
            known.append("x\(number)")
        }
        return fields.joined(separator: ", ")
    }

    private static func single(_ known: [String], _ random: inout SeededGenerator) -> String {
        known.filter { !$0.contains(".") }.randomElement(using: &random) ?? "a"
    }

    private static func tree(of known: [String], depth: Int, _ random: inout SeededGenerator) -> String {
        if depth == 0 || Int.random(in: 0..<4, using: &random) == 0 {
            return Bool.random(using: &random)
                ? #"{"field": "\#(single(known, &random))"}"# : "\(Int.random(in: -3...12, using: &random))"
        }
        func inner(_ random: inout SeededGenerator) -> String { tree(of: known, depth: depth - 1, &random) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            let condition = #"{"field": "\#(single(known, &random))", "atLeast": \#(inner(&random))}"#
            return #"{"when": \#(condition), "then": \#(inner(&random)), "else": \#(inner(&random))}"#
        case 1: return #"{"quotient": [\#(inner(&random)), \#(inner(&random))]}"#
        case 2: return #"{"difference": [\#(inner(&random)), \#(inner(&random))]}"#
        case 3:
            let column = known.filter { $0.contains(".") }.randomElement(using: &random)
            return
                #"{"\#(["sum", "max", "count", "concat"].randomElement(using: &random) ?? "sum")": [{"field": "\#(column ?? "a")"}]}"#
        default:
            let name = ["sum", "product", "min", "max", "first", "count"].randomElement(using: &random) ?? "sum"
            return #"{"\#(name)": [\#(inner(&random)), \#(inner(&random))]}"#
        }
    }

    private static func state(_ form: Form) -> [String] {
        (0..<form.fieldCount).map { index in
            let field = form.field(index)
            return "\(field.id) = \(field.value) \(field.isVisible ? "shown \(field.warning)" : "")"
        }
    }

    @Test(
        "edits, rows and undo in any order give the same values as a form opened with the final answers",
        arguments: 1...RandomCases.count(60)
    )
    func walk(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let fields = Self.form(&random)
        var driver = try ComputedFieldTests.driver(fields)
        for _ in 0..<40 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: _ = try? driver.perform(.addRow(group: "g", position: nil))
            case 1: _ = try? driver.perform(.removeRow(group: "g", row: Int.random(in: 1...5, using: &random)))
            case 2: try driver.perform(.undo)
            case 3: try driver.perform(.redo)
            default:
                let entered = (0..<driver.form.fieldCount).filter { !driver.form.field($0).isComputed }
                let index = try #require(entered.randomElement(using: &random))
                let text = Self.answers.randomElement(using: &random) ?? ""
                try driver.perform(.field(index, .setText(text, formats: true, validates: true)))
            }
            let rows = driver.form.context.placement.groups.first?.rows ?? []
            var values: [String: String] = [:]
            for index in 0..<driver.form.fieldCount where !driver.form.field(index).isComputed {
                values[driver.form.field(index).id] = driver.form.field(index).value
            }
            // The fresh form has its rows numbered from 1.
            var fresh = try ComputedFieldTests.driver(fields)
            for _ in rows.dropFirst() { try fresh.perform(.addRow(group: "g", position: nil)) }
            for (number, row) in rows.enumerated() {
                values["g_\(number + 1)_m fresh"] = values["g_\(row)_m"]
            }
            for index in 0..<fresh.form.fieldCount where !fresh.form.field(index).isComputed {
                let name = fresh.form.field(index).id
                let text = values["\(name) fresh"] ?? values[name] ?? ""
                try fresh.perform(.field(index, .setText(text, formats: true, validates: true)))
            }
            let renumbered = Self.state(driver.form).map { line in
                guard line.hasPrefix("g_") else { return line }
                let parts = line.split(separator: "_", maxSplits: 2)
                let number = rows.firstIndex { "\($0)" == parts[1] } ?? -1
                return "g_\(number + 1)_\(parts[2])"
            }
            #expect(renumbered == Self.state(fresh.form))
        }
    }
}

@testable import FormEngine
import FormModel
import RandomTesting
import Testing

/// Rows in rows come and go at random.
@Suite("Random edits of rows in rows")
struct InnerRowWalkTests {
    private static func operation(_ form: Form, _ random: inout SeededGenerator) -> FormEngine.Operation {
        let group = form.groups.randomElement(using: &random)
        let row = group?.rows.randomElement(using: &random) ?? 1
        let index = Int.random(in: 0..<form.fieldCount, using: &random)
        let text = ["", "1", "2.5", "x", "Ann", "0"].randomElement(using: &random) ?? ""
        return switch Int.random(in: 0..<14, using: &random) {
        case 0, 1, 2: .addRow(group: group?.id ?? "", position: Bool.random(using: &random) ? nil : 0)
        case 3, 4: .removeRow(group: group?.id ?? "", row: row)
        case 5: .moveRow(group: group?.id ?? "", row: row, position: 0)
        case 6: .undo
        case 7: .redo
        case 8: .field(index, .focus)
        default: .field(index, .setText(text, formats: true, validates: nil))
        }
    }

    /// What the form's computed fields would be, worked out from what is in the rows.
    private static func total(_ form: Form) -> Double? {
        var totals: [Double] = []
        for order in form.groups.first?.rows ?? [] {
            for item in form.groups.first(where: { $0.id == "orders_\(order)_items" })?.rows ?? [] {
                let value = { (name: String) -> Double? in
                    guard let index = form.index(ofField: name), form.field(index).isVisible else { return nil }
                    return Double(form.field(index).value)
                }
                guard let price = value("orders_\(order)_items_\(item)_price"),
                    let rate = value("orders_\(order)_rate")
                else { continue }
                totals.append(price * rate)
            }
        }
        return totals.isEmpty ? nil : totals.reduce(0, +)
    }

    @Test("sums equal the sums of the rows, and a saved form equals the form", arguments: 1...8 as ClosedRange<UInt64>)
    func walk(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 131)
        var form = try InnerRowTests.driver().form
        var journal = SavedWalkTests.Journal(form)
        for step in 0..<RandomCases.count(250) {
            guard (try? journal.perform(Self.operation(form, &random), on: &form)) != nil else { continue }
            let all = form.field(try #require(form.index(ofField: "all"))).value
            try #require(Double(all) == Self.total(form), "step \(step)")
            let names = form.groups.flatMap { group in group.rows.map { "\(group.id)_\($0)" } }
            try #require(Set(names).count == names.count && form.groups.allSatisfy { (1...4).contains($0.rows.count) })
            guard step % 7 == 0 else { continue }
            let twin = try journal.restored(form.compiled)
            try #require(SavedWalkTests.differences(twin, form) == [], "step \(step)")
        }
    }

    @Test("undo returns to the initial state, and redo to the final state", arguments: 1...8 as ClosedRange<UInt64>)
    func undo(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 17)
        var form = try InnerRowTests.driver().form
        let values = { (form: Form) in form.values(includingSecrets: true).map { "\($0.field)=\($0.value)" } }
        let beginning = values(form)
        for _ in 0..<40 {
            let operation = Self.operation(form, &random)
            switch operation {
            case .undo, .redo, .field(_, .focus): continue
            default: _ = try? form.perform([operation])
            }
        }
        let end = values(form)
        while form.canUndo { _ = try form.perform([.undo]) }
        #expect(values(form) == beginning)
        while form.canRedo { _ = try form.perform([.redo]) }
        #expect(values(form) == end)
    }
}

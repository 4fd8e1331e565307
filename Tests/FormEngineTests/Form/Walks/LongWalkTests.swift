@testable import FormEngine
import FormModel
import RandomTesting
import Testing
import TextEditing

/// A million steps: what thousands do not meet.
@Suite("Long random edits")
struct LongWalkTests {
    static let seeds = 40

    @Test("a million steps do not trap, lose a code point or split a cluster", arguments: 0..<seeds)
    func walk(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) &* 104_729)
        let all = RandomWalkTests.definition()
        // Small forms, so that their fields meet often.
        let fields = (0..<2).map { all[(seed + $0) % all.count] }
        var form = try FormDriver(fields).form
        for step in 0..<RandomCases.count(1_000_000 / Self.seeds) {
            // Two fields with short texts between long ones: what happens at their ends happens often.
            if step % 64 == 0 { _ = try form.perform([.reset]) }
            let operation = RandomWalkTests.operation(form, &random)
            guard (try? form.perform([operation])) != nil else { continue }
            if step % 256 == 0 {
                let violations = RandomWalkTests.violations(of: form, since: form, Outcome())
                if !violations.isEmpty { Issue.record("seed \(seed), step \(step), \(operation): \(violations)") }
            }
            for state in form.fields.all where !Self.isWhole(state) {
                Issue.record("seed \(seed), step \(step), \(operation): \(state.text.string.debugDescription)")
            }
        }
    }

    /// Whether size and selection are right. For a text of which each byte is a cluster that is arithmetic.
    private static func isWhole(_ field: FormField) -> Bool {
        let text = field.text
        guard field.selection.end <= text.count, !field.isOpen else { return false }
        if text.isSimple { return text.string.utf8.count == text.count }
        guard text.string.unicodeScalars.count == text.count else { return false }
        return [field.selection.start, field.selection.end].allSatisfy { offset in
            let position = text.string.unicodeScalars.index(text.string.startIndex, offsetBy: offset)
            return position == text.string.endIndex || text.string.roundedDown(position) == position
        }
    }
}

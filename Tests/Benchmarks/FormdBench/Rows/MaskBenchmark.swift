import FormEngine
import FormModel
import Masks
import TextEditing

/// What one edit of a formatted text takes, and making a mask; the limits are those of the project.
let maskBenchmarks: [OperationBenchmark] = [
    .typing("mask-key", mask: "+7 ([000]) [000]-[00]-[00]", "9161234567", limit: 500),
    .typing("mask-card-key", mask: "[0000] [0000] [0000] [0000]", "4111111111111111", limit: 500),
    OperationBenchmark(name: "mask-backspace", title: "a backspace in a phone mask", limit: 500) {
        let formatter = try MaskFormatter(MaskDefinition(mask: "+7 ([000]) [000]-[00]-[00]"))
        let full = formatter.format("9161234567")
        let edit = TextEdit(
            range: TextSelection(start: full.selection.start - 1, length: 1),
            replacement: "",
            origin: .deleteBackward
        )
        return { formatter.apply(edit, to: full).text.string.utf8.count }
    },
    OperationBenchmark(name: "mask-paste", title: "4,000 digits pasted into [0…]", limit: 200_000) {
        let formatter = try MaskFormatter(MaskDefinition(mask: "[0…]"))
        let digits = String(repeating: "1234567890", count: 400)
        let edit = TextEdit(range: TextSelection(start: 0), replacement: digits, origin: .paste)
        return { formatter.apply(edit, to: formatter.prefix).text.string.utf8.count }
    },
    OperationBenchmark(name: "mask-compile", title: "making a phone mask", limit: 5_000) {
        let definition = MaskDefinition(mask: "+7 ([000]) [000]-[00]-[00]")
        return { (try? MaskFormatter(definition))?.prefix.text.string.utf8.count ?? 0 }
    },
]

extension OperationBenchmark {
    /// One key of a text that is typed at its end, from an empty one to the whole.
    fileprivate static func typing(_ name: String, mask: String, _ keys: String, limit: Double) -> OperationBenchmark {
        OperationBenchmark(name: name, title: "a key into \(mask)", limit: limit, count: keys.count) {
            let formatter = try MaskFormatter(MaskDefinition(mask: mask))
            var state = formatter.prefix
            let edits = keys.map { key in
                let edit = TextEdit(range: state.selection, replacement: String(key), origin: .key)
                state = formatter.apply(edit, to: state)
                return edit
            }
            return {
                edits.reduce(into: formatter.prefix) { $0 = formatter.apply($1, to: $0) }.text.string.utf8.count
            }
        }
    }
}

import DBus
import EventLoop
import FormClient
import FormModel

/// A field's text with its selection.
struct ShownText {
    let text: String
    /// The selection in code points; empty for a caret.
    let selection: Range<Int>

    @LoopActor
    init(of field: String, in session: SessionProxy) async throws {
        let properties = Dictionary(try await session.properties(of: field).map { ($0.name, $0.value) }) { $1 }
        let keys = FieldProperties.all
        text = properties[keys.text.name]?.string ?? ""
        let range = properties[keys.selection.name].flatMap { TextRange(busValue: $0) } ?? TextRange()
        selection = Int(range.start)..<Int(range.start) + Int(range.length)
    }

    /// The text with "|" at the caret, or at both ends of the selection.
    var line: String {
        let scalars = text.unicodeScalars
        let bounds = selection.isEmpty ? [selection.lowerBound] : [selection.lowerBound, selection.upperBound]
        var line = ""
        var position = scalars.startIndex
        for bound in bounds {
            let index = scalars.index(scalars.startIndex, offsetBy: bound, limitedBy: scalars.endIndex)
            let next = max(position, index ?? scalars.endIndex)
            line += String(scalars[position..<next]).escapingControls + "|"
            position = next
        }
        return line + String(scalars[position...]).escapingControls
    }

    var json: [JSONText.Member] {
        [
            .init("selection", .array([.number(selection.lowerBound), .number(selection.count)])),
            .init("text", .string(text)),
        ]
    }
}

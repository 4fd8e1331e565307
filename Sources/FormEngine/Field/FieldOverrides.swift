import FormModel
import FormPlugin

/// What a session changed about a field's definition. Most fields have none.
struct FieldOverrides: Sendable {
    var formatter: Formatter?
    var mode: FieldMode?
    var hint: String?
    /// 0: no limit.
    var maxLength: Int?
    var isReadOnly: Bool?
    var placeholder: String?
    var next: CompiledNeighbour?
    var previous: CompiledNeighbour?
    /// The field as this session has configured it.
    var configured: CompiledField?
    /// The text that the session was opened with.
    var initialText: String?
    /// Lines that the client measured.
    var hintLines: Int?
    var textLines: Int?
    /// What a plug-in measured.
    var hintMeasure: TextMeasure?
    var textMeasure: TextMeasure?

    enum Formatter: Sendable {
        case none
        case some(any TextFormatter)
    }
}

/// A value on the heap: a field without it pays for a pointer only.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

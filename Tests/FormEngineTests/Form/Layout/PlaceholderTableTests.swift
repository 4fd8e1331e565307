import FormEngine
import FormModel
import FormPlugin
import Testing

/// Placeholders as definitions have them, with the built-in style, in every state that a field can be in.
@Suite("Placeholders, state by state")
struct PlaceholderTableTests {
    /// `(text, focus, disabled, error)`
    struct Row: Sendable, CustomTestStringConvertible {
        var state: ContainerState
        var field: FieldState
        var text: String
        /// Of the floating one.
        var position: String
        var color: String

        var testDescription: String { "\(state), \(field), “\(text)”" }

        func enter(_ form: inout FormDriver) throws {
            if !text.isEmpty { try form.perform(.setText(text, formats: true, validates: false)) }
            if field == .active { try form.perform(.focus) }
            if field == .disabled { try form.perform(.setEnabled(false)) }
            if state == .error { try form.perform(.setError("E")) }
        }
    }

    private static let gray = "#9FACC7"
    private static let white = "#FEFEFE"
    private static let accent = "#FF9D2B"
    private static let red = "#FF4747"

    static let rows = [
        Row(state: .normal, field: .normal, text: "", position: "bottom", color: white),
        Row(state: .normal, field: .normal, text: " ", position: "top", color: gray),
        Row(state: .active, field: .active, text: "", position: "top", color: accent),
        Row(state: .active, field: .active, text: "a", position: "top", color: accent),
        Row(state: .disabled, field: .disabled, text: "", position: "bottom", color: gray),
        Row(state: .disabled, field: .disabled, text: "a", position: "top", color: gray),
        Row(state: .error, field: .normal, text: "", position: "bottom", color: white),
        Row(state: .error, field: .normal, text: "a", position: "top", color: gray),
        Row(state: .error, field: .active, text: "", position: "top", color: gray),
        Row(state: .error, field: .active, text: "a", position: "top", color: gray),
        Row(state: .error, field: .disabled, text: "", position: "bottom", color: white),
        Row(state: .error, field: .disabled, text: "a", position: "top", color: gray),
    ]

    @Test("a floating placeholder has a position, size and colour for each state", arguments: rows, [false, true])
    func floating(row: Row, hasButton: Bool) throws {
        let mode = hasButton ? #", "mode": {"type": "custom", "image": "i"}"# : ""
        var form = try FormDriver(field: #""placeholders": ["L"]\#(mode)"#)
        try row.enter(&form)
        #expect(try form.field.containerState == row.state && form.field.fieldState == row.field)
        let layer = try #require(try form.field.placeholders.first?.layer)
        let isOnTop = row.position == "top"
        let place = isOnTop ? (16.0, 2.0, hasButton ? 234.0 : 288) : (15, 23, hasButton ? 235 : 289)
        let frame = Frame(x: place.0, y: place.1, width: place.2, height: 19)
        #expect(layer.isVisible && layer.position == row.position && layer.frame == frame)
        #expect(layer.fontSize == (isOnTop ? 12 : 16) && layer.color == row.color)
    }

    @Test("native and static placeholders have a colour for each state", arguments: rows, [false, true])
    func others(row: Row, hasButton: Bool) throws {
        let mode = hasButton ? #", "mode": {"type": "password"}"# : ""
        let services = ["native", "static"].map { #"{"service": "\#($0)", "text": "L"}"# }.joined(separator: ", ")
        var form = try FormDriver(field: #""placeholders": [\#(services)]\#(mode)"#)
        try row.enter(&form)
        let layers = try form.field.placeholders.map(\.layer)
        #expect(layers[0].isVisible == row.text.isEmpty && layers[1].isVisible)
        #expect(layers[0].frame == Frame(x: 16, y: 23, width: hasButton ? 244 : 288, height: 19))
        #expect(layers[1].frame.width == 288)
        let native: [ContainerState: String] = [
            .normal: Self.white, .active: Self.accent, .error: Self.red, .disabled: Self.gray,
        ]
        #expect(layers[0].color == native[row.state])
        #expect(layers[1].color == (row.state == .active ? Self.accent : Self.gray))
    }

    @Test("several placeholders are independent of each other", arguments: rows)
    func several(row: Row) throws {
        let kinds = [("main", "hideOnInput"), ("main", "hideOnFocus"), ("support", "hideOnInput")]
        let natives = kinds.map { #"{"service": "native", "text": "N", "role": "\#($0)", "behavior": "\#($1)"}"# }
        var form = try FormDriver(field: #""placeholders": ["L", \#(natives.joined(separator: ", "))]"#)
        try row.enter(&form)
        let (isEmpty, isActive) = (row.text.isEmpty, row.field == .active)
        #expect(
            try form.field.placeholders.map(\.layer.isVisible) == [
                true, isEmpty, isEmpty && !isActive, isEmpty && isActive,
            ]
        )
        #expect(try form.field.placeholders[0].layer.position == row.position)
    }

    @Test(
        "a mask's prefix counts as text for placeholders, and the floating label of a text view does not overlap its button"
    )
    func prefix() throws {
        var form = try FormDriver(field: #""placeholders": ["L"], "formatter": {"type": "mask", "mask": "+7 [00]"}"#)
        #expect(try form.field.placeholders[0].layer.position == "bottom")
        try form.perform(.focus)
        try form.perform(.setEnabled(false))
        #expect(try form.field.placeholders[0].layer.position == "bottom")
        var view = try FormDriver(field: #""type": "textView", "placeholders": ["L"]"#)
        try view.type("a")
        #expect(try view.field.placeholders[0].layer.frame == Frame(x: 16, y: 2, width: 254, height: 19))
    }
}

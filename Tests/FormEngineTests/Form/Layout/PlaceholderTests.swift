import FormEngine
import FormModel
import FormPlugin
import Testing

@Suite("Placeholders")
struct PlaceholderTests {
    enum Situation: CaseIterable, Sendable {
        case disabledEmpty, disabledText, normalEmpty, normalText, activeEmpty, activeText

        func enter(_ form: inout FormDriver) throws {
            switch self {
            case .disabledText, .normalText, .activeText: try form.type("x")
            default: break
            }
            switch self {
            case .disabledEmpty, .disabledText: try form.perform(.setEnabled(false))
            case .activeEmpty, .activeText: try form.perform(.focus)
            default: break
            }
        }
    }

    @Test("a floating label is at the top if the field is active or has text", arguments: Situation.allCases)
    func floating(situation: Situation) throws {
        var form = try FormDriver()
        try situation.enter(&form)
        let isOnTop = ![.disabledEmpty, .normalEmpty].contains(situation)
        let layer = try #require(try form.field.placeholders.first?.layer)
        #expect(layer.position == (isOnTop ? "top" : "bottom"))
        #expect(
            layer.frame
                == (isOnTop ? Frame(x: 16, y: 2, width: 288, height: 19) : Frame(x: 15, y: 23, width: 289, height: 19))
        )
        #expect(layer.fontSize == (isOnTop ? 12 : 16))
    }

    static let nativeRows: [(NativeRole, NativeBehavior, [Situation])] = [
        (.main, .hideOnInput, [.disabledEmpty, .normalEmpty, .activeEmpty]),
        (.main, .hideOnFocus, [.disabledEmpty, .normalEmpty]),
        (.support, .hideOnInput, [.activeEmpty]),
        (.support, .hideOnFocus, []),
    ]

    @Test(
        "a native placeholder is visible in the states of the table",
        arguments: 0..<nativeRows.count,
        Situation.allCases
    )
    func native(number: Int, situation: Situation) throws {
        let (role, behavior, visible) = Self.nativeRows[number]
        var form = try FormDriver { $0.placeholders = [TestStyle.native(role, behavior)] }
        try situation.enter(&form)
        #expect(try form.field.placeholders.first?.layer.isVisible == visible.contains(situation))
    }

    struct Place: Sendable, CustomTestStringConvertible {
        var kind: FieldKind
        var hasButton: Bool
        var width: Double
        var top: Frame
        var bottom: Frame
        var testDescription: String { "\(kind), button \(hasButton), width \(width)" }
    }

    static let places = [
        Place(
            kind: .text,
            hasButton: false,
            width: 320,
            top: Frame(x: 16, y: 2, width: 288, height: 19),
            bottom: Frame(x: 15, y: 23, width: 289, height: 19)
        ),
        Place(
            kind: .textView,
            hasButton: false,
            width: 320,
            top: Frame(x: 16, y: 2, width: 254, height: 19),
            bottom: Frame(x: 15, y: 23, width: 289, height: 19)
        ),
        Place(
            kind: .text,
            hasButton: true,
            width: 320,
            top: Frame(x: 16, y: 2, width: 234, height: 19),
            bottom: Frame(x: 15, y: 23, width: 235, height: 19)
        ),
        Place(
            kind: .text,
            hasButton: false,
            width: 20,
            top: Frame(x: 16, y: 2, width: 0, height: 19),
            bottom: Frame(x: 15, y: 23, width: 0, height: 19)
        ),
    ]

    @Test("the frame of a floating label depends on the kind of field, the button and the width", arguments: places)
    func frames(place: Place) throws {
        var form = try FormDriver(place.kind, width: place.width) { field in
            if place.hasButton { field.mode = .password(reveal: .visibleOnNotEmptyText) }
        }
        #expect(try form.field.placeholders.map(\.layer.frame) == [place.bottom])
        try form.perform(.focus)
        #expect(try form.field.placeholders.map(\.layer.frame) == [place.top])
        guard place.hasButton else { return }
        try form.perform(.setMode(.plain))
        #expect(try form.field.placeholders.map(\.layer.frame) == [Self.places[0].top])
    }

    @Test("a static placeholder is always visible, and its colour depends on the state")
    func fixed() throws {
        var form = try FormDriver { $0.placeholders = [TestStyle.fixed()] }
        let before = try form.field.placeholders[0].layer
        try form.perform(.setError("Bad"))
        var after = try form.field.placeholders[0].layer
        #expect(after.color == "#FF4747")
        after.color = before.color
        #expect(after == before)
    }

    @Test("placeholders are announced only when something changes on which the built-in ones depend")
    func announcements() throws {
        var form = try FormDriver()
        func announced() -> Bool {
            form.changes.contains {
                if case .fieldProperties(_, let bits) = $0 { bits.contains(.placeholders) } else { false }
            }
        }
        try form.perform(.insertText("a"))
        #expect(announced())
        try form.perform(.insertText("b"))
        #expect(!announced())
    }

    @Test("a plug-in is asked when its context changes, and the definition's text is shown until it answers")
    func plugin() throws {
        let plugin = PlaceholderDefinition(
            text: LocalizedText("€"),
            service: .plugin(type: "currency", configuration: "{}")
        )
        var form = try FormDriver { $0.placeholders = [plugin] }
        #expect(try form.field.placeholders.map(\.layer.text) == ["€"])
        form.answers = { _ in nil }
        let asked = try form.perform(.insertText("1")).questions
        #expect(asked.map(\.context?.text) == ["1"])
        #expect(try form.field.text == "", "an attempt with open questions changes nothing")
        let layer = PlaceholderLayer(
            text: "€",
            isVisible: true,
            frame: Frame(x: 1, y: 2, width: 3, height: 4),
            fontSize: 5,
            color: "#000000"
        )
        form.answers = { $0 == asked[0] ? .answer(.placeholder([layer])) : nil }
        let outcome = try form.perform(.insertText("1"))
        #expect(
            outcome.changes.contains {
                if case .fieldProperties(0, let p) = $0 { p.contains(.placeholders) } else { false }
            }
        )
        #expect(try form.field.placeholders.map(\.layer) == [layer])
        #expect(try form.perform(.select(start: 0, length: 0)).questions.isEmpty)
    }

    @Test("a late answer creates a separate transaction, and the previous answer is shown until then")
    func late() throws {
        let plugin = PlaceholderDefinition(text: nil, service: .plugin(type: "currency", configuration: "{}"))
        var form = try FormDriver { $0.placeholders = [plugin] }
        func layer(_ text: String) -> PlaceholderLayer {
            let frame = Frame(x: 1, y: 2, width: 3, height: 4)
            return PlaceholderLayer(text: text, isVisible: true, frame: frame, fontSize: 5, color: "#000000")
        }
        form.answers = { .answer(.placeholder([layer($0.context?.text ?? "")])) }
        try form.perform(.insertText("1"))
        form.answers = { _ in .late }
        try form.perform(.insertText("2"))
        #expect(try form.field.text == "12")
        #expect(try form.field.placeholders.map(\.layer.text) == ["1"])
        #expect(form.form.awaitsAnswers)
        let revision = form.form.revision
        form.answers = { .answer(.placeholder([layer($0.context?.text ?? "")])) }
        try form.perform(.refresh)
        #expect(form.changes == [.fieldProperties(0, [.placeholders])])
        #expect(try form.field.placeholders.map(\.layer.text) == ["12"])
        #expect(form.form.revision == revision + 1 && !form.form.awaitsAnswers)
    }

    @Test("the text that is shown until a plug-in answers is hidden when the user types")
    func standIn() throws {
        let plugin = PlaceholderDefinition(text: LocalizedText("€"), service: .plugin(type: "x", configuration: "{}"))
        var form = try FormDriver { $0.placeholders.append(plugin) }
        try form.perform(.focus)
        #expect(try form.field.placeholders.map(\.layer.isVisible) == [true, true])
        let properties = try form.perform(.insertText("1")).changes.compactMap { change in
            if case .fieldProperties(_, let properties) = change { properties } else { nil }
        }
        #expect(try form.field.placeholders.map(\.layer.isVisible) == [true, false])
        #expect(properties.contains { $0.contains(.placeholders) })
    }

    @Test("a plug-in receives bullets in place of a secret")
    func secret() throws {
        var form = try FormDriver {
            $0.placeholders = [PlaceholderDefinition(text: nil, service: .plugin(type: "x", configuration: "{}"))]
            $0.mode = .password(reveal: .alwaysVisible)
        }
        form.answers = { _ in nil }
        let asked = try form.perform(.insertText("abc")).questions
        #expect(asked.first?.context?.text == "•••")
    }
}

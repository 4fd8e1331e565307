import FormMessages
import FormPresentation
import FormTerminal
import Testing

@testable import FormClient

@Suite("Windows above the form")
struct OverlayTests {
    @Test("a calendar shows a month with the chosen day, and weeks begin with the region's first day")
    func calendar() throws {
        var sample = SampleForm(.date("day"), focus: "day")
        sample.settings.calendar = { locale in
            var words = CalendarWords.english
            words.firstWeekday = locale == "en" ? 0 : 6
            return words
        }
        var state = ViewState()
        let day = try #require(Day("2026-11-22"))
        state.overlay = .calendar(CalendarSheet(field: "day", day: day, first: nil, last: nil))
        let screen = try sample.screen(60, 14, state)
        let lines = screen.map { line in String(line.drop { !"│┌└".contains($0) }.prefix(32)) }
        #expect(
            lines.filter { !$0.isEmpty } == [
                "┌─ Day ────────────────────────┐",
                "│ ◂      November 2026       ▸ │",
                "│  Mo  Tu  We  Th  Fr  Sa  Su  │",
                "│                           1  │",
                "│   2   3   4   5   6   7   8  │",
                "│   9  10  11  12  13  14  15  │",
                "│  16  17  18  19  20  21  22  │",
                "│  23  24  25  26  27  28  29  │",
                "│  30                          │",
                "└──────────────────────────────┘",
            ]
        )
        sample.locale = "en-US"
        #expect(try sample.screen(60, 14, state).contains { $0.hasSuffix("│  Su  Mo  Tu  We  Th  Fr  Sa  │") })
    }

    @Test(
        "the help and the question are in the form's language, and fit into any window",
        arguments: ["en"] + MessageCatalogue.languages.keys.sorted()
    )
    func language(_ locale: String) throws {
        var sample = SampleForm(.text("name"), focus: "name")
        sample.locale = locale
        for (overlay, height) in [(Overlay.help(top: 0), 3), (.leaving(.escaped), 3)] {
            var state = ViewState()
            state.overlay = overlay
            let lines = try sample.screen(60, 24, state)
            #expect(lines.count { $0.contains("│") } >= height)
            #expect(lines.joined().contains("Leave") == (locale == "en" && overlay == .leaving(.escaped)))
            #expect(try sample.screen(40, 12, state).allSatisfy { $0.displayWidth <= 40 })
        }
    }

    @Test("a list shows its filter, the options that are known and how many there are")
    func list() throws {
        let options = (0..<20).map { "Option \($0)" }
        let sample = SampleForm(.choice("choice", options, display: "menu"), focus: "choice")
        var list = OptionList(field: "choice", filter: "op")
        list.total = 50_000
        list.offset = 0
        list.page = options.enumerated().map {
            FieldOption(index: UInt32($0.offset), value: $0.element, label: $0.element)
        }
        list.position = 19
        var state = ViewState()
        state.overlay = .options(list)
        let screen = try sample.screen(60, 16, state)
        #expect(screen.contains { $0.contains("› op") })
        #expect(screen.contains { $0.contains("Option 19") })
        #expect(screen.contains { $0.contains("│ …") })
        #expect(screen.last?.hasSuffix("20/50000") == true)
    }

    @Test(
        "a part of a long list is requested before the highlighted option reaches its end",
        arguments: [
            (0, 0, 200, nil as Int?), (140, 0, 200, nil), (160, 0, 200, 60), (49_999, 0, 200, 49_899),
            (300, 200, 200, nil), (210, 200, 200, 110),
        ]
    )
    func missing(position: Int, offset: Int, known: Int, expected: Int?) {
        var list = OptionList(field: "f")
        list.total = 50_000
        list.offset = offset
        list.page = (0..<known).map { FieldOption(index: UInt32($0), value: "", label: "") }
        list.position = position
        #expect(list.missing == expected)
    }
}

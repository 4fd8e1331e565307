import FormClient
import FormTerminal
import Testing

@Suite("What is open above the form")
struct OverlayTests {
    @Test("a calendar is a month's sheet with the chosen day, from Monday on")
    func calendar() throws {
        let sample = SampleForm(.date("day"), focus: "day")
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
        "a part of a long list is asked for before the highlighted option reaches its end",
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

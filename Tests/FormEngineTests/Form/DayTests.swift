import FormModel
import Testing

@testable import FormEngine

@Suite("Days that pass")
struct DayTests {
    private static func day(_ day: Int) throws -> CalendarDay {
        try #require(CalendarDay(year: 2026, month: 3, day: day))
    }

    @Test("a date that a program's formatter bounds by the day is judged on the day of the call")
    func formatter() throws {
        var form = try FormDriver([FormDriver.field("a")]).form
        let json = #"{"type": "date", "format": "dd.MM.yyyy", "maximum": "today"}"#
        let formatter = try #require(DefinitionDecoder().decodeFormatter(json).value)
        _ = try form.perform([.field(0, .setFormatter(formatter, json: json))], today: Self.day(5))
        let set = Operation.field(0, .setText("05.03.2026", formats: true, validates: true))
        _ = try form.perform([set], today: Self.day(5))
        #expect(form.field(0).isValid)
    }

    @Test("an empty date steps from the day of the call")
    func stepping() throws {
        var form = try PartTests.driver(
            #"{"fields": [{"id": "a", "formatter": {"type": "date", "format": "dd.MM.yyyy"}}]}"#
        ).form
        _ = try form.perform([.field(0, .step(1))], today: Self.day(7))
        #expect(form.field(0).text.hasSuffix(".03.2026"))
    }

    @Test("at midnight the error goes together with its reason")
    func midnight() throws {
        var form = try PartTests.driver(
            #"{"fields": [{"id": "a", "formatter": {"type": "date", "format": "dd.MM.yyyy", "maximum": "today"}}]}"#
        ).form
        let set = Operation.field(0, .setText("06.03.2026", formats: true, validates: true))
        _ = try form.perform([set], today: Self.day(5))
        #expect(!form.isValid && !form.isComplete)
        _ = try form.perform([.setViewport(height: 100, keyboardInset: 0)], today: Self.day(6))
        #expect(form.isComplete && form.isValid && form.field(0).error.isEmpty)
    }
}

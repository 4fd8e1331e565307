import Foundation
@testable import FormEngine
import FormModel
import Testing

/// The forms that come with formd, filled in as a person would.
@Suite("The installed forms")
struct ExampleFormTests {
    private static func driver(_ name: String) throws -> FormDriver {
        let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let json = try String(contentsOf: project.appending(path: "Sources/Forms/\(name).json"), encoding: .utf8)
        let decoded = DefinitionDecoder().decode(json, name: name)
        #expect(decoded.diagnostics.map(\.description) == [])
        let compiled = try CompiledForm(try #require(decoded.value), types: .inAllLanguages)
        return FormDriver(form: try Form(compiled, today: try #require(CalendarDay(iso: "2026-03-05"))))
    }

    private static func choose(_ option: Int, of name: String, _ driver: inout FormDriver) throws {
        try driver.perform(.field(try ComputedFieldTests.index(name, driver), .selectOption(option)))
    }

    @Test("a questionnaire has a score and a grade when all questions are answered")
    func wellbeing() throws {
        var driver = try Self.driver("wellbeing")
        let answers = driver.form.fieldCount - 3
        let (score, degree, help) = (answers, answers + 1, answers + 2)
        #expect((0..<answers).allSatisfy { driver.form.field($0).display == "grid" })
        for index in 0..<answers {
            #expect(driver.form.field(score).value == "" && !driver.form.field(degree).isVisible)
            try driver.perform(.field(index, .selectOption(index % 3)))
        }
        #expect(driver.form.field(score).value == "9")
        #expect(driver.form.field(degree).value == "mild")
        #expect(driver.form.field(help).isVisible)
        for index in 0..<answers { try driver.perform(.field(index, .selectOption(3))) }
        #expect(driver.form.field(score).value == "27" && driver.form.field(degree).value == "severe")
        try driver.perform(.submit)
        #expect(driver.form.values(includingSecrets: true).first { $0.field == "score" }?.value == "27")
    }

    @Test("an order contains the sum of its rows")
    func order() throws {
        var driver = try Self.driver("order")
        let set = ComputedFieldTests.set
        try set("name", "Ann", &driver)
        try driver.perform(.field(try ComputedFieldTests.index("delivery", driver), .selectDate("2026-03-10")))
        try driver.perform(.addRow(group: "items", position: nil))
        try Self.choose(0, of: "items_1_what", &driver)
        try set("items_1_count", "3", &driver)
        try Self.choose(1, of: "items_2_what", &driver)
        try set("items_2_count", "100", &driver)
        #expect(driver.form.field(try ComputedFieldTests.index("items_1_price", driver)).text == "€12.60")
        let total = try ComputedFieldTests.index("total", driver)
        #expect(driver.form.field(total).text == "€662.60")
        #expect(driver.form.field(total).error == "We deliver up to €500")
        try set("items_2_count", "2", &driver)
        #expect(driver.form.field(total).text == "€25.60")
        #expect(driver.form.isComplete)
        try driver.perform(.submit)
        #expect(driver.form.values(includingSecrets: true).first { $0.field == "total" }?.value == "25.6")
    }
}

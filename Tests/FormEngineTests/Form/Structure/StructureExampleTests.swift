import FormEngine
import FormModel
import Foundation
import Testing

@Suite("The example forms report and permit")
struct StructureExampleTests {
    private static func driver(_ name: String, locale: String = "en", now: Int? = nil) throws -> FormDriver {
        var project = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<5 { project.deleteLastPathComponent() }
        let json = try String(contentsOf: project.appendingPathComponent("Sources/Forms/\(name).json"), encoding: .utf8)
        return try PartTests.driver(json, locale: locale, now: now)
    }

    private static func submit(_ driver: inout FormDriver) throws -> [String: String] {
        guard case .values(let values) = try driver.perform(.submit).results.first else { return [:] }
        return Dictionary(uniqueKeysWithValues: values.map { ($0.field, $0.value) })
    }

    @Test("an issue report asks about the problem, and directs questions elsewhere")
    func report() throws {
        var form = try Self.driver("report")
        #expect(form.form.field(0).text.hasSuffix("in the list of issues\ntry the newest version"))
        #expect(form.form.field(0).markup.map(\.run.style) == [.item, .strong, .link, .item, .emphasis])
        try PartTests.put("ann@example.org", into: "email", &form)
        try PartTests.put("question", into: "area", &form)
        #expect(PartTests.visible(form) == ["form_description", "email", "area", "forum"])
        try PartTests.put("export", into: "area", &form)
        #expect(
            PartTests.visible(form) == ["form_description", "email", "area", "summary", "steps", "version", "system"]
        )
        let summary = try #require(form.form.index(ofField: "summary"))
        #expect(form.form.field(summary).hint == "What did The export do?")
        try PartTests.put("It stops", into: "summary", &form)
        try PartTests.put("Too short", into: "steps", &form)
        #expect(try form.perform(.submit).failure?.message == "Step by step: Tell us a little more about “It stops”")
        try PartTests.put("Open a file of 2 GB and export it as text.", into: "steps", &form)
        let values = try Self.submit(&form)
        #expect(values["template"] == "bug" && values["area"] == "export" && values["reported"] != nil)
        #expect(form.form.field(form.form.fieldCount - 1).text == "Thank you. We shall write to ann@example.org.")
    }

    @Test("a permit is filled in page by page, reviewed and submitted", arguments: ["en", "ru"])
    func permit(_ locale: String) throws {
        var form = try Self.driver("permit", locale: locale, now: 1_772_703_000)
        try PartTests.put("Ann", into: "name", &form)
        try PartTests.put("dig", into: "kind", &form)
        #expect(try form.perform(.nextPage).results == [.page(1)])
        #expect(form.form.pages[1].title.hasSuffix("Ann"))
        try PartTests.put("Main Street", into: "street", &form)
        #expect(try form.perform(.nextPage).failure?.code == .notValid)
        try PartTests.put("3.5", into: "width", &form)
        try form.perform(.nextPage)
        try PartTests.put("2026-03-05", into: "days_1_date", &form)
        let loud = try #require(form.form.index(ofField: "days_1_loud"))
        #expect(form.form.field(loud).label.contains("2026"))
        #expect(try form.perform(.nextPage).results == [.page(3)])
        #expect(
            form.form.review.map(\.field) == [
                "name", "kind", "street", "number", "width", "days_1_date", "days_1_loud",
            ]
        )
        let values = try Self.submit(&form)
        #expect(values["edition"] == "2" && values["width"] == "3.5" && values["days_1_date"] == "2026-03-05")
        #expect(values["startedAt"] == "2026-03-05T09:30:00Z")
    }

    @Test("a user who needs no permit can submit after the first page")
    func earlyEnd() throws {
        var form = try Self.driver("permit")
        try PartTests.put("Ann", into: "name", &form)
        try PartTests.put("none", into: "kind", &form)
        #expect(PartTests.visible(form) == ["form_description", "name", "kind", "unneeded"])
        #expect(Set(try Self.submit(&form).keys) == ["name", "kind", "startedAt", "submittedAt"])
        #expect(form.form.field(form.form.fieldCount - 1).text.hasPrefix("Thank you, Ann."))
    }
}

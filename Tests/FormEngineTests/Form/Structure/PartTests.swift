import FormEngine
import FormModel
import RandomTesting
import Testing

@Suite("Notes, sections and conditional parts")
struct PartTests {
    static func driver(_ json: String, locale: String = "en", width: Double = 320, now: Int? = nil) throws -> FormDriver
    {
        let decoded = DefinitionDecoder().decode(json, name: "t")
        #expect(decoded.diagnostics.map(\.description) == [])
        let definition = try #require(decoded.value)
        return FormDriver(
            form: try Form(
                CompiledForm(definition, types: .inAllLanguages),
                locale: locale,
                traits: LayoutTraits(width: width),
                now: now
            )
        )
    }

    static func put(_ text: String, into field: String, _ driver: inout FormDriver) throws {
        let index = try #require(driver.form.index(ofField: field))
        try driver.perform(.field(index, .setText(text, formats: true, validates: false)))
    }

    /// The form from top to bottom: kind, name, depth, and a minus before what is not visible.
    static func outline(_ driver: FormDriver) -> [String] {
        driver.form.structure.map { "\($0.isVisible ? "" : "-")\($0.kind) \($0.id) \($0.depth)" }
    }

    static func visible(_ driver: FormDriver) -> [String] {
        (0..<driver.form.fieldCount).filter { driver.form.field($0).isVisible }.map { driver.form.name(ofField: $0) }
    }

    static let permit = """
        {"description": "For work in a street", "end": {"en": "Thank you", "de": "Danke"},
         "endWhen": {"field": "kind", "equals": "none"},
         "record": {"started": "from", "submitted": "at", "duration": "seconds"},
         "fields": [
           {"id": "help", "note": {"en": "Read the rules", "de": "Lies"}},
           {"id": "kind", "label": "Kind", "span": 6, "required": true},
           {"id": "version", "constant": 3},
           {"id": "where", "section": {"en": "Place", "de": "Ort"}, "fields": [
             {"id": "street"},
             {"section": "Number", "visibleWhen": {"field": "street", "empty": false}, "fields": [
               {"id": "number", "required": true}, {"id": "secret", "secret": true},
               {"id": "door", "constant": "left"}]}]},
           {"id": "items", "label": "Machine", "repeat": {"max": 3}, "visibleWhen": {"field": "kind", "equals": "dig"},
            "fields": [{"id": "hint", "note": "One each"}, {"section": "Which", "fields": [{"id": "name"}]}]}
         ],
         "pages": [
           {"title": "Kind", "fields": ["help", "kind"]},
           {"title": "Place", "visibleWhen": {"field": "kind", "empty": false}, "fields": ["where", "items"]},
           {"title": "Review", "review": true}]}
        """

    @Test("the structure lists parts from top to bottom with depth, title and span, and is announced when it changes")
    func outline() throws {
        var form = try Self.driver(Self.permit)
        #expect(
            Self.outline(form) == [
                "note form_description 0", "note help 0", "field kind 0", "-section where 0", "-field street 1",
                "-section section_2 1", "-field number 2", "-field secret 2", "-group items 0", "review  0",
                "-end form_end 0",
            ]
        )
        #expect(form.form.structure.map(\.page) == [0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 0])
        #expect(
            form.form.structure.map(\.title) == ["", "", "", "Place", "", "Number", "", "", "Machine", "Review", ""]
        )
        #expect(form.form.structure.map(\.span) == [12, 12, 6, 12, 12, 12, 12, 12, 12, 12, 12])
        try Self.put("dig", into: "kind", &form)
        #expect(form.changes.contains { $0.sessionProperties?.contains(.structure) == true })
        #expect(Self.visible(form) == ["form_description", "help", "kind", "street"])
        try form.perform(.addRow(group: "items", position: nil))
        #expect(form.changes.contains { $0.sessionProperties?.contains(.structure) == true })
        #expect(
            Self.outline(form).suffix(7) == [
                "group items 0", "row items_1 1", "note items_1_hint 2", "section items_1_section_3 2",
                "field items_1_name 3", "review  0", "-end form_end 0",
            ]
        )
        let (group, row) = (form.form.structure[8], form.form.structure[9])
        #expect(group.canAdd == true && group.canRemove == nil && row.canAdd == nil)
        #expect(row.canRemove == true && row.canMove == false)
        try form.perform(.addRow(group: "items", position: nil))
        try form.perform(.addRow(group: "items", position: nil))
        #expect(form.form.structure[8].canAdd == false && form.form.structure[9].canMove == true)
        try Self.put("Main", into: "street", &form)
        #expect(form.form.structure[5].isVisible)
        try Self.put("Main Street", into: "street", &form)
        #expect(!form.changes.contains { $0.sessionProperties?.contains(.structure) == true })
        try form.perform(.setLocale("de"))
        #expect(form.form.structure[3].title == "Ort")
        #expect(form.changes.contains { $0.sessionProperties?.contains(.structure) == true })
    }

    @Test("a note has a text, a height and a position, and no value or focus")
    func notes() throws {
        var form = try Self.driver(Self.permit)
        let note = form.form.field(1)
        #expect(note.kind == .note && note.text == "Read the rules" && note.value == "")
        #expect(note.isReadOnly && !note.isFocusable && note.allowedEdits == [])
        // A line of 16 logical pixels, which is 20 high, between 8 and 8.
        #expect(note.height == 36)
        #expect(form.form.field(2).previousField == "" && form.form.field(2).nextField == "")
        for operation in [
            FieldOperation.focus, .insertText("x"), .setText("x", formats: true, validates: nil), .setError("x"),
            .clear,
            .setFocusable(true), .setReadOnly(false), .reset, .pressReturn,
        ] {
            let error = #expect(throws: FormError.self) { try form.perform(.field(1, operation)) }
            #expect(error?.code == .actionDisabled)
        }
        #expect(throws: FormError.self) { try form.perform(.setValues(["help": "x"])) }
        #expect(throws: FormError.self) { try form.perform(.setErrors(["help": "x"])) }
        #expect(try form.perform(.field(1, .validate(force: true))).results == [.verdict(valid: true, message: "")])
        try form.perform(.setWidth(60))
        #expect(form.form.field(1).height > 36)
        try form.perform(.setLocale("de"))
        #expect(form.form.field(1).text == "Lies")
        #expect(form.changes.contains { $0.fieldProperties(of: 1)?.contains(.text) == true })
        #expect(form.events(of: 1).allSatisfy { if case .textChanged = $0 { false } else { true } })
        try form.perform(Operation.reset)
        #expect(form.form.field(1).text == "Lies" && !form.form.field(1).isModified)
        try form.perform(.focusNext)
        #expect(form.form.focusedField == 2)
    }

    @Test("fields in a hidden part are not validated, focused or submitted")
    func hiddenParts() throws {
        var form = try Self.driver(Self.permit)
        try Self.put("repair", into: "kind", &form)
        #expect(try form.perform(.nextPage).results == [.page(1)])
        try form.perform(.nextPage)
        #expect(form.form.page == 2 && form.form.isComplete)
        guard case .values(let values) = try form.perform(.submit).results.first else {
            Issue.record("not submitted")
            return
        }
        #expect(values.map(\.field) == ["kind", "version", "street", "from", "at", "seconds"])
        try Self.put("Main", into: "street", &form)
        #expect(try form.perform(.submit).failure?.message == "number: Field must be filled")
        #expect(form.form.values(includingSecrets: true).map(\.field).contains("door"))
    }

    @Test("pages hidden by a condition are skipped, and a form can end early")
    func pages() throws {
        var form = try Self.driver(Self.permit)
        try Self.put("none", into: "kind", &form)
        #expect(Self.visible(form) == ["form_description", "help", "kind"])
        #expect(form.form.structure.filter { $0.kind == "review" }.map(\.isVisible) == [false])
        #expect(throws: FormError.self) { try form.perform(.nextPage) }
        try form.perform(.submit)
        #expect(Self.visible(form) == ["form_description", "help", "kind", "form_end"])
        #expect(form.form.field(form.form.fieldCount - 1).text == "Thank you")
        try Self.put("repair", into: "kind", &form)
        #expect(Self.visible(form) == ["form_description", "help", "kind", "street"])
        #expect(try form.perform(.nextPage).results == [.page(1)])
        #expect(try form.perform(.nextPage).results == [.page(2)])
        #expect(form.form.pages[2].fields == [] && form.form.contentHeight == 60)
    }

    @Test("a review has the visible answers in order, without secrets")
    func review() throws {
        var form = try Self.driver(Self.permit)
        try Self.put("repair", into: "kind", &form)
        try Self.put("Main", into: "street", &form)
        try Self.put("hush", into: "secret", &form)
        #expect(form.form.review.map(\.field) == ["kind", "street", "number"])
        #expect(form.form.review.map(\.label) == ["Kind", "", ""])
        #expect(form.form.review.map(\.text) == ["repair", "Main", ""])
    }

    @Test("the record contains the times when the form was opened and submitted, by the caller's clock")
    func record() throws {
        var form = try Self.driver(Self.permit, now: 1_772_703_000)
        func record() -> [String] { form.form.values(includingSecrets: false).suffix(3).map(\.value) }
        #expect(record() == ["2026-03-05T09:30:00Z", "", ""])
        try Self.put("none", into: "kind", &form)
        _ = try form.form.perform([.submit], now: 1_772_703_075)
        #expect(record() == ["2026-03-05T09:30:00Z", "2026-03-05T09:31:15Z", "75"])
        try Self.put("dig", into: "kind", &form)
        #expect(record() == ["2026-03-05T09:30:00Z", "", ""])
    }

    @Test("parts whose conditions read fields of hidden parts are updated in one transaction, in any order of edits")
    func chain() throws {
        let json = """
            {"fields": [
              {"section": "C", "visibleWhen": {"field": "b", "equals": "1"}, "fields": [{"id": "c", "whenIrrelevant": "clear"}]},
              {"section": "B", "visibleWhen": {"field": "a", "equals": "1"}, "fields": [
                {"id": "b"}, {"section": "D", "visibleWhen": {"field": "c", "equals": "1"}, "fields": [{"id": "d"}]}]},
              {"id": "a"}]}
            """
        var form = try Self.driver(json)
        #expect(Self.visible(form) == ["a"])
        for field in ["a", "b", "c"] { try Self.put("1", into: field, &form) }
        #expect(Self.visible(form) == ["c", "b", "d", "a"])
        try Self.put("", into: "a", &form)
        #expect(Self.visible(form) == ["a"])
        try Self.put("1", into: "a", &form)
        #expect(Self.visible(form) == ["c", "b", "a"], "c was emptied as it went")
        #expect(form.form.field(0).text == "")
        try form.perform(.undo)
        #expect(Self.visible(form) == ["a"])
    }

    @Test(
        "after any edits the same elements are visible as in a form opened with the same answers",
        arguments: [1, 2, 3]
    )
    func freshEvaluation(_ seed: UInt64) throws {
        let json = """
            {"endWhen": {"field": "b", "equals": "end"}, "end": "Bye", "fields": [
              {"section": "A", "visibleWhen": {"field": "e", "equals": "1"}, "fields": [
                {"id": "a"}, {"section": "AA", "visibleWhen": {"field": "c", "empty": true}, "fields": [
                  {"id": "aa", "visibleWhen": {"field": "a", "equals": "1"}}, {"id": "n", "note": "N"}]}]},
              {"id": "b"},
              {"section": "C", "visibleWhen": {"any": [{"field": "b", "equals": "1"}, {"field": "d", "empty": false}]},
               "fields": [{"id": "c"}]},
              {"id": "g", "repeat": {"min": 1, "max": 2}, "visibleWhen": {"field": "d", "equals": "1"}, "fields": [
                {"id": "x"}, {"section": "G", "visibleWhen": {"field": "x", "equals": "1"}, "fields": [{"id": "y"}]}]},
              {"id": "d"}, {"id": "e"}],
             "pages": [{"fields": ["a", "aa", "n", "b"]},
               {"visibleWhen": {"field": "b", "empty": false}, "fields": ["c", "g"]},
               {"fields": ["d", "e"]}]}
            """
        var random = SeededGenerator(seed: seed)
        var form = try Self.driver(json)
        let fields = ["a", "aa", "b", "c", "g_1_x", "g_1_y", "d", "e"]
        for _ in 0..<120 {
            let field = fields.randomElement(using: &random) ?? "a"
            try Self.put(["", "1", "end", "2"].randomElement(using: &random) ?? "", into: field, &form)
            var texts: [String: String] = [:]
            for field in fields { texts[field] = form.form.field(form.form.index(ofField: field) ?? 0).text }
            let fresh = FormDriver(form: try Form(form.form.compiled, values: texts))
            #expect(Self.outline(form) == Self.outline(fresh))
            #expect(Self.visible(form) == Self.visible(fresh))
        }
    }

    @Test("the explanation of a hidden field names the part that hides it")
    func explanation() throws {
        let form = try Self.driver(Self.permit)
        let reasons = try form.form.explain { 0 }.filter { $0.field == "number" && $0.rule == "visibleWhen" }
        #expect(
            reasons.map { $0.parameters.map { "\($0.name) \($0.value)" } } == [
                ["form endWhen"], ["page 1"], ["section section_2"],
            ]
        )
        #expect(reasons.map(\.verdict) == [.holds, .fails, .fails])
        #expect(reasons.map { $0.read.map(\.field) } == [["kind"], ["kind"], ["street"]])
    }
}

extension Change {
    fileprivate var sessionProperties: SessionProperties? {
        if case .sessionProperties(let properties) = self { properties } else { nil }
    }

    fileprivate func fieldProperties(of field: Int) -> FieldProperties? {
        if case .fieldProperties(field, let properties) = self { properties } else { nil }
    }
}

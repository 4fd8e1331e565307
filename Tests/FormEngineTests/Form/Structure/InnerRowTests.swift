@testable import FormEngine
import FormModel
import Testing

@Suite("Rows in rows")
struct InnerRowTests {
    static let definition = """
        {"fields": [
          {"id": "mode"}, {"id": "what", "value": "of the form"},
          {"id": "orders", "label": "Order of {{who}}", "repeat": {"min": 1, "max": 3}, "fields": [
            {"id": "who"}, {"id": "rate", "formatter": {"type": "number"}},
            {"id": "items", "label": "{{what}} for {{who}}", "repeat": {"min": 1, "max": 4},
             "visibleWhen": {"field": "rate", "notEquals": "0"}, "fields": [
              {"id": "what", "accessibilityId": "thing"}, {"id": "price", "formatter": {"type": "number"}},
              {"id": "gift", "visibleWhen": {"all": [{"field": "mode", "equals": "x"}, {"field": "who", "equals": "Ann"},
                {"field": "what", "empty": false}]}},
              {"id": "total", "computed": {"product": [{"field": "price"}, {"field": "rate"}]}},
              {"id": "part", "computed": {"quotient": [{"field": "price"}, {"sum": [{"field": "items.price"}]}]}},
              {"id": "same", "validators": [{"type": "equals", "field": "who", "message": "not {{who}}"}]}]},
            {"id": "sum", "computed": {"sum": [{"field": "items.total"}]}}]},
          {"id": "all", "computed": {"sum": [{"field": "orders.items.total"}]}},
          {"id": "sums", "computed": {"max": [{"field": "orders.sum"}]}}]}
        """

    static func driver() throws -> FormDriver { try PartTests.driver(definition) }

    static func value(_ name: String, _ driver: FormDriver) throws -> String {
        driver.form.field(try #require(driver.form.index(ofField: name), "\(name)")).value
    }

    @Test("a group in a row is a separate group whose name contains the row's name")
    func names() throws {
        var form = try Self.driver()
        #expect(form.form.groups.map(\.id) == ["orders", "orders_1_items"])
        #expect(form.form.groups.map(\.rows) == [[1], [1]])
        #expect(
            PartTests.outline(form)[2...8].map { String($0) } == [
                "group orders 0", "row orders_1 1", "field orders_1_who 2", "field orders_1_rate 2",
                "group orders_1_items 2", "row orders_1_items_1 3", "field orders_1_items_1_what 4",
            ]
        )
        try form.perform(.addRow(group: "orders_1_items", position: nil))
        try form.perform(.addRow(group: "orders", position: 0))
        try form.perform(.addRow(group: "orders_2_items", position: 0))
        #expect(form.form.groups.map(\.id) == ["orders", "orders_2_items", "orders_1_items"])
        #expect(form.form.groups.map(\.rows) == [[2, 1], [2, 1], [1, 2]])
        let index = try #require(form.form.index(ofField: "orders_2_items_1_what"))
        #expect(form.form.field(index).accessibilityID == "thing_2_1")
        #expect(throws: FormError(.unknownField, "the form has no group \"items\"")) {
            try form.perform(.addRow(group: "items", position: nil))
        }
        try form.perform(.moveRow(group: "orders_2_items", row: 1, position: 0))
        #expect(form.form.groups[1].rows == [1, 2])
    }

    @Test("a name is looked up in the inner row, then in the outer row, then in the form")
    func references() throws {
        var form = try Self.driver()
        try form.perform(.addRow(group: "orders", position: nil))
        try form.perform(.addRow(group: "orders_2_items", position: nil))
        for (name, text) in [
            ("mode", "x"), ("orders_1_who", "Ann"), ("orders_2_who", "Bob"), ("orders_1_rate", "2"),
            ("orders_2_rate", "10"), ("orders_1_items_1_price", "3"), ("orders_2_items_1_price", "1"),
            ("orders_2_items_2_price", "4"), ("orders_1_items_1_what", "tea"), ("orders_2_items_1_what", "pie"),
            ("orders_2_items_2_same", "Ann"),
        ] { try PartTests.put(text, into: name, &form) }
        #expect(try Self.value("orders_1_items_1_total", form) == "6")
        #expect(try Self.value("orders_2_items_2_total", form) == "40")
        #expect(try Self.value("orders_2_items_2_part", form) == "0.8", "the column of the group in the same row")
        #expect(try Self.value("orders_1_sum", form) == "6")
        #expect(try Self.value("orders_2_sum", form) == "50")
        #expect(try Self.value("all", form) == "56")
        #expect(try Self.value("sums", form) == "50")
        #expect(PartTests.visible(form).filter { $0.hasSuffix("gift") } == ["orders_1_items_1_gift"])
        let titles = form.form.structure.filter { $0.kind == "row" }.map(\.title)
        #expect(titles == ["Order of Ann", "tea for Ann", "Order of Bob", "pie for Bob", " for Bob"])
        try form.perform(Operation.validate(force: true))
        let same = try #require(form.form.index(ofField: "orders_2_items_2_same"))
        #expect(form.form.field(same).error == "not Bob")
        // A condition on a group is asked once in each row around it.
        try PartTests.put("0", into: "orders_2_rate", &form)
        #expect(PartTests.visible(form).filter { $0.contains("_items_") }.allSatisfy { $0.hasPrefix("orders_1") })
        #expect(try Self.value("all", form) == "6")
        try form.perform(.removeRow(group: "orders", row: 2))
        #expect(try Self.value("sums", form) == "6")
    }

    @Test("inner rows are submitted as arrays in the objects of the outer rows, and reviewed in the form's order")
    func submitted() throws {
        var form = try Self.driver()
        try form.perform(.addRow(group: "orders_1_items", position: nil))
        try PartTests.put("Ann", into: "orders_1_who", &form)
        try PartTests.put("tea", into: "orders_1_items_2_what", &form)
        let outcome = try form.perform(.submitDocument)
        guard case .document(let json)? = outcome.results.first else {
            Issue.record("\(outcome.results)")
            return
        }
        #expect(json == #"{"what": "of the form", "orders": [{"who": "Ann", "items": [{}, {"what": "tea"}]}]}"#)
        let review = form.form.review.filter { !$0.text.isEmpty }.map { "\($0.field) \($0.text)" }
        #expect(review == ["what of the form", "orders_1_who Ann", "orders_1_items_2_what tea"])
    }

    @Test("undo restores inner rows with the outer row and the same numbers, and no number is used twice")
    func undo() throws {
        var form = try Self.driver()
        try form.perform(.addRow(group: "orders", position: nil))
        try form.perform(.addRow(group: "orders_2_items", position: nil))
        try PartTests.put("tea", into: "orders_2_items_2_what", &form)
        try form.perform(.removeRow(group: "orders_2_items", row: 1))
        try form.perform(.addRow(group: "orders_2_items", position: nil))
        try form.perform(.removeRow(group: "orders_2_items", row: 3))
        try form.perform(.removeRow(group: "orders", row: 2))
        #expect(form.form.groups.map(\.id) == ["orders", "orders_1_items"])
        let gone = form.form
        try form.perform(.undo)
        #expect(form.form.groups.map(\.rows) == [[1, 2], [1], [2]])
        #expect(try Self.value("orders_2_items_2_what", form) == "tea")
        try form.perform(.addRow(group: "orders_2_items", position: nil))
        #expect(form.form.groups[2].rows == [2, 4], "3 has been given")
        form.form = gone
        try form.perform(.addRow(group: "orders", position: nil))
        #expect(form.form.groups.map(\.id) == ["orders", "orders_1_items", "orders_3_items"])
        for _ in 0..<5 { try form.perform(.undo) }
        #expect(form.form.groups.map(\.rows) == [[1, 2], [1], [1, 2]])
        for _ in 0..<5 { try form.perform(.redo) }
        #expect(form.form.groups.map(\.rows) == [[1, 3], [1], [1]])
    }

    @Test("the bounds apply to the inner rows of each outer row separately")
    func bounds() throws {
        var form = try Self.driver()
        for _ in 0..<3 { try form.perform(.addRow(group: "orders_1_items", position: nil)) }
        #expect(
            throws: FormError(.limitExceeded, "the group orders_1_items has 4 rows, which is its maximum")
        ) { try form.perform(.addRow(group: "orders_1_items", position: nil)) }
        try form.perform(.addRow(group: "orders", position: nil))
        #expect(
            throws: FormError(.limitExceeded, "the group orders_2_items has 1 rows, which is its minimum")
        ) { try form.perform(.removeRow(group: "orders_2_items", row: 1)) }
        #expect(throws: FormError(.outOfRange, "the group orders_2_items has no row 4")) {
            try form.perform(.removeRow(group: "orders_2_items", row: 4))
        }
    }

    @Test("a field in the outer row can determine the number of inner rows")
    func counted() throws {
        var form = try PartTests.driver(
            """
            {"fields": [{"id": "m", "value": "1"},
              {"id": "a", "repeat": {"max": 3, "count": {"field": "m"}}, "fields": [
                {"id": "n", "value": "2"},
                {"id": "b", "repeat": {"max": 3, "count": {"field": "n"}}, "fields": [{"id": "c"}]}]}]}
            """
        )
        #expect(form.form.groups.map(\.rows) == [[1], [1, 2]])
        try PartTests.put("2", into: "m", &form)
        #expect(form.form.groups.map(\.rows) == [[1, 2], [1, 2], [1, 2]])
        try PartTests.put("3", into: "a_2_n", &form)
        #expect(form.form.groups.map(\.rows) == [[1, 2], [1, 2], [1, 2, 3]])
        try PartTests.put("x", into: "a_2_b_3_c", &form)
        try PartTests.put("1", into: "m", &form)
        #expect(form.form.groups.map(\.rows) == [[1], [1, 2]])
        try form.perform(.undo)
        #expect(form.form.groups.map(\.rows) == [[1, 2], [1, 2], [1, 2, 3]])
        #expect(try Self.value("a_2_b_3_c", form) == "x")
        let opened = try Form(form.form.compiled, values: ["m": "2", "a_2_n": "1", "a_1_b_3_c": "y"])
        #expect(opened.groups.map(\.rows) == [[1, 2], [1, 2, 3], [1]])
    }

    @Test("inner rows are created for the initial values of a session")
    func values() throws {
        let compiled = try Self.driver().form.compiled
        let form = try Form(compiled, values: ["orders_3_items_2_what": "tea", "orders_1_who": "Ann"])
        #expect(form.groups.map(\.id) == ["orders", "orders_1_items", "orders_3_items"])
        #expect(form.groups.map(\.rows) == [[1, 3], [1], [1, 2]])
        let excess = "the values name 5 rows of the group orders_1_items; its maximum is 4"
        #expect(throws: FormError(.limitExceeded, excess)) {
            let names = (1...5).map { ("orders_1_items_\($0)_what", "x") }
            _ = try Form(compiled, values: Dictionary(names) { $1 })
        }
        #expect(throws: FormError(.unknownField, "the form has no field \"orders_1_items_1_who\"")) {
            _ = try Form(compiled, values: ["orders_1_items_1_who": "x"])
        }
    }

    @Test("the stored record of a form without inner rows has the same format as before")
    func record() throws {
        let json = """
            {"fields": [{"id": "a", "repeat": {"min": 1, "max": 3}, "fields": [{"id": "x"}]},
              {"id": "b", "repeat": {"max": 3}, "fields": [{"id": "y"}]}]}
            """
        var form = try PartTests.driver(json)
        try form.perform(.addRow(group: "a", position: 0))
        try form.perform(.removeRow(group: "a", row: 1))
        var written = SavedWriter()
        written.number(form.form.revision)
        // The rows of each group, and then the highest number in each.
        written.list([[2], []]) { $0.list($1) { $0.number($1) } }
        written.list([2, 0]) { $0.number($1) }
        #expect(form.form.saved.bytes.starts(with: written.bytes))
    }

    @Test("inner rows are placed inside the outer row, each with its header and button")
    func layout() throws {
        let form = try Self.driver()
        let frames = form.form.frames.map { "\($0.kind) \($0.name)" }
        #expect(frames == ["row orders_1", "row orders_1_items_1", "addRow orders_1_items", "addRow orders"])
        #expect(form.form.contentHeight == 1_076)
    }

    @Test("an inner row can be added to a row that shows nothing else")
    func emptyRows() throws {
        var form = try PartTests.driver(
            """
            {"fields": [{"section": "S", "fields": [{"id": "a", "repeat": {"max": 2}, "fields": [
              {"id": "b", "repeat": {"max": 2}, "fields": [{"id": "c"}]}]}]}]}
            """
        )
        let frames = { (form: FormDriver) in form.form.frames.map { "\($0.kind) \($0.name)" } }
        #expect(frames(form) == ["addRow a"])
        try form.perform(.addRow(group: "a", position: nil))
        #expect(frames(form) == ["row a_1", "removeRow a_1", "addRow a_1_b", "addRow a"])
        try form.perform(.addRow(group: "a_1_b", position: nil))
        #expect(frames(form).first == "section section_1" && form.form.contentHeight == 269)
    }
}

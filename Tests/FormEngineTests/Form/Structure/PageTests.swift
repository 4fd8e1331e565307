import FormEngine
@testable import FormModel
import FormPlugin
import Testing

@Suite("Pages")
struct PageTests {
    /// `a`, required, and `b`; then `c` and `d`, which names `a` as its next; then `e`, required.
    static func driver() throws -> FormDriver {
        let elements = ["a", "b", "c", "d", "e"].map { id in
            FormDriver.field(id) {
                $0.isRequired = ["a", "e"].contains(id)
                if id == "d" { $0.next = .field("a") }
            }
        }
        let structure = FormStructure(
            elements: elements.map(FormStructure.Element.field),
            pages: [
                .init(title: LocalizedText("One"), elements: 0..<2), .init(title: nil, elements: 2..<4),
                .init(title: LocalizedText("Three"), elements: 4..<5),
            ]
        )
        return try RowTests.driver(structure)
    }

    @Test("moving forward requires a valid page, moving back does not, and the focus leaves the page")
    func turn() throws {
        var form = try Self.driver()
        #expect(form.form.pages.map(\.fields) == [["a", "b"], ["c", "d"], ["e"]] && form.form.page == 0)
        // Two fields and the buttons of a page.
        #expect(form.form.contentHeight == 77 * 2 + 60)
        let refused = try form.perform(.nextPage)
        #expect(refused.failure?.message == "Label: Field must be filled")
        #expect(form.form.page == 0 && form.form.focusedField == 0)
        #expect(
            form.events.contains(
                .session(
                    .validated(
                        valid: false,
                        errors: [
                            FieldMessage(field: "a", message: "Field must be filled")
                        ]
                    )
                )
            )
        )
        try form.type("x")
        #expect(try form.perform(.nextPage).results == [.page(1)])
        #expect(form.form.focusedField == nil)
        #expect(form.events.last == .session(.validated(valid: true, errors: [])))
        #expect(form.events.contains(.session(.pageChanged(1, previous: 0))))
        try form.perform(.nextPage)
        #expect(form.form.page == 2 && form.form.contentHeight == 77 + 60)
        #expect(try form.perform(.showPage(0)).results == [.page(0)])
        #expect(form.form.isValid)
        #expect(throws: FormError.self) { try form.perform(.previousPage) }
        #expect(throws: FormError.self) { try form.perform(.showPage(3)) }
        #expect(throws: FormError.self) { try form.perform(.nextPage, .blur) }
        #expect(throws: FormError.self) { try (try FormDriver()).form.withPage() }
    }

    @Test("pages that are skipped forward are validated, and the first invalid page is shown")
    func jump() throws {
        var form = try Self.driver()
        try form.perform(.field(0, .setText("x", formats: true, validates: nil)))
        try form.perform(.field(3, .setError("no")))
        try form.perform(.field(3, .setMaxLength(1)))
        try form.perform(.field(3, .setText("long", formats: true, validates: false)))
        let outcome = try form.perform(.showPage(2))
        #expect(outcome.failure?.code == .notValid && form.form.page == 1 && form.form.focusedField == 3)
    }

    @Test("the page follows the focus, and the focus does not leave the page unless a field names another as the next")
    func focus() throws {
        var form = try Self.driver()
        #expect(form.form.hasNext && form.form.hasPrevious)
        for expected in [0, 1, 1] {
            try form.perform(.focusNext)
            #expect(form.form.focusedField == expected)
        }
        #expect(!form.form.hasNext && form.form.hasPrevious)
        #expect(form.form.field(1).nextField.isEmpty && form.form.field(1).returnKey == .done)
        #expect(form.form.field(2).previousField.isEmpty)
        try form.perform(.field(3, .focus))
        #expect(form.form.page == 1 && form.form.hasNext)
        #expect(form.events.contains(.session(.pageChanged(1, previous: 0))))
        try form.perform(.focusNext)
        #expect(form.form.page == 0 && form.form.focusedField == 0)
        try form.perform(.field(1, .setNextField("")))
        #expect(form.form.field(1).nextField.isEmpty)
    }

    @Test("a submission shows the page of the first invalid field")
    func submit() throws {
        var form = try Self.driver()
        try form.perform(.field(0, .setText("x", formats: true, validates: nil)))
        #expect(try form.perform(.submit).failure?.code == .notValid)
        #expect(form.form.page == 2 && form.form.focusedField == 4)
        try form.perform(.field(4, .setText("y", formats: true, validates: nil)))
        guard case .values(let values) = try form.perform(.submit).results.first else {
            Issue.record("no values")
            return
        }
        #expect(values.map(\.field) == ["a", "b", "c", "d", "e"])
    }

    @Test("each page has its own heights and offsets")
    func heights() throws {
        var form = try Self.driver()
        try form.perform(.setViewport(height: 100, keyboardInset: 0))
        try form.perform(.field(1, .focus))
        #expect(form.form.scrollOffset == 54)
        try form.perform(.field(2, .focus))
        #expect(form.form.scrollOffset == 0 && form.form.contentHeight == 154 + 60)
        // A field of another page grows unseen.
        try form.perform(.field(0, .setError(String(repeating: "long ", count: 60))))
        #expect(form.form.field(0).height > 77 && form.form.contentHeight == 154 + 60)
        try form.perform(.previousPage)
        #expect(form.form.contentHeight == 77 + form.form.field(0).height + 60)
    }

    @Test("HasNext and HasPrevious change with the page", arguments: [true, false])
    func reach(forward: Bool) throws {
        var form = try FormDriver([FormDriver.field("a"), FormDriver.field("b"), FormDriver.field("c")])
        let far = forward ? 2 : 0
        try form.perform(.field(1, .focus))
        #expect(form.form.hasNext && form.form.hasPrevious)
        try form.perform(.field(far, .setEnabled(false)))
        #expect((forward ? form.form.hasNext : form.form.hasPrevious) == false)
        #expect(form.changes.last == .sessionProperties(forward ? [.hasNext] : [.hasPrevious]))
        try form.perform(.field(far, .setEnabled(true)))
        #expect(form.form.hasNext && form.form.hasPrevious)
        try form.perform(.field(1, forward ? .setNextField("b") : .setPreviousField("b")))
        #expect((forward ? form.form.hasNext : form.form.hasPrevious) == false)
    }
}

extension PageTests {
    /// `a`; `b`, there while `a` says so; `c`, each on a page of its own.
    private static func hiding() throws -> FormDriver {
        let fields = ["a", "b", "c"].map { id in
            FormDriver.field(id) {
                if id == "b" {
                    $0.visibleWhen = .test(field: "a", .equals("more"))
                    $0.isRequired = true
                }
            }
        }
        return try RowTests.driver(
            FormStructure(
                elements: fields.map(FormStructure.Element.field),
                pages: (0..<3).map { .init(title: nil, elements: $0..<$0 + 1) }
            )
        )
    }

    @Test("empty pages are skipped, forward and back")
    func hidden() throws {
        var form = try Self.hiding()
        #expect(try form.perform(.nextPage).results == [.page(2)])
        #expect(throws: FormError.self) { try form.perform(.nextPage) }
        #expect(throws: FormError.self) { try form.perform(.showPage(1)) }
        #expect(try form.perform(.previousPage).results == [.page(0)])
        try form.perform(.field(0, .setText("more", formats: true, validates: nil)))
        #expect(try form.perform(.nextPage).results == [.page(1)])
        // What a page needs is not asked for once the page has nothing to ask.
        try form.perform(.field(0, .setText("less", formats: true, validates: nil)))
        #expect(form.form.page == 1 && form.form.contentHeight == 60)
        #expect(try form.perform(.nextPage).results == [.page(2)])
    }

    @Test("a reset returns to the first page, even if it removes the page that is shown")
    func reset() throws {
        var form = try Self.hiding()
        try form.perform(.field(0, .setText("more", formats: true, validates: nil)))
        try form.perform(.field(1, .focus))
        #expect(form.form.page == 1)
        try form.perform(FormEngine.Operation.reset)
        #expect(form.form.page == 0 && form.form.focusedField == nil && form.form.contentHeight == 77 + 60)
    }

    @Test("a page with a group without rows is shown, so that the first row can be added")
    func emptyGroup() throws {
        let field = FormDriver.field("x") { $0.isRequired = true }
        let group = GroupDefinition(id: "g", minimum: 0, maximum: 2, fields: [field])
        var form = try RowTests.driver(
            FormStructure(
                elements: [.field(FormDriver.field("a")), .group(group), .field(FormDriver.field("b"))],
                pages: (0..<3).map { .init(title: nil, elements: $0..<$0 + 1) }
            )
        )
        #expect(try form.perform(.nextPage).results == [.page(1)])
        #expect(form.form.contentHeight == 44 + 60 && !form.form.hasNext)
        try form.perform(.addRow(group: "g", position: nil))
        #expect(form.form.page == 1 && form.form.contentHeight == 32 + 77 + 44 + 60 && form.form.hasNext)
        #expect(try form.perform(.nextPage).failure?.code == .notValid)
        try form.perform(.removeRow(group: "g", row: 1))
        #expect(form.form.page == 1)
        #expect(try form.perform(.nextPage).results == [.page(2)])
        #expect(try form.perform(.previousPage).results == [.page(1)])
        #expect(try form.perform(.showPage(0)).results == [.page(0)])
    }

    @Test("an error that a server reported does not prevent leaving a page")
    func serverErrors() throws {
        var form = try Self.hiding()
        try form.perform(.setErrors(["a": "Taken", "c": "No"]))
        #expect(try form.perform(.nextPage).results == [.page(2)])
        #expect(form.form.field(0).error.isEmpty && form.form.field(2).error == "No")
    }
}

extension Form {
    fileprivate func withPage() throws {
        var form = self
        _ = try form.perform([.nextPage])
    }
}

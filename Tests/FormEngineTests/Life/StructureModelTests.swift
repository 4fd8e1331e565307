@testable import FormEngine
@testable import FormModel
import RandomTesting
import Testing

/// A form with rows and pages beside a model that knows both as plain lists and works everything else out of them.
@Suite("A form with rows and pages compared with a model")
struct StructureModelTests {
    private static let texts = ["", "x", "yes"]

    /// Page 0: `name`, required. Page 1: rows of `what`, required, and `same`, the same as it. Page 2: `extra`,
    /// required, there if `name` is `yes`. Page 3: `note`, and two rows at least of `tag`.
    static func form() throws -> Form {
        let items = GroupDefinition(
            id: "items",
            minimum: 0,
            maximum: 3,
            fields: [
                FormDriver.field("what") { $0.isRequired = true },
                FormDriver.field("same") { $0.rules = [Rule(.equals(field: "what"))] },
            ]
        )
        let tags = GroupDefinition(
            id: "tags",
            minimum: 2,
            maximum: 3,
            fields: [FormDriver.field("tag") { $0.visibleWhen = .not(.test(field: "note", .empty)) }]
        )
        let extra = FormDriver.field("extra") {
            $0.isRequired = true
            $0.visibleWhen = .test(field: "name", .equals("yes"))
        }
        let structure = FormStructure(
            elements: [
                .field(FormDriver.field("name") { $0.isRequired = true }), .group(items), .field(extra),
                .field(FormDriver.field("note")), .group(tags),
            ],
            pages: [
                .init(title: nil, elements: 0..<1), .init(title: nil, elements: 1..<2),
                .init(title: nil, elements: 2..<3), .init(title: nil, elements: 3..<5),
            ]
        )
        return try RowTests.driver(structure).form
    }

    private struct Model {
        var items: [Int] = []
        var tags = [1, 2]
        /// The highest number that each group has had.
        var last = (items: 0, tags: 2)
        var text: [String: String] = [:]
        var page = 0
        var focus: String?
        var isSubmitted = false

        /// Headers of rows, and buttons to add one and to turn the page.
        var heightBesideFields: Double {
            func height(_ rows: [Int], _ isShown: Bool) -> Double {
                isShown ? Double(rows.count) * 32 + (rows.count < 3 ? 44 : 0) : 0
            }
            return switch page {
            case 1: 60 + height(items, true)
            case 3: 60 + height(tags, tags.contains { isVisible("tags_\($0)_tag") })
            default: 60
            }
        }

        /// By page.
        var fields: [[String]] {
            [
                ["name"], items.flatMap { ["items_\($0)_what", "items_\($0)_same"] }, ["extra"],
                ["note"] + tags.map { "tags_\($0)_tag" },
            ]
        }

        func read(_ field: String) -> String { text[field] ?? "" }

        func isVisible(_ field: String) -> Bool {
            switch field {
            case "extra": read("name") == "yes"
            case _ where field.hasPrefix("tags"): !read("note").isEmpty
            default: true
            }
        }

        func passes(_ field: String) -> Bool {
            if field == "name" || field == "extra" || field.hasSuffix("what") { return !read(field).isEmpty }
            guard field.hasSuffix("same"), !read(field).isEmpty else { return true }
            return read(field) == read(field.dropLast(4) + "what")
        }

        var failing: [String] { fields.joined().filter { isVisible($0) && !passes($0) } }

        func hasContent(_ page: Int) -> Bool {
            fields[page].contains(where: isVisible) || page == 1 && items.isEmpty
        }

        func page(of field: String) -> Int { fields.firstIndex { $0.contains(field) } ?? 0 }

        mutating func give(_ field: String) {
            focus = field
            page = page(of: field)
        }

        /// What a page lets pass, on the way forward; else its first fault gets the focus.
        mutating func leave() -> Bool {
            if let fault = fields[page].first(where: { isVisible($0) && !passes($0) }) {
                give(fault)
                return false
            }
            focus = nil
            return true
        }

        /// The page that is reached, if it can be gone for.
        mutating func show(_ target: Int) -> Bool {
            guard fields.indices.contains(target) else { return false }
            if target == page { return true }
            guard hasContent(target) else { return false }
            while page < target {
                guard leave() else { return true }
                page = (page + 1...target).first(where: hasContent) ?? target
            }
            if page > target {
                page = target
                focus = nil
            }
            return true
        }

        /// Fields that are gone or not to be seen have no focus.
        mutating func settle() {
            if let field = focus, !fields.joined().contains(field) || !isVisible(field) { focus = nil }
        }
    }

    private enum Step {
        case set(String, String), type(String, String), focus(String)
        case add(String, Int?), remove(String, Int), move(String, Int, Int)
        case next, previous, show(Int), focusNext, focusPrevious, submit, reset

        static func random(_ random: inout SeededGenerator, _ model: Model) -> Step {
            let field = model.fields.joined().randomElement(using: &random) ?? "name"
            let text = StructureModelTests.texts.randomElement(using: &random) ?? ""
            let group = Bool.random(using: &random) ? "items" : "tags"
            let row = Int.random(in: 1...6, using: &random)
            return switch Int.random(in: 0..<20, using: &random) {
            case 0..<3: .set(field, text)
            case 3..<6: .type(field, text)
            case 6: .focus(field)
            case 7, 8: .add(group, Bool.random(using: &random) ? nil : Int.random(in: 0...3, using: &random))
            case 9: .remove(group, (group == "items" ? model.items : model.tags).randomElement(using: &random) ?? row)
            case 10: .move(group, row, Int.random(in: 0...2, using: &random))
            case 11, 12: .next
            case 13: .previous
            case 14: .show(Int.random(in: 0...4, using: &random))
            case 15: .focusNext
            case 16: .focusPrevious
            case 17, 18: .submit
            default: row == 1 ? .reset : .next
            }
        }
    }

    /// What the model makes of a step; false: it is refused.
    private static func play(_ step: Step, _ model: inout Model) -> Bool {
        defer { model.settle() }
        switch step {
        case .set(let field, let text):
            if model.read(field) != text { model.isSubmitted = false }
            model.text[field] = text
        case .type(let field, let text):
            guard model.isVisible(field) else { return false }
            if model.read(field) != text { model.isSubmitted = false }
            model.text[field] = text
        case .focus(let field): if model.isVisible(field) { model.give(field) }
        case .add(let group, let place):
            let rows = group == "items" ? model.items : model.tags
            guard rows.count < 3, (0...rows.count).contains(place ?? rows.count) else { return false }
            if group == "items" {
                model.last.items += 1
                model.items.insert(model.last.items, at: place ?? rows.count)
            } else {
                model.last.tags += 1
                model.tags.insert(model.last.tags, at: place ?? rows.count)
            }
            model.isSubmitted = false
        case .remove(let group, let row):
            let rows = group == "items" ? model.items : model.tags
            guard let place = rows.firstIndex(of: row), rows.count > (group == "items" ? 0 : 2) else { return false }
            if group == "items" { model.items.remove(at: place) } else { model.tags.remove(at: place) }
            model.text = model.text.filter { !$0.key.hasPrefix("\(group)_\(row)_") }
            model.isSubmitted = false
        case .move(let group, let row, let place):
            var rows = group == "items" ? model.items : model.tags
            guard let start = rows.firstIndex(of: row), rows.indices.contains(place) else { return false }
            guard start != place else { break }
            rows.insert(rows.remove(at: start), at: place)
            if group == "items" { model.items = rows } else { model.tags = rows }
            model.isSubmitted = false
        case .next:
            guard let page = model.fields.indices.dropFirst(model.page + 1).first(where: model.hasContent) else {
                return false
            }
            return model.show(page)
        case .previous:
            guard let page = model.fields.indices.prefix(model.page).last(where: model.hasContent) else { return false }
            return model.show(page)
        case .show(let page): return model.show(page)
        case .focusNext, .focusPrevious:
            let isForward = if case .focusNext = step { true } else { false }
            let visible = model.fields[model.page].filter(model.isVisible)
            guard let focus = model.focus else {
                if let field = isForward ? visible.first : visible.last { model.give(field) }
                break
            }
            // From a field the form's order goes on over the pages' ends only as far as they are shown.
            let all = Array(model.fields.joined()).filter { model.isVisible($0) && model.page(of: $0) == model.page }
            guard let place = all.firstIndex(of: focus), all.indices.contains(place + (isForward ? 1 : -1)) else {
                break
            }
            model.give(all[place + (isForward ? 1 : -1)])
        case .submit:
            guard !model.isSubmitted else { return false }
            if let first = model.failing.first { model.give(first) } else { model.isSubmitted = true }
        case .reset:
            model.text = [:]
            model.isSubmitted = false
            // With the texts what they show goes, and the focus with it.
            model.settle()
            if model.focus == nil { model.page = model.fields.indices.first(where: model.hasContent) ?? 0 }
        }
        return true
    }

    private static func operation(_ step: Step, _ form: Form) -> FormEngine.Operation {
        func field(_ name: String, _ operation: FieldOperation) -> FormEngine.Operation {
            .field(form.index(ofField: name) ?? -1, operation)
        }
        return switch step {
        case .set(let name, let text): field(name, .setText(text, formats: true, validates: false))
        case .type(let name, let text):
            field(
                name,
                .replaceRange(
                    start: 0,
                    length: form.index(ofField: name).map { form.field($0).text.count } ?? 0,
                    text: text
                )
            )
        case .focus(let name): field(name, .focus)
        case .add(let group, let place): .addRow(group: group, position: place)
        case .remove(let group, let row): .removeRow(group: group, row: row)
        case .move(let group, let row, let place): .moveRow(group: group, row: row, position: place)
        case .next: .nextPage
        case .previous: .previousPage
        case .show(let page): .showPage(page)
        case .focusNext: .focusNext
        case .focusPrevious: .focusPrevious
        case .submit: .submit
        case .reset: .reset
        }
    }

    private static func differences(_ form: Form, _ model: Model) -> [String] {
        var found: [String] = []
        let names = Array(model.fields.joined())
        if form.reading.fields != names { return ["fields \(form.reading.fields)"] }
        if form.groups.map(\.rows) != [model.items, model.tags] { found.append("rows \(form.groups.map(\.rows))") }
        if form.pages.map(\.fields) != model.fields { found.append("pages") }
        if form.page != model.page { found.append("page \(form.page), not \(model.page)") }
        let focus = form.focusedField.map { names[$0] }
        if focus != model.focus { found.append("focus \(focus ?? "nil"), not \(model.focus ?? "nil")") }
        var height = 0.0
        for (index, name) in names.enumerated() {
            let field = form.field(index)
            if field.text != model.read(name) { found.append("text of \(name)") }
            if field.isVisible != model.isVisible(name) { found.append("visible \(name)") }
            if model.isVisible(name), field.wouldPass != model.passes(name) { found.append("verdict of \(name)") }
            if field.isFocused != (model.focus == name) { found.append("focused \(name)") }
            if model.page(of: name) == model.page { height += field.height }
        }
        height += model.heightBesideFields
        if form.contentHeight != height { found.append("height \(form.contentHeight), not \(height)") }
        if form.isComplete != model.failing.isEmpty { found.append("complete") }
        if LifeModelTests.obstacles(form) != Set(model.failing) { found.append("explanation") }
        if (form.state == .submitted) != model.isSubmitted { found.append("state") }
        return found
    }

    @Test("random operations have the same results as in the model", arguments: 1...12)
    func life(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 7_919)
        var form = try Self.form()
        var model = Model()
        for number in 0..<RandomCases.count(400) {
            let step = Step.random(&random, model)
            let before = form
            let isTaken = Self.play(step, &model)
            let outcome = try? form.perform([Self.operation(step, form)])
            var found = Self.differences(form, model)
            if (outcome != nil) != isTaken { found.append(isTaken ? "refused" : "taken") }
            if outcome == nil, RandomWalkTests.shows(before) != RandomWalkTests.shows(form) {
                found.append("changed although refused")
            }
            if case .values(let values)? = outcome?.results.first {
                let expected = model.fields.joined().filter(model.isVisible)
                if values.map(\.field) != expected || values.map(\.value) != expected.map(model.read) {
                    found.append("values \(values)")
                }
            }
            if !found.isEmpty {
                Issue.record("step \(number), \(step): \(found)")
                return
            }
        }
    }
}

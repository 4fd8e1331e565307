/// The keys of the elements of a form that are not fields. `StructureDecoder` reads the elements in groups and
/// sections, and the names on pages.
enum StructureKeys {
    struct SectionDraft {
        var section = FormStructure.Section(id: "", elements: 0..<0)
        var description: LocalizedText?
    }

    struct PageDraft {
        var page = FormStructure.Page(title: nil, elements: 0..<0)
        var description: LocalizedText?
    }

    static let group = KeyTable<GroupDefinition>("a group") {
        Key("id", \.id, .identifier, isRequired: true, "unlike all others of the form")
        Key("label", \.label, .textWithAnswers, "what a row is called")
        Key(
            "repeat",
            "`{\"min\": 0, \"max\": …, \"count\": {\"field\": …}}`",
            schema: { rows.schema() },
            isRequired: true,
            "the rows that there are at least, and at most; the number field that says how many"
        ) { value, group, context in
            guard let object = rows.read(value, into: &group, context), let maximum = object["max"] else {
                return
            }
            let (least, most) = (group.minimum, group.maximum)
            if most < least {
                context.error("the maximum of \(most) is less than the minimum of \(least)", at: maximum)
            }
        }
        Key(
            "fields",
            "fields, notes, sections and groups",
            schema: { elements },
            isRequired: true,
            "the elements of a row"
        )
        Key("span", \.span, .span, "columns of the twelve of a line")
        Key("visibleWhen", \.visibleWhen, .condition, "where this does not hold, no field of any row is visible")
    }

    private static let rows = KeyTable<GroupDefinition>("the number of rows") {
        Key("min", \.minimum, .integer(in: 0...DefinitionLimits.fields, "rows"))
        Key("max", \.maximum, .integer(in: 1...DefinitionLimits.fields, "rows"), isRequired: true)
        Key("count", "`{\"field\": …}`", schema: { count.schema() }) { value, group, context in
            _ = count.read(value, into: &group, context)
        }
    }

    private static let count = KeyTable<GroupDefinition>("what counts the rows") {
        Key("field", \.count, .identifier, isRequired: true)
    }

    static let section = KeyTable<SectionDraft>("a section") {
        Key("id", \.section.id, .identifier, default: "`section_1` and so on", "unlike all others of the form")
        Key("section", \.section.title, .textWithAnswers, isRequired: true, "the title")
        Key("description", \.description, .textWithAnswers, "stands first in the section, as the note `ID_description`")
        Key("fields", "elements", schema: { elements }, isRequired: true, "what stands in the section")
        Key(
            "layout",
            \.section.isGrid,
            .word(no: "stack", yes: "grid"),
            "`grid`: fields with options are the lines of one table; their `Display` says so"
        )
        Key("span", \.section.span, .span, "columns of the twelve of a line")
        Key(
            "visibleWhen",
            \.section.visibleWhen,
            .condition,
            "where this does not hold, nothing of the section is visible"
        )
    }

    static let page = KeyTable<PageDraft>("a page") {
        Key("title", \.page.title, .textWithAnswers)
        Key(
            "description",
            \.description,
            .textWithAnswers,
            "stands first on the page, as the note `page_0_description`"
        )
        Key(
            "fields",
            "identifiers",
            schema: { .list(of: ValueReader.identifier.schema(), listLimits).with(["uniqueItems": true]) },
            "elements in the form's order, those of a section or the section itself; not on a review page"
        )
        Key("review", \.page.isReview, .bool, "shows what was answered")
        Key("visibleWhen", \.page.visibleWhen, .condition, "where this does not hold, nothing of the page is visible")
    }

    static let constant = KeyTable<FormStructure.Constant>("a constant") {
        Key("id", \.id, .identifier, isRequired: true, "unlike all others of the form")
        Key(
            "constant",
            "string, number, `true` or `false`",
            schema: { ValueSchema(["type": ["string", "number", "boolean"]]) },
            isRequired: true,
            "the value, which nobody sees or enters"
        ) { value, constant, context in
            guard let text = value.string ?? value.numberText ?? value.bool.map({ "\($0)" }) else {
                return context.mismatch("a string, a number, true or false", at: value)
            }
            constant.text = text
            constant.isString = value.string != nil
        }
    }

    static let record = KeyTable<RecordNames>("a record") {
        Key("started", \.started, .identifier, "when the session was opened, as `2026-03-05T09:30:00Z`")
        Key("submitted", \.submitted, .identifier, "when the form was submitted, likewise")
        Key("duration", \.duration, .identifier, "the seconds between the two")
    }

    // MARK: The schema

    private static var listLimits: JSONText { ["minItems": 1, "maxItems": .number(DefinitionLimits.fields)] }

    /// A list of elements. One of an element's keys determines its kind.
    private static var elements: ValueSchema { .list(of: .reference("element"), listLimits) }

    static var elementsSchema: ValueSchema {
        let kinds = [
            ("repeat", group.schema().named("group")), ("section", section.schema().named("section")),
            ("note", FieldDraft.noteKeys.schema().named("note")),
            ("constant", constant.schema().named("constant")),
        ]
        let field = FieldDraft.keys.schema().named("field")
        let element = kinds.reversed().reduce(field) { rest, kind in
            ValueSchema(
                ["if": ["required": [.string(kind.0)]], "then": kind.1.json, "else": rest.json],
                of: [kind.1, rest]
            )
        }
        return .list(of: element.named("element"), listLimits)
    }

    static var pagesSchema: ValueSchema { .list(of: page.schema().named("page"), listLimits) }
}

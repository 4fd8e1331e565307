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
        Key("id", \.id, .identifier, isRequired: true, "unique in the form")
        Key("label", \.label, .textWithAnswers, "the label of a row")
        Key(
            "repeat",
            "`{\"min\": 0, \"max\": …, \"count\": {\"field\": …}}`",
            schema: { rows.schema() },
            isRequired: true,
            "the minimum and maximum number of rows, and a field whose value is the number of rows; see below for no `max`"
        ) { value, group, context in
            guard let object = rows.read(value, into: &group, context), let maximum = object["max"] else {
                return
            }
            let (least, most) = (group.minimum, group.maximum)
            if most < least {
                context.error("the maximum of \(most) is less than the minimum of \(least)", at: maximum)
            }
        }
        Key("fields", "fields, notes, sections and groups", schema: { elements }, isRequired: true)
            .described(as: "the elements of each row")
        Key("span", \.span, .span, "the width, in columns of twelve")
        Key("visibleWhen", \.visibleWhen, .condition, "if it does not hold, the fields of all rows are hidden")
        DocumentPlace.key(\.document)
    }

    private static let rows = KeyTable<GroupDefinition>("the number of rows") {
        Key("min", \.minimum, .integer(in: 0...DefinitionLimits.fields, "rows"))
        Key("max", \.maximum, .integer(in: 1...DefinitionLimits.fields, "rows"))
        Key("count", "`{\"field\": …}`", schema: { count.schema() }) { value, group, context in
            _ = count.read(value, into: &group, context)
        }
    }

    private static let count = KeyTable<GroupDefinition>("what counts the rows") {
        Key("field", \.count, .identifier, isRequired: true)
    }

    static let section = KeyTable<SectionDraft>("a section") {
        Key("id", \.section.id, .identifier, default: "`section_1` and so on", "unique in the form")
        Key("section", \.section.title, .textWithAnswers, isRequired: true, "the title")
        Key("description", \.description, .textWithAnswers)
            .described(as: "shown at the start of the section, as the note `ID_description`")
        Key("fields", "elements", schema: { elements }, isRequired: true, "the elements of the section")
        Key("layout", \.section.isGrid, .word(no: "stack", yes: "grid"))
            .described(as: "`grid`: fields with options are the rows of a table (`Display` is `grid`)")
        Key("span", \.section.span, .span, "the width, in columns of twelve")
        Key("visibleWhen", \.section.visibleWhen, .condition)
            .described(as: "if it does not hold, the whole section is hidden")
        DocumentPlace.key(
            \.section.document,
            DocumentPlace.ofParts,
            "an object that `SubmitDocument` returns, see below"
        )
    }

    static let page = KeyTable<PageDraft>("a page") {
        Key("title", \.page.title, .textWithAnswers)
        Key("description", \.description, .textWithAnswers)
            .described(as: "shown at the start of the page, as the note `page_0_description`")
        Key(
            "fields",
            "identifiers",
            schema: { .list(of: ValueReader.identifier.schema(), listLimits).with(["uniqueItems": true]) },
            "the elements of the page, in the form's order; a section or its elements; not allowed on a review page"
        )
        Key("review", \.page.isReview, .bool, "shows all answers")
        Key("visibleWhen", \.page.visibleWhen, .condition, "if it does not hold, the whole page is hidden")
    }

    static let constant = KeyTable<FormStructure.Constant>("a constant") {
        Key("id", \.id, .identifier, isRequired: true, "unique in the form")
        Key(
            "constant",
            "string, number, `true` or `false`",
            schema: { ValueSchema(["type": ["string", "number", "boolean"]]) },
            isRequired: true,
            "the value, which is neither shown nor entered"
        ) { value, constant, context in
            guard let text = value.string ?? value.numberText ?? value.bool.map({ "\($0)" }) else {
                return context.mismatch("a string, a number, true or false", at: value)
            }
            constant.text = text
            constant.isString = value.string != nil
        }
        DocumentPlace.key(\.document)
    }

    static let record = KeyTable<RecordNames>("a record") {
        Key("started", \.started, .identifier, "the time when the session was opened: `2026-03-05T09:30:00Z`")
        Key("submitted", \.submitted, .identifier, "the time when the form was submitted")
        Key("duration", \.duration, .identifier, "the number of seconds between the two times")
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

import FormModel

/// Fills answers into the form's own texts: labels, hints, notes and titles.
struct FormTexts {
    let context: FormContext
    let judge: Judge

    /// The fields whose texts show a changed answer, or are in another language now.
    func readers(of changes: [FieldChange]) -> [Int] {
        let dependencies = context.placement.dependencies
        var fields: Set<Int> = []
        for change in changes {
            let isSeen = change.isSeenByOthers || change.now.dirty.contains(.secret)
            if isSeen { fields.formUnion(dependencies.texts.readers(of: change.now.index)) }
            if isSeen || !change.now.dirty.isDisjoint(with: [.language, .configuration]) {
                fields.insert(change.now.index)
            }
        }
        return fields.sorted()
    }

    /// A field's label, hint and note; `nil` if they are those of the definition.
    func texts(of field: FormField) -> ShownTexts? {
        field.plan.texts?.filled(in: context.locale, field.plan.picker, since: field.shown?.value) { slot in
            answer(field.place.field(at: slot))
        }
    }

    /// The titles of sections and pages that show answers.
    var titles: [Placement.Title.Owner: String] {
        var titles: [Placement.Title.Owner: String] = [:]
        for title in context.placement.titles {
            titles[title.owner] = title.template.filled(in: context.locale) { answer(title.reads[$0]) }.text
        }
        return titles
    }

    private func answer(_ field: Int?) -> String { field.map(judge.answer) ?? "" }
}

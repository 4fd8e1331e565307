import FormModel

/// What the form's own texts say: labels, hints, notes, titles and messages that show answers of fields.
extension Transaction {
    /// Says anew what shows an answer that has changed, and everything in another language.
    mutating func updateTexts() {
        let placement = context.placement
        guard placement.dependencies.hasTexts || !placement.titles.isEmpty else { return }
        var fields: Set<Int32> = []
        for change in form.fields.changes {
            let isSeen = change.isSeenByOthers || change.now.dirty.contains(.secret)
            if isSeen { fields.formUnion(placement.dependencies.texts.readers(of: change.now.index)) }
            if isSeen || !change.now.dirty.isDisjoint(with: [.language, .configuration]) {
                fields.insert(Int32(change.now.index))
            }
        }
        for index in fields.sorted() {
            sayTexts(of: Int(index))
            let field = form.fields[Int(index)]
            if !field.plan.messageAnswers.isEmpty, field.message?.isJudged == true { repeatJudgement(of: Int(index)) }
        }
        if !fields.isEmpty { updateTitles() }
    }

    /// Puts a field's label, hint and note in place.
    mutating func sayTexts(of index: Int) {
        let field = form.fields[index]
        guard field.plan.texts != nil || field.shown != nil else { return }
        let judge = judge
        let texts = field.plan.texts?.filled(in: context.locale) { place in
            field.place.reads[place].map(judge.answer) ?? ""
        }
        guard texts != field.shown?.value else { return }
        let changed = change(index)
        changed.shown = texts.map { Boxed($0) }
        if changed.isNote { changed.sayNote(context) }
    }

    /// Puts the titles of sections and pages in place that show answers.
    mutating func updateTitles() {
        guard !context.placement.titles.isEmpty else { return }
        let judge = judge
        var titles: [Placement.Title.Owner: String] = [:]
        for title in context.placement.titles {
            titles[title.owner] =
                title.template.filled(in: context.locale) { place in
                    title.reads[place].map(judge.answer) ?? ""
                }.text
        }
        if titles != form.session.titles?.value { form.session.titles = Boxed(titles) }
    }
}

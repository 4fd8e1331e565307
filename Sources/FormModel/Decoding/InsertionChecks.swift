/// Checks the texts of a form that show answers: `{{name}}`.
///
/// Reported are names that no field has, answers that nobody is to see, and options whose labels show each other's choice.
struct InsertionChecks {
    let context: DecodingContext
    let scopes: FieldScopes

    func run() {
        let inserted = context.insertedAnswers
        guard !inserted.isEmpty else { return }
        for answer in inserted { check(answer) }
        reportCircle()
    }

    private func check(_ answer: DecodingContext.InsertedAnswer) {
        let scope = scopes.scope(ofGroup: answer.group)
        guard let field = scopes.place(of: answer.name, from: scope).map({ scopes[$0] }) else {
            return context.unknown("field", answer.name, at: answer.site, allowed: scopes.names(from: scope))
        }
        if field.isSecret {
            context.error("the answer of the secret field \(quoted(field.id)) is never shown", at: answer.site)
        } else if field.kind == .note {
            context.error("\(quoted(field.id)) is a note, which has no answer", at: answer.site)
        }
    }

    /// Reports the first circle of fields whose options show each other's answers, which are these options.
    private func reportCircle() {
        var nodes: [(place: FieldScopes.Place, names: Set<String>)] = []
        var numbers: [FieldScopes.Place: Int] = [:]
        for (scope, fields) in scopes.all.map(\.fields).enumerated() {
            for (place, field) in fields.enumerated() {
                guard case .options(let input) = field.input else { continue }
                let texts = input.options.flatMap(\.label.translations)
                let names = Set(texts.flatMap { Insertion.names(in: $0.text) })
                guard !names.isEmpty else { continue }
                let place = FieldScopes.Place(scope: scope, field: place)
                numbers[place] = nodes.count
                nodes.append((place, names))
            }
        }
        let graph = nodes.map { place, names in
            names.compactMap { scopes.place(of: $0, from: place.scope).flatMap { numbers[$0] } }.sorted()
        }
        guard let circle = ReferenceGraph.circle(in: graph), let first = circle.first else { return }
        let names = (circle + [first]).map { quoted(scopes[nodes[$0].place].id) }.joined(separator: " → ")
        let (place, shown) = nodes[first]
        let group = scopes.all[place.scope].list.number
        let site = context.insertedAnswers.first { $0.group == group && shown.contains($0.name) }?.site
        context.error(
            "the options of these fields show each other's answers in a circle: \(names)",
            at: site ?? scopes.all[place.scope].list.sites[place.field]
        )
    }
}

/// Checks the dependencies between fields: the graph of all fields of the form whose visibility or value reads other
/// fields.
///
/// Reports cycles, and marks a computed field as secret if it reads a secret.
struct DependencyChecks {
    private let context: DecodingContext
    private let scopes: FieldScopes
    /// For each field the fields that it reads.
    private var graph: [[Int]] = []
    /// For each field the computed fields that read it.
    private var computedReaders: [[Int]]

    /// Returns `nil` if no field depends on another.
    init?(_ context: DecodingContext, _ scopes: FieldScopes) {
        self.context = context
        self.scopes = scopes
        computedReaders = Array(repeating: [], count: scopes.fields.count)
        let isDerived =
            scopes.all.contains { !$0.list.parts.isEmpty }
            || scopes.fields.contains { $0.visibleWhen != nil || $0.isDerived || $0.hasDecidedOptions }
        guard isDerived else { return nil }
        for (number, scope) in scopes.all.enumerated() {
            let around = readsOfRows(in: number)
            for reader in scope.fields {
                let field = scopes.fields[reader]
                // A field that reads itself is reported where it refers to itself.
                func fields(_ references: [FieldReference]?) -> [Int] {
                    (references ?? []).filter { $0 != .field(field.id) }
                        .compactMap { scopes.index(of: $0, from: number) }
                }
                let computed = fields(field.computed?.references)
                for read in Set(computed) { computedReaders[read].append(reader) }
                var read = Set(computed + fields(field.visibleWhen?.references))
                read.formUnion(fields(field.initially?.references))
                read.formUnion(fields(field.setOnChange?.references))
                read.formUnion(fields(field.setters.map(FieldReference.field)))
                read.formUnion(fields(field.decidingField.map { [.field($0)] }))
                read.formUnion(fields(field.optionConditions.values.flatMap(\.references)))
                let own = reader - scope.fields.lowerBound
                for part in scope.list.parts where scope.list.fieldNumbers(part.elements).contains(own) {
                    read.formUnion(reads(of: part, in: number).filter { $0 != reader })
                }
                graph.append(read.union(around).sorted())
            }
        }
    }

    private func reads(of part: ReferenceChecks.Part, in scope: Int) -> [Int] {
        part.condition.references.compactMap { scopes.index(of: $0, from: scope) }
    }

    /// The fields that determine whether a group's rows exist and are visible: those that count the rows, and those
    /// that the conditions around the group read.
    private func readsOfRows(in scope: Int) -> Set<Int> {
        guard let (outer, element) = scopes.all[scope].outer else { return [] }
        let list = scopes.all[outer].list
        var read = readsOfRows(in: outer)
        for part in list.parts where part.elements.contains(element) { read.formUnion(reads(of: part, in: outer)) }
        // A field that depends on the rows whose number it determines is reported at the group's count.
        if case .group(let group) = list.elements[element], let count = group.count,
            let field = scopes.index(of: count, from: outer), !scopes.isCounted(scope, by: field)
        {
            read.insert(field)
        }
        return read
    }

    /// Reports the first cycle, at its first field.
    func reportCircle() {
        guard let (circle, names) = scopes.circle(in: graph), let first = circle.first else { return }
        let (site, field) = (scopes.site(of: first), scopes.fields[first])
        let decides = field.hasDecidedOptions && site.object?["visibleWhen"] == nil
        let computed = ["computed", "initially", "setOnChange"].first { site.object?[$0] != nil }
        let key = field.isDerived ? computed ?? "computed" : decides ? "input" : "visibleWhen"
        let depends = key == "input" ? "the options of these fields depend" : "whether these fields are visible depends"
        context.error(
            circle.contains { scopes.fields[$0].isDerived }
                ? "these fields are worked out from each other in a circle: \(names)"
                : "\(depends) on each other in a circle: \(names)",
            at: site.object?[key] ?? site
        )
    }

    /// The fields, in which each computed field that depends on a secret is marked as secret.
    func withSecretComputations() -> FieldScopes {
        var result = scopes
        var waiting = result.fields.indices.filter { result.fields[$0].isSecret }
        var secrets = Set(waiting)
        while let secret = waiting.popLast() {
            for reader in computedReaders[secret] where secrets.insert(reader).inserted {
                result.fields[reader].isSecret = true
                waiting.append(reader)
            }
        }
        return result
    }
}

extension FieldScopes {
    /// The first cycle in a graph of fields, and its names for a message; `nil` if there is none.
    func circle(in graph: [[Int]]) -> (fields: [Int], names: String)? {
        guard let circle = ReferenceGraph.circle(in: graph) else { return nil }
        return (circle, (circle + circle.prefix(1)).map { quoted(fields[$0].id) }.joined(separator: " → "))
    }

    /// Whether a field that determines the number of a group's rows depends on a value in these rows.
    func isCounted(_ group: Int, by field: Int) -> Bool {
        let reads = fields[field].computed?.references.compactMap { index(of: $0, from: scope(of: field)) } ?? []
        return reads.contains { around(scope(of: $0)).contains(group) }
    }
}

/// Checks the texts of a form that show answers: `{{name}}`.
///
/// Reports names without a field, answers that must not be shown, and options whose labels show each other's choice.
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
        guard let field = scopes.index(inserted: answer.name, from: scope).map({ scopes.fields[$0] }) else {
            return context.unknown("field", answer.name, at: answer.site, allowed: scopes.names(from: scope))
        }
        if field.isSecret {
            context.error("the answer of the secret field \(quoted(field.id)) is never shown", at: answer.site)
        } else if field.kind == .note {
            context.error("\(quoted(field.id)) is a note, which has no answer", at: answer.site)
        }
    }

    /// Reports the first cycle of fields whose options show each other's answers.
    private func reportCircle() {
        let shown = scopes.fields.map { field -> Set<String> in
            guard case .options(let input) = field.input else { return [] }
            return Set(input.options.flatMap(\.label.translations).flatMap { Insertion.names(in: $0.text) })
        }
        let graph = shown.enumerated().map { field, names in
            names.compactMap { scopes.index(inserted: $0, from: scopes.scope(of: field)) }.sorted()
        }
        guard let (circle, names) = scopes.circle(in: graph), let first = circle.first else { return }
        let group = scopes.all[scopes.scope(of: first)].list.number
        let site = context.insertedAnswers.first { $0.group == group && shown[first].contains($0.name) }?.site
        context.error(
            "the options of these fields show each other's answers in a circle: \(names)",
            at: site ?? scopes.site(of: first)
        )
    }
}

/// A directed graph whose nodes are numbers.
enum ReferenceGraph {
    private enum Visit {
        case none, open, finished
    }

    /// The nodes of a cycle in the order of their references, or `nil` if the graph has no cycle.
    ///
    /// Takes time linear in the number of references, and does not recurse, so that a long chain cannot overflow the
    /// stack.
    static func circle(in graph: [[Int]]) -> [Int]? {
        var visits = [Visit](repeating: .none, count: graph.count)
        for start in graph.indices where visits[start] == .none && !graph[start].isEmpty {
            visits[start] = .open
            // The path of the depth-first search: each node with the number of its references that have been followed.
            var path = [(number: start, followed: 0)]
            while let (number, followed) = path.last {
                guard followed < graph[number].count else {
                    visits[number] = .finished
                    path.removeLast()
                    continue
                }
                path[path.count - 1].followed += 1
                let reference = graph[number][followed]
                switch visits[reference] {
                case .none:
                    visits[reference] = .open
                    path.append((reference, 0))
                case .open: return Array(path.map(\.number).drop { $0 != reference })
                case .finished: break
                }
            }
        }
        return nil
    }
}

/// Checks the dependencies between fields: the graph of all fields of the form whose visibility or value reads other
/// fields.
///
/// Reports cycles, and marks a computed field as secret if it reads a secret.
struct DependencyChecks {
    private let context: DecodingContext
    private let scopes: FieldScopes
    /// The fields of the form, followed by those of each group.
    private var nodes: [Node] = []
    /// The index in `nodes` of each scope's first field.
    private let starts: [Int]
    /// For each field the indices in `nodes` of the fields that it reads.
    private var graph: [[Int]] = []

    private struct Node {
        var id: String
        /// The JSON value that the field was read from.
        var site: JSONValue
        var isComputed: Bool
        var isSecret: Bool
        /// The indices of the computed fields that read this one.
        var computedReaders: [Int] = []
    }

    /// Returns `nil` if no field depends on another.
    init?(_ context: DecodingContext, _ scopes: FieldScopes) {
        self.context = context
        self.scopes = scopes
        let isDerived = scopes.all.contains { scope in
            !scope.list.parts.isEmpty
                || scope.fields.contains { $0.visibleWhen != nil || $0.computed != nil || $0.decidingField != nil }
        }
        guard isDerived else { return nil }
        var starts: [Int] = []
        for scope in scopes.all {
            starts.append(nodes.count)
            for (field, site) in zip(scope.fields, scope.list.sites) {
                nodes.append(
                    Node(id: field.id, site: site, isComputed: field.computed != nil, isSecret: field.isSecret)
                )
            }
        }
        self.starts = starts
        for (number, scope) in scopes.all.enumerated() {
            let around = readsOfRows(in: number)
            for (place, field) in scope.fields.enumerated() {
                let reader = starts[number] + place
                // A field that reads itself is reported where it refers to itself.
                func nodes(_ references: [FieldReference]?) -> [Int] {
                    (references ?? []).filter { $0 != .field(field.id) }.compactMap { node($0, from: number) }
                }
                let computed = nodes(field.computed?.references)
                for node in Set(computed) { self.nodes[node].computedReaders.append(reader) }
                var read = Set(computed + nodes(field.visibleWhen?.references))
                read.formUnion(nodes(field.decidingField.map { [.field($0)] }))
                for part in scope.list.parts where scope.list.fieldNumbers(part.elements).contains(place) {
                    read.formUnion(reads(of: part, in: number).filter { $0 != reader })
                }
                graph.append(read.union(around).sorted())
            }
        }
    }

    private func node(_ reference: FieldReference, from scope: Int) -> Int? {
        scopes.place(of: reference, from: scope).map { starts[$0.scope] + $0.field }
    }

    private func reads(of part: ReferenceChecks.Part, in scope: Int) -> [Int] {
        part.condition.references.compactMap { node($0, from: scope) }
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
            let place = scopes.place(of: count, from: outer), !scopes.isCounted(scope, by: place)
        {
            read.insert(starts[place.scope] + place.field)
        }
        return read
    }

    /// Reports the first cycle, at its first field.
    func reportCircle() {
        guard let circle = ReferenceGraph.circle(in: graph), let first = circle.first else { return }
        let site = nodes[first].site
        let names = (circle + [first]).map { quoted(nodes[$0].id) }.joined(separator: " → ")
        let object = site.object
        let decides = object?["input"]?.object?["optionsWhen"] != nil && object?["visibleWhen"] == nil
        let key = nodes[first].isComputed ? "computed" : decides ? "input" : "visibleWhen"
        context.error(
            circle.contains { nodes[$0].isComputed }
                ? "these fields are worked out from each other in a circle: \(names)"
                : "\(key == "input" ? "the options of these fields depend" : "whether these fields are visible depends") on each other in a circle: \(names)",
            at: site.object?[key] ?? site
        )
    }

    /// The fields, in which each computed field that depends on a secret is marked as secret.
    func withSecretComputations() -> FieldScopes {
        var result = scopes
        var waiting = nodes.indices.filter { nodes[$0].isSecret }
        var secrets = Set(waiting)
        while let node = waiting.popLast() {
            for reader in nodes[node].computedReaders where secrets.insert(reader).inserted {
                let scope = starts.lastIndex { $0 <= reader } ?? 0
                result.makeSecret(FieldScopes.Place(scope: scope, field: reader - starts[scope]))
                waiting.append(reader)
            }
        }
        return result
    }
}

extension FieldScopes {
    /// Whether a field that determines the number of a group's rows depends on a value in these rows.
    func isCounted(_ group: Int, by place: Place) -> Bool {
        self[place].computed?.references.contains { reference in
            self.place(of: reference, from: place.scope).map { around($0.scope).contains(group) } ?? false
        } ?? false
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
        guard let field = scopes.place(inserted: answer.name, from: scope).map({ scopes[$0] }) else {
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
            names.compactMap { scopes.place(inserted: $0, from: place.scope).flatMap { numbers[$0] } }.sorted()
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

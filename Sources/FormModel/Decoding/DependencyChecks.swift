/// Checks what fields are worked out from: the graph of the fields whose visibility or whose value reads other fields,
/// over the whole form.
///
/// Reported are circles. A computed field that reads a secret is found to be one itself.
struct DependencyChecks {
    private let context: DecodingContext
    private let structure: FormStructure
    /// The fields of no group, and then those of one group after the other.
    private var nodes: [Node] = []
    /// The places in `nodes` of the fields that each field reads.
    private var graph: [[Int]] = []

    private struct Node {
        var id: String
        /// What the field was read from.
        var site: JSONValue
        var isComputed: Bool
        var isSecret: Bool
        /// The places of the computed fields that read this one.
        var computedReaders: [Int] = []
    }

    /// `nil` if no field is worked out from others.
    ///
    /// - Parameter lists: what the form was read from, and then each of its groups.
    init?(_ context: DecodingContext, _ structure: FormStructure, _ lists: [ElementList]) {
        self.context = context
        self.structure = structure
        let scopes = [structure.fields] + structure.groups.map(\.fields)
        let isDerived = scopes.contains { $0.contains { $0.visibleWhen != nil || $0.computed != nil } }
        guard isDerived || lists.contains(where: { !$0.parts.isEmpty }) else { return nil }
        /// The places of the fields by name, for the form and for each group.
        var places: [[String: Int]] = []
        for (fields, list) in zip(scopes, lists) {
            var named: [String: Int] = [:]
            for (field, site) in zip(fields, list.sites) {
                if named[field.id] == nil { named[field.id] = nodes.count }
                nodes.append(
                    Node(id: field.id, site: site, isComputed: field.computed != nil, isSecret: field.isSecret)
                )
            }
            places.append(named)
        }
        let groups = structure.groups.map(\.id)
        var reader = 0
        for (scope, fields) in scopes.enumerated() {
            let ofGroup = scope == 0 ? [] : structure.groups[scope - 1].visibleWhen?.references ?? []
            for (number, field) in fields.enumerated() {
                defer { reader += 1 }
                func place(_ reference: FieldReference) -> Int? {
                    switch reference {
                    case .field(let name):
                        // A field that names itself is reported where it does.
                        return (places[scope][name] ?? places[0][name]).flatMap { $0 == reader ? nil : $0 }
                    case .column(let group, let name):
                        return groups.firstIndex(of: group).flatMap { places[$0 + 1][name] }
                    }
                }
                let read = Set(field.computed?.references.compactMap(place) ?? [])
                for node in read { nodes[node].computedReaders.append(reader) }
                let parts = lists[scope].parts.lazy.filter { $0.fields.contains(number) }
                let conditions = (field.visibleWhen?.references ?? []) + ofGroup
                graph.append(
                    read.union(conditions.compactMap(place))
                        .union(parts.flatMap(\.condition.references).compactMap(place)).sorted()
                )
            }
        }
    }

    /// Reports the first circle, at its first field.
    func reportCircle() {
        guard let circle = ReferenceGraph.circle(in: graph), let first = circle.first else { return }
        let site = nodes[first].site
        let names = (circle + [first]).map { quoted(nodes[$0].id) }.joined(separator: " → ")
        let key = nodes[first].isComputed ? "computed" : "visibleWhen"
        context.error(
            circle.contains { nodes[$0].isComputed }
                ? "these fields are worked out from each other in a circle: \(names)"
                : "whether these fields are visible depends on each other in a circle: \(names)",
            at: site.object?[key] ?? site
        )
    }

    /// The form with those computed fields secret that tell something about one.
    func withSecretComputations() -> FormStructure {
        var secrets = nodes.map(\.isSecret)
        var waiting = nodes.indices.filter { secrets[$0] }
        var isChanged = false
        while let node = waiting.popLast() {
            for reader in nodes[node].computedReaders where !secrets[reader] {
                secrets[reader] = true
                isChanged = true
                waiting.append(reader)
            }
        }
        guard isChanged else { return structure }
        var result = structure
        var place = 0
        var rowPlace = structure.fields.count
        for element in result.elements.indices {
            switch result.elements[element] {
            case .field(var field):
                field.isSecret = secrets[place]
                result.elements[element] = .field(field)
                place += 1
            case .group(var group):
                for index in group.fields.indices {
                    group.fields[index].isSecret = secrets[rowPlace]
                    rowPlace += 1
                }
                result.elements[element] = .group(group)
            }
        }
        return result
    }
}

/// Numbers that refer to numbers.
enum ReferenceGraph {
    private enum Visit {
        case none, open, finished
    }

    /// The numbers of a circle in the order in which they refer to each other, or `nil` if there is no circle.
    ///
    /// Takes time linear in the references, and no stack for a long chain of them.
    static func circle(in graph: [[Int]]) -> [Int]? {
        var visits = [Visit](repeating: .none, count: graph.count)
        for start in graph.indices where visits[start] == .none && !graph[start].isEmpty {
            visits[start] = .open
            // The path of the search from its start: each number with how many of its references have been followed.
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

/// Checks that the places of values in a submitted document fit together: no value is inside another one, and two
/// values have the same place only if their visibility depends on conditions.
struct DocumentChecks {
    let context: DecodingContext

    private struct Value {
        let path: [String]
        let site: JSONValue
        let isConditional: Bool
    }

    /// Checks the values of a form or of a row, and of the rows inside.
    func run(_ list: ElementList) {
        for row in list.rows { run(row) }
        let values = values(of: list)
        for (value, next) in zip(values, values.dropFirst()) where next.path.starts(with: value.path) {
            let isSame = next.path.count == value.path.count
            if isSame, value.isConditional, next.isConditional { continue }
            let place = quoted("/" + value.path.joined(separator: "/"))
            let problem = isSame ? "is the place of another value" : "is another value, which contains no values"
            context.error("in the document \(place) \(problem)", at: next.site)
        }
        if let value = values.first, value.path.isEmpty, !list.isRow {
            context.error("only a row can be a value", at: value.site)
        }
    }

    /// The values by their places; none if all of them have the usual places, which are distinct.
    private func values(of list: ElementList) -> [Value] {
        let places = list.elements.map(\.document) + list.constants.map(\.document)
        guard places.contains(where: { $0?.path != nil }) else { return [] }
        var values: [Value] = []
        func add(_ id: String, _ document: DocumentPlace?, isConditional: Bool) {
            guard let site = list.known[id] else { return }
            values.append(Value(path: document?.path ?? [id], site: site, isConditional: isConditional))
        }
        for (index, element) in list.elements.enumerated() {
            let isInPart = list.parts.contains { $0.elements.contains(index) }
            switch element {
            case .field(let field):
                guard field.kind != .note else { continue }
                add(field.id, field.document, isConditional: isInPart || field.visibleWhen != nil)
            case .group(let group): add(group.id, group.document, isConditional: isInPart)
            }
        }
        for constant in list.constants { add(constant.id, constant.document, isConditional: false) }
        return values.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    }
}

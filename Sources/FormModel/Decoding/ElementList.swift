/// Elements of a form or of a row while they are read.
struct ElementList {
    /// Whether these are the elements of a row.
    let isRow: Bool
    private(set) var elements: [FormStructure.Element] = []
    /// The number of fields before each element, and behind the last one.
    private var fieldCounts = [0]
    var sections: [FormStructure.Section] = []
    /// The sections that are being read, by their places in `sections`.
    var openSections: [Int] = []
    var constants: [FormStructure.Constant] = []
    /// The values that the fields were read from, without those of groups.
    var sites: [JSONValue] = []
    private(set) var parts: [ReferenceChecks.Part] = []
    /// All names with the values that give them.
    private(set) var names: [(id: String, site: JSONValue)] = []
    /// Where the elements and sections of each name were met first.
    private(set) var known: [String: JSONValue] = [:]

    init(isRow: Bool = false) {
        self.isRow = isRow
    }

    var fields: [FieldDefinition] {
        elements.compactMap { if case .field(let field) = $0 { field } else { nil } }
    }

    /// The places of the elements that a page can name, sections among them.
    var places: [String: Range<Int>] {
        var places: [String: Range<Int>] = [:]
        for section in sections { places[section.id] = section.elements }
        for (place, element) in elements.enumerated().reversed() { places[element.id] = place..<place + 1 }
        return places
    }

    mutating func append(_ field: FieldDefinition, from value: JSONValue, _ context: DecodingContext) {
        note(field.id, at: value.object?["id"] ?? value, context)
        sites.append(value)
        elements.append(.field(field))
        fieldCounts.append(sites.count)
    }

    mutating func append(_ group: GroupDefinition) {
        elements.append(.group(group))
        fieldCounts.append(sites.count)
    }

    /// Lets fields with options stand in a table, unless they say how they would like to be shown.
    mutating func displayAsGrid(from start: Int) {
        for place in elements.indices.dropFirst(start) {
            guard case .field(var field) = elements[place], case .options(var input) = field.input,
                input.display == nil
            else { continue }
            input.display = .grid
            field.input = .options(input)
            elements[place] = .field(field)
        }
    }

    /// Remembers a name, and reports one that exists already.
    mutating func note(_ id: String, at site: JSONValue, _ context: DecodingContext) {
        names.append((id, site))
        if let first = known[id] {
            let place = isRow ? " in this group" : ", at \(first.elementPointer)"
            context.error("the field \(quoted(id)) exists already\(place)", at: site)
        } else {
            known[id] = site
        }
    }

    mutating func addPart(_ condition: Condition?, at value: JSONValue, _ elements: Range<Int>) {
        guard let condition else { return }
        let site = value.object?["visibleWhen"] ?? value
        parts.append(ReferenceChecks.Part(condition: condition, site: site, fields: fieldNumbers(elements)))
    }

    /// The numbers of the fields among some elements, as `sites` counts them.
    private func fieldNumbers(_ range: Range<Int>) -> Range<Int> {
        fieldCounts[range.lowerBound]..<fieldCounts[range.upperBound]
    }
}

extension JSONValue {
    /// The pointer of the element whose name this is.
    var elementPointer: String {
        let pointer = pointer
        return pointer.hasSuffix("/id") ? String(pointer.dropLast(3)) : pointer
    }
}

/// Elements of a form or of a row while they are read.
struct ElementList {
    /// How many groups the elements stand in.
    let depth: Int
    /// The number of the group whose rows these are, as the context counts groups; `nil` for a form.
    let number: Int?
    /// Characters before the names of the elements in the longest name of a row.
    let prefixLength: Int
    /// The elements of the rows of each group, in the order of the groups.
    private(set) var rows: [ElementList] = []
    private(set) var elements: [FormStructure.Element] = []
    /// The number of fields before each element, and behind the last one.
    private var fieldCounts = [0]
    var sections: [FormStructure.Section] = []
    /// The sections that are being read, by their places in `sections`.
    var openSections: [Int] = []
    var constants: [FormStructure.Constant] = []
    /// The value that names the field which counts the group's rows, for findings about it; `nil` if no field does.
    var countSite: JSONValue?
    /// The values that the fields were read from, without those of groups.
    var sites: [JSONValue] = []
    private(set) var parts: [ReferenceChecks.Part] = []
    /// All names with the values that give them.
    private(set) var names: [(id: String, site: JSONValue)] = []
    /// Where the elements and sections of each name were met first.
    private(set) var known: [String: JSONValue] = [:]

    /// A form's.
    init() {
        (depth, number, prefixLength) = (0, nil, 0)
    }

    /// Those of a row.
    init(of group: GroupDefinition, number: Int, in outer: ElementList) {
        depth = outer.depth + 1
        self.number = number
        let row = RowField.Row(group: group.id, number: GroupDefinition.lastRow)
        prefixLength = outer.prefixLength + row.prefix.utf8.count
    }

    var isRow: Bool { depth > 0 }
    var fields: [FieldDefinition] { elements.fields }

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

    mutating func append(_ group: GroupDefinition, _ row: ElementList) {
        elements.append(.group(group))
        rows.append(row)
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
        parts.append(ReferenceChecks.Part(condition: condition, site: site, elements: elements))
    }

    /// The numbers of the fields among some elements, as `sites` counts them. Those of groups do not count.
    func fieldNumbers(_ range: Range<Int>) -> Range<Int> {
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

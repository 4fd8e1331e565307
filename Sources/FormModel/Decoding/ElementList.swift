/// The elements of a form or of a row while they are read.
struct ElementList {
    /// The number of groups that contain the elements.
    let depth: Int
    /// The number of the group whose rows contain these elements, as the context counts groups; `nil` for a form.
    let number: Int?
    /// The maximum length of the row's prefix of the elements' names, in characters.
    let prefixLength: Int
    /// The elements of each group's rows, in the order of the groups.
    private(set) var rows: [ElementList] = []
    private(set) var elements: [FormStructure.Element] = []
    /// The number of fields before each element, and after the last one.
    private var fieldCounts = [0]
    var sections: [FormStructure.Section] = []
    /// The sections that are being read, as indices of `sections`.
    var openSections: [Int] = []
    var constants: [FormStructure.Constant] = []
    /// The JSON value that names the field which determines the number of the group's rows, for diagnostics; `nil` if
    /// there is none.
    var countSite: JSONValue?
    /// The JSON values that the fields were read from, without those in groups.
    var sites: [JSONValue] = []
    private(set) var parts: [ReferenceChecks.Part] = []
    /// All names with the JSON values that contain them.
    private(set) var names: [(id: String, site: JSONValue)] = []
    /// The JSON value in which each name of an element or section occurred first.
    private(set) var known: [String: JSONValue] = [:]

    /// Creates an empty list of a form's elements.
    init() {
        (depth, number, prefixLength) = (0, nil, 0)
    }

    /// Creates an empty list of the elements of a group's rows.
    init(of group: GroupDefinition, number: Int, in outer: ElementList) {
        depth = outer.depth + 1
        self.number = number
        let row = RowField.Row(group: group.id, number: GroupDefinition.lastRow)
        prefixLength = outer.prefixLength + row.prefix.utf8.count
    }

    var isRow: Bool { depth > 0 }
    var fields: [FieldDefinition] { elements.fields }

    /// The ranges of the elements and sections that a page can name.
    var ranges: [String: Range<Int>] {
        var ranges: [String: Range<Int>] = [:]
        for section in sections { ranges[section.id] = section.elements }
        for (index, element) in elements.enumerated().reversed() { ranges[element.id] = index..<index + 1 }
        return ranges
    }

    mutating func append(_ field: FieldDefinition, from value: JSONValue, _ context: DecodingContext) {
        register(field.id, at: value.object?["id"] ?? value, context)
        sites.append(value)
        elements.append(.field(field))
        fieldCounts.append(sites.count)
    }

    mutating func append(_ group: GroupDefinition, _ row: ElementList) {
        elements.append(.group(group))
        rows.append(row)
        fieldCounts.append(sites.count)
    }

    /// Displays fields with options as a grid, unless they have their own `display`.
    mutating func displayAsGrid(from start: Int) {
        for index in elements.indices.dropFirst(start) {
            guard case .field(var field) = elements[index], case .options(var input) = field.input,
                input.display == nil
            else { continue }
            input.display = .grid
            field.input = .options(input)
            elements[index] = .field(field)
        }
    }

    /// Stores a name, and reports it if it already exists.
    mutating func register(_ id: String, at site: JSONValue, _ context: DecodingContext) {
        names.append((id, site))
        if let first = known[id] {
            let location = isRow ? " in this group" : ", at \(first.elementPointer)"
            context.error("the field \(quoted(id)) exists already\(location)", at: site)
        } else {
            known[id] = site
        }
    }

    mutating func addPart(_ condition: Condition?, at value: JSONValue, _ elements: Range<Int>) {
        guard let condition else { return }
        let site = value.object?["visibleWhen"] ?? value
        parts.append(ReferenceChecks.Part(condition: condition, site: site, elements: elements))
    }

    /// The numbers of the fields among a range of elements, as indices of `sites`. Fields in groups do not count.
    func fieldNumbers(_ range: Range<Int>) -> Range<Int> {
        fieldCounts[range.lowerBound]..<fieldCounts[range.upperBound]
    }
}

extension JSONValue {
    /// The pointer to the element whose name this value is.
    var elementPointer: String {
        let pointer = pointer
        return pointer.hasSuffix("/id") ? String(pointer.dropLast(3)) : pointer
    }
}

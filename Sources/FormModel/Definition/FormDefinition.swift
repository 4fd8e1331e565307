/// What a form is: decoded, checked, and never changed again. Sessions share it; one whose rows are others than the
/// first ones has a definition of its own.
package final class FormDefinition: Sendable {
    /// The installed form's name; empty for one that a client sent.
    package let name: String
    package let title: LocalizedText
    /// In the form's order, those of every row that there is.
    package let fields: [FieldDefinition]
    /// Where the field of a name stands in `fields`.
    package let indices: [String: Int]
    /// The plug-in's type that measures the form's texts; nil: the reference metrics.
    package let measurer: TypeReference?
    /// nil: the form is nothing but its fields.
    package let structure: FormStructure?
    /// The numbers of the rows that there are, by group.
    package let rows: [[Int]]
    /// Empty: the form has no pages.
    package let pages: [Page]
    /// The JSON that this was decoded from.
    package let source: String
    /// What the form says in place of the default messages.
    package let messages: FormMessages
    /// Where the JSON of its `styles` stands in the source, in bytes.
    let stylesSource: Range<Int>?

    /// A page with the fields that stand on it now.
    package struct Page: Sendable, Hashable {
        package var title: LocalizedText?
        package var fields: Range<Int>
        /// Whether there is a group on it without rows: the first one is to be added here.
        package var hasEmptyGroup: Bool
    }

    package convenience init(
        name: String,
        title: LocalizedText,
        fields: [FieldDefinition],
        measurer: TypeReference? = nil,
        source: String,
        messages: FormMessages = FormMessages(),
        stylesSource: Range<Int>? = nil
    ) {
        self.init(
            name: name,
            title: title,
            fields: fields,
            measurer: measurer,
            structure: nil,
            rows: [],
            starts: [],
            source: source,
            messages: messages,
            stylesSource: stylesSource
        )
    }

    /// A form with groups or pages.
    /// - Parameters:
    ///   - rows: the numbers of the rows that there are, by group; nil: the first ones.
    ///   - other: the same form with other rows: those that it has are taken from there.
    package convenience init(
        name: String,
        title: LocalizedText,
        structure: FormStructure,
        rows: [[Int]]? = nil,
        like other: FormDefinition? = nil,
        measurer: TypeReference? = nil,
        source: String,
        messages: FormMessages = FormMessages(),
        stylesSource: Range<Int>? = nil
    ) {
        let rows = rows ?? structure.firstRows
        var fields: [FieldDefinition] = []
        var starts: [Int] = []
        var group = 0
        // Where the other form's rows of the group begin.
        var place = 0
        for element in structure.elements {
            starts.append(fields.count)
            switch element {
            case .field(let field):
                fields.append(field)
                place += 1
            case .group(let definition):
                let size = definition.fields.count
                let known = other.map { Dictionary($0.rows[group].enumerated().map { ($1, $0) }) { $1 } } ?? [:]
                for row in rows.indices.contains(group) ? rows[group] : [] {
                    if let other, let number = known[row] {
                        fields += other.fields[place + number * size..<place + (number + 1) * size]
                    } else {
                        fields += definition.fields(ofRow: row)
                    }
                }
                place += known.count * size
                group += 1
            }
        }
        starts.append(fields.count)
        self.init(
            name: name,
            title: title,
            fields: fields,
            measurer: measurer,
            structure: structure,
            rows: rows,
            starts: starts,
            source: source,
            messages: messages,
            stylesSource: stylesSource
        )
    }

    /// - Parameter starts: where in `fields` those of each of the structure's elements begin, and where the last one's end.
    private init(
        name: String,
        title: LocalizedText,
        fields: [FieldDefinition],
        measurer: TypeReference?,
        structure: FormStructure?,
        rows: [[Int]],
        starts: [Int],
        source: String,
        messages: FormMessages,
        stylesSource: Range<Int>?
    ) {
        self.measurer = measurer
        self.messages = messages
        self.stylesSource = stylesSource
        self.name = name
        self.title = title
        self.fields = fields
        self.source = source
        self.structure = structure
        self.rows = rows
        pages = (structure?.pages ?? []).map { page in
            Page(
                title: page.title,
                fields: starts[page.elements.lowerBound]..<starts[page.elements.upperBound],
                hasEmptyGroup: page.elements.contains { starts[$0] == starts[$0 + 1] }
            )
        }
        var indices: [String: Int] = [:]
        indices.reserveCapacity(fields.count)
        for index in fields.indices.reversed() { indices[fields[index].id] = index }
        self.indices = indices
    }
}

extension FormDefinition {
    /// The same form with other rows; a form without groups is itself.
    package func with(rows: [[Int]]) -> FormDefinition {
        guard let structure else { return self }
        return FormDefinition(
            name: name,
            title: title,
            structure: structure,
            rows: rows,
            like: self,
            measurer: measurer,
            source: source,
            messages: messages,
            stylesSource: stylesSource
        )
    }

    /// How many fields there can be, whatever rows are added.
    package var maximumFieldCount: Int {
        guard let structure else { return fields.count }
        return structure.elements.reduce(0) { sum, element in
            switch element {
            case .field: sum + 1
            case .group(let group): sum + group.maximum * group.fields.count
            }
        }
    }

    /// The page that a field stands on; nil: the form has none.
    package func page(ofField index: Int) -> Int? {
        pages.firstIndex { $0.fields.contains(index) }
    }
}

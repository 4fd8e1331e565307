package import FormModel

/// What an importer collects while it reads a source: identifiers, the places of the elements, and what is left out.
package struct FormSketch {
    package private(set) var omissions: [ImportOmission] = []
    private var places: [String: String] = [:]
    private var names = ImportedNames()
    /// How many more options may be written, so that a small source does not become a large form.
    private var optionBudget = 2 * DefinitionLimits.options

    /// - Parameter omissions: what was left out before.
    package init(omissions: [ImportOmission] = []) {
        self.omissions = omissions
    }

    /// The number of characters of an identifier that are reserved for a number and for names of parts.
    package static let room = 12

    /// An identifier for an element, as similar to its name as possible.
    ///
    /// - Parameters:
    ///   - place: where the source describes the element.
    ///   - group: the identifiers of the groups around the element, each with a point behind it.
    package mutating func identifier(for name: String, at place: String, in group: String = "") -> String {
        // The names of group and field together are an identifier, too.
        let id = names.identifier(for: name, room: min(40, Self.room + group.utf8.count))
        places[group + id] = place
        return id
    }

    /// - Parameter isUnused: whether the part has no effect in the source either.
    package mutating func omit(_ place: String, _ reason: String, isUnused: Bool = false) {
        omissions.append(ImportOmission(place: place, reason: reason, isUnused: isUnused))
    }

    /// Whether the form has room for more options. If so, counts them, otherwise reports the place.
    package mutating func affords(options count: Int, at place: String) -> Bool {
        guard count <= optionBudget else {
            omit(place, "the source has more choices than a form can keep")
            return false
        }
        optionBudget -= count
        return true
    }

    /// Throws `NoForm` if the form has no elements.
    package func finished(_ form: [JSONText.Member], decoder: DefinitionDecoder) throws(NoForm) -> FinishedForm {
        try FinishedForm(.object(form), omissions, decoder: decoder) { element, _ in places[element] }
    }
}

/// An element of a form with its identifier.
package struct SketchedElement {
    package let id: String
    package let json: JSONText

    package init(_ id: String, _ members: [JSONText.Member]) {
        self.id = id
        json = .object([.init("id", .string(id))] + members)
    }
}

extension [JSONText.Member] {
    /// Appends a member unless there is no value.
    package mutating func add(_ key: String, _ value: JSONText?) {
        if let value { append(JSONText.Member(key, value)) }
    }

    /// Appends a member if the condition holds.
    package mutating func add(_ key: String, _ value: JSONText = true, if isThere: Bool) {
        if isThere { append(JSONText.Member(key, value)) }
    }
}

/// The parts of definitions that all importers write.
extension JSONText {
    /// An input with options.
    package static func options(
        _ options: [JSONText],
        isSeveral: Bool = false,
        display: String? = nil,
        _ more: [Member] = []
    ) -> JSONText {
        var input: [Member] = [.init("type", "options"), .init("options", .array(options))]
        input.add("multiple", if: isSeveral)
        input += more
        input.add("display", display.map(JSONText.string))
        return .object(input)
    }

    /// A placeholder that is shown while the field is empty.
    package static func placeholders(_ text: JSONText) -> JSONText { [["service": "native", "text": text]] }

    /// A condition that never holds, for what nobody sees.
    package static let never: JSONText = ["computed": 0, "greater": 0]

    /// A condition on one field.
    package static func test(_ field: String, _ name: String, _ operand: JSONText) -> JSONText {
        .object([.init("field", .string(field)), .init(name, operand)])
    }
}

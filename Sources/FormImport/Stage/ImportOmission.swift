/// A part of an imported text, such as a schema, that the form does not contain.
package struct ImportOmission: Sendable, Hashable, CustomStringConvertible {
    /// The place of the part: a JSON Pointer into the imported text, `ui:` and a pointer into a UI schema, or a cell of
    /// a sheet.
    package var place: String
    package var reason: String
    /// Whether the part has no effect in the source either, such as a list of choices that no question has.
    package var isUnused: Bool

    package var description: String { "\(place): \(reason)" }

    package init(place: String, reason: String, isUnused: Bool = false) {
        self.place = place
        self.reason = reason
        self.isUnused = isUnused
    }
}

/// No form can be made from the imported text.
package struct NoForm: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}

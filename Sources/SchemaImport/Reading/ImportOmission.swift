/// A part of what a form is made of, such as a schema, that the form says nothing of.
package struct ImportOmission: Sendable, Hashable, CustomStringConvertible {
    /// Where the part stands: a JSON Pointer into the text that is imported, a pointer into a UI schema behind `ui:`, or a
    /// cell of a sheet.
    package var place: String
    package var reason: String

    package var description: String { "\(place): \(reason)" }

    package init(place: String, reason: String) {
        self.place = place
        self.reason = reason
    }
}

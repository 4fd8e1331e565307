import FormModel

/// A group as a client sees it.
package struct GroupReading: Sendable, Hashable {
    package var id: String
    /// What a row is called.
    package var label: String
    /// The rows' numbers, in their order.
    package var rows: [Int]
    package var minimum: Int
    package var maximum: Int
}

extension Form {
    /// In the form's order.
    package var groups: [GroupReading] {
        zip(compiled.definition.structure?.groups ?? [], compiled.definition.rows).map { group, rows in
            GroupReading(
                id: group.id,
                label: group.label?.text(in: session.locale) ?? "",
                rows: rows,
                minimum: group.minimum,
                maximum: group.maximum
            )
        }
    }
}

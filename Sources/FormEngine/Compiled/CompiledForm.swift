package import FormModel

/// A definition with its formatters and rules made: built once, shared by every session of the form.
package final class CompiledForm: Sendable {
    package let definition: FormDefinition
    let types: FormTypes
    let fields: [CompiledField]
    let hasPages: Bool
    /// Whether what the form says depends on the day.
    package let asksForToday: Bool

    /// Throws `invalidArgument` when a formatter or a rule cannot be made; the message names the field.
    package init(_ definition: FormDefinition, types: FormTypes = .builtIn) throws(FormError) {
        self.definition = definition
        self.types = types
        var fields: [CompiledField] = []
        fields.reserveCapacity(definition.fields.count)
        let (starts, ends) = Self.edges(of: definition)
        for (index, field) in definition.fields.enumerated() {
            do {
                fields.append(
                    try CompiledField(
                        field,
                        index: index,
                        indices: definition.indices,
                        types: types,
                        ends: (ends.contains(index), starts.contains(index))
                    )
                )
            } catch {
                throw FormError(.invalidArgument, "field \(field.id): \(error)")
            }
        }
        hasPages = !definition.pages.isEmpty
        self.fields = fields
        asksForToday = definition.fields.contains { if case .date = $0.input { true } else { false } }
    }

    /// The first and the last field of each page.
    private static func edges(of definition: FormDefinition) -> (starts: Set<Int>, ends: Set<Int>) {
        let pages = definition.pages.map(\.fields).filter { !$0.isEmpty }
        return (Set(pages.map(\.lowerBound)), Set(pages.map { $0.upperBound - 1 }))
    }

    /// The same form with other rows, for one session. Costs what compiling the whole form does: rows come and go by
    /// hand.
    func with(rows: [[Int]]) throws(FormError) -> CompiledForm {
        try CompiledForm(definition.with(rows: rows), types: types)
    }

    /// Throws `unknownField`.
    func index(of id: String) throws(FormError) -> Int {
        guard let index = definition.indices[id] else {
            throw FormError(.unknownField, "the form has no field \"\(id)\"")
        }
        return index
    }
}

package import FormModel

/// A definition with its formatters and rules made: built once, shared by every session of the form.
package final class CompiledForm: Sendable {
    package let definition: FormDefinition
    let types: FormTypes
    let fields: [CompiledField]
    /// Whether what the form says depends on the day.
    package let asksForToday: Bool

    /// Throws `invalidArgument` when a formatter or a rule cannot be made; the message names the field.
    package init(_ definition: FormDefinition, types: FormTypes = .builtIn) throws(FormError) {
        self.definition = definition
        self.types = types
        var fields: [CompiledField] = []
        fields.reserveCapacity(definition.fields.count)
        for (index, field) in definition.fields.enumerated() {
            do {
                fields.append(try CompiledField(field, index: index, indices: definition.indices, types: types))
            } catch {
                throw FormError(.invalidArgument, "field \(field.id): \(error)")
            }
        }
        self.fields = fields
        asksForToday = definition.fields.contains { if case .date = $0.input { true } else { false } }
    }

    /// Throws `unknownField`.
    func index(of id: String) throws(FormError) -> Int {
        guard let index = definition.indices[id] else {
            throw FormError(.unknownField, "the form has no field \"\(id)\"")
        }
        return index
    }
}

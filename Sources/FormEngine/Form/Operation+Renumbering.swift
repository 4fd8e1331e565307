package import FormModel

extension Operation {
    /// The same operation where fields have other numbers. Throws `unknownField` for a field that is gone.
    package func renumbered(from old: FormDefinition, to new: FormDefinition) throws(FormError) -> Operation {
        guard old !== new, case .field(let index, let operation) = self, old.fields.indices.contains(index) else {
            return self
        }
        let name = old.fields[index].id
        guard let number = new.indices[name] else {
            throw FormError(.unknownField, "the form has no field \"\(name)\" any more")
        }
        return .field(number, operation)
    }
}

import FormModel

extension Form {
    /// A form with the rows that initial values name, besides the first ones. Throws `limitExceeded`.
    static func compiled(
        _ compiled: CompiledForm,
        withRowsFor values: [String: String]
    ) throws(FormError) -> CompiledForm {
        guard let structure = compiled.definition.structure, !values.isEmpty else { return compiled }
        var rows = compiled.definition.rows
        for (place, group) in structure.groups.enumerated() {
            let named = Set(values.keys.compactMap(group.row(ofField:))).union(rows[place])
            guard named.count <= group.maximum else {
                let count = "the values name \(named.count) rows of the group \(group.id)"
                throw FormError(.limitExceeded, "\(count); its maximum is \(group.maximum)")
            }
            rows[place] = named.sorted()
        }
        return rows == compiled.definition.rows ? compiled : try compiled.with(rows: rows).form
    }
}

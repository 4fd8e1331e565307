package import FormModel

/// A definition with its formatters and rules made: built once, shared by every session of the form.
package final class CompiledForm: Sendable {
    package let definition: FormDefinition
    let types: FormTypes
    let fields: [CompiledField]
    /// Whether a transaction may need a plug-in's answer.
    let asksPlugins: Bool
    /// Which fields' rules a plug-in judges by this field, too.
    let dependants: [Int: [Int]]
    let hasPages: Bool
    /// Whether what the form says depends on the day.
    package let asksForToday: Bool
    let dependencies: FormDependencies

    /// Throws `invalidArgument` when a formatter or a rule cannot be made; the message names the field.
    package init(_ definition: FormDefinition, types: FormTypes = .builtIn) throws(FormError) {
        self.definition = definition
        self.types = types
        let measurer = definition.measurer.flatMap(types.makeMeasurer)
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
                        measurer,
                        formOrder: CompiledNeighbours(
                            next: ends.contains(index) ? .field(nil) : .formOrder,
                            previous: starts.contains(index) ? .field(nil) : .formOrder
                        )
                    )
                )
            } catch {
                throw FormError(.invalidArgument, "field \(field.id): \(error)")
            }
        }
        hasPages = !definition.pages.isEmpty
        self.fields = fields
        asksPlugins = measurer != nil || fields.contains(where: \.asksPlugins)
        dependants = Self.dependants(of: fields, definition.indices)
        asksForToday = fields.contains { field in
            if case .date = field.definition.input { true } else { field.formatter?.asksForToday ?? false }
        }
        dependencies = FormDependencies(definition)
    }

    private static func dependants(of fields: [CompiledField], _ indices: [String: Int]) -> [Int: [Int]] {
        var dependants: [Int: [Int]] = [:]
        for field in fields where field.asksPlugins {
            for case let judge as PluginRuleJudge in field.rules.map(\.judge) {
                for index in judge.fields.compactMap({ indices[$0] }) where index != field.index {
                    dependants[index, default: []].append(field.index)
                }
            }
        }
        return dependants
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

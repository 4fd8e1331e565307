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
    package convenience init(_ definition: FormDefinition, types: FormTypes = .builtIn) throws(FormError) {
        var types = types
        types.patterns = PatternCache()
        try self.init(definition, types: types, like: nil)
    }

    /// - Parameter other: the same form with other rows, and each of its fields' number in this one: what the fields that
    ///   both have are made of is taken from there.
    private init(
        _ definition: FormDefinition,
        types: FormTypes,
        like other: (form: CompiledForm, numbers: [Int?])?
    ) throws(FormError) {
        self.definition = definition
        self.types = types
        let measurer = definition.measurer.flatMap(types.makeMeasurer)
        var fields: [CompiledField] = []
        fields.reserveCapacity(definition.fields.count)
        let (starts, ends) = Self.edges(of: definition)
        var known = [CompiledField?](repeating: nil, count: definition.fields.count)
        if let other {
            for (field, number) in zip(other.form.fields, other.numbers) { number.map { known[$0] = field } }
        }
        for index in definition.fields.indices {
            let formOrder = CompiledNeighbours(
                next: ends.contains(index) ? .field(nil) : .formOrder,
                previous: starts.contains(index) ? .field(nil) : .formOrder
            )
            if let other, let field = known[index] {
                fields.append(
                    CompiledField(field, movedTo: index, indices: definition.indices, formOrder: formOrder) {
                        // What a field reads stands in the same row, or in none: where the one is the other is.
                        other.numbers[$0] ?? 0
                    }
                )
                continue
            }
            do {
                fields.append(
                    try CompiledField(
                        definition.fields[index],
                        index: index,
                        indices: definition.indices,
                        types: types,
                        measurer,
                        formOrder: formOrder
                    )
                )
            } catch {
                throw FormError(.invalidArgument, "field \(definition.fields[index].id): \(error)")
            }
        }
        hasPages = !definition.pages.isEmpty
        self.fields = fields
        asksPlugins = measurer != nil || fields.contains(where: \.asksPlugins)
        dependants = Self.dependants(of: fields, definition.indices)
        asksForToday = fields.contains { field in
            if case .date = field.definition.input { true } else { field.formatter?.asksForToday ?? false }
        }
        dependencies = FormDependencies(fields)
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

    /// The same form with other rows, for one session, and each field's number there; nil: it is gone. Only what is new
    /// is compiled.
    func with(rows: [[Int]]) throws(FormError) -> (form: CompiledForm, numbers: [Int?]) {
        let new = definition.with(rows: rows)
        let numbers = definition.fields.indices.map { new.indices[definition.fields[$0].id] }
        return (try CompiledForm(new, types: types, like: (self, numbers)), numbers)
    }

    /// Throws `unknownField`.
    func index(of id: String) throws(FormError) -> Int {
        guard let index = definition.indices[id] else {
            throw FormError(.unknownField, "the form has no field \"\(id)\"")
        }
        return index
    }
}

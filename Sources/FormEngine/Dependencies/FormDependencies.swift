import FormModel

/// Which fields have to be asked again when another one has changed: known from the definition, so that a key costs what
/// depends on its field and nothing else.
struct FormDependencies: Sendable {
    /// Whose visibility reads a field.
    let visibility: ReaderTable
    /// Whose availability or obligation reads it. Nothing depends on those in turn.
    let duties: ReaderTable
    /// Whose rules read it.
    let rules: ReaderTable
    /// For each field a number that is greater than those of the fields that its visibility reads; empty without
    /// conditions on visibility.
    let ranks: [Int32]
    let hasConditions: Bool
    /// Which fields have nothing to say of a text but whether it equals another field's; empty without rules that read.
    let comparisons: [Bool]

    var isEmpty: Bool { !hasConditions && rules.isEmpty }

    init(_ fields: [CompiledField]) {
        var visibility: [(read: Int, reader: Int)] = []
        var duties: [(read: Int, reader: Int)] = []
        var rules: [(read: Int, reader: Int)] = []
        var hasConditions = false
        var comparisons: [Bool] = []
        for (reader, field) in fields.enumerated() {
            func add(_ indices: [Int], to pairs: inout [(read: Int, reader: Int)]) {
                let distinct = indices.count > 1 ? Array(Set(indices)) : indices
                for index in distinct where index != reader { pairs.append((index, reader)) }
            }
            if let conditions = field.conditions {
                hasConditions = true
                add(conditions.visible?.fields ?? [], to: &visibility)
                add((conditions.enabled?.fields ?? []) + (conditions.required?.fields ?? []), to: &duties)
            }
            let others = field.rules.compactMap(\.other)
            guard !others.isEmpty else { continue }
            add(others, to: &rules)
            if comparisons.isEmpty { comparisons = Array(repeating: false, count: fields.count) }
            comparisons[reader] = field.onlyCompares
        }
        let count = fields.count
        self.comparisons = comparisons
        self.hasConditions = hasConditions
        self.visibility = ReaderTable(visibility, count: count)
        self.duties = ReaderTable(duties, count: count)
        self.rules = ReaderTable(rules, count: count)
        ranks = visibility.isEmpty ? [] : Self.ranks(visibility, self.visibility, count: count)
    }

    /// Fields are numbered when all that they read are. Those of a circle, which the decoder refuses, come last.
    private static func ranks(
        _ pairs: [(read: Int, reader: Int)],
        _ table: ReaderTable,
        count: Int
    ) -> [Int32] {
        var missing = [Int32](repeating: 0, count: count)
        for pair in pairs { missing[pair.reader] += 1 }
        var ready = missing.indices.filter { missing[$0] == 0 }
        var ranks = [Int32](repeating: Int32(count), count: count)
        var next = 0
        while next < ready.count {
            let field = ready[next]
            ranks[field] = Int32(next)
            next += 1
            for reader in table.readers(of: field) {
                missing[Int(reader)] -= 1
                if missing[Int(reader)] == 0 { ready.append(Int(reader)) }
            }
        }
        return ranks
    }
}

extension CompiledField {
    /// Whether its one rule, a comparison with another field, decides alone whether a text passes.
    fileprivate var onlyCompares: Bool {
        guard rules.count == 1, case .equals = definition.rules[0].kind, definition.rules[0].severity == .error else {
            return false
        }
        return !hasFormatter && !hasPicker && !trims && !isRequired && conditions?.required == nil && maxLength == nil
            && !rules[0].judgesEmptyText
    }
}

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

    var isEmpty: Bool { !hasConditions && rules.isEmpty }

    init(_ definition: FormDefinition) {
        var visibility: [(read: Int, reader: Int)] = []
        var duties: [(read: Int, reader: Int)] = []
        var rules: [(read: Int, reader: Int)] = []
        for (reader, field) in definition.fields.enumerated() {
            func add(_ names: [String]?, to pairs: inout [(read: Int, reader: Int)]) {
                for index in Set((names ?? []).compactMap { definition.indices[$0] }) where index != reader {
                    pairs.append((index, reader))
                }
            }
            if field.visibleWhen != nil { add(field.visibleWhen?.fields, to: &visibility) }
            if field.enabledWhen != nil || field.requiredWhen != nil {
                add((field.enabledWhen?.fields ?? []) + (field.requiredWhen?.fields ?? []), to: &duties)
            }
            if field.rules.contains(where: { $0.otherField != nil }) {
                add(field.rules.compactMap(\.otherField), to: &rules)
            }
        }
        let count = definition.fields.count
        self.visibility = ReaderTable(visibility, count: count)
        self.duties = ReaderTable(duties, count: count)
        self.rules = ReaderTable(rules, count: count)
        hasConditions = definition.fields.contains {
            $0.visibleWhen != nil || $0.enabledWhen != nil || $0.requiredWhen != nil
        }
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

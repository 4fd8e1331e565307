import FormModel

/// Which fields have to be asked again when another one has changed: known from the definition, so that a key costs what
/// depends on its field and nothing else.
struct FormDependencies: Sendable {
    /// Whose visibility reads a field. Conditional parts of the form follow the fields in the numbering: they are read by the
    /// fields that stand in them.
    let visibility: ReaderTable
    /// Whose `enabledWhen` or `requiredWhen` reads a field. Nothing depends on those in turn.
    let duties: ReaderTable
    /// Whose rules compare with a field.
    let rules: ReaderTable
    /// Whose plug-in rules are told a field's value.
    let pluginRules: ReaderTable
    /// For each field and part a number that is greater than those of all that its visibility reads; empty without conditions
    /// on visibility.
    let ranks: [Int32]
    let hasConditions: Bool

    var isEmpty: Bool { !hasConditions && rules.isEmpty && pluginRules.isEmpty }

    init(_ fields: [FieldPlace], _ parts: [Placement.Part]) {
        var visibility = ReaderTable.Pairs()
        var duties = ReaderTable.Pairs()
        var rules = ReaderTable.Pairs()
        var pluginRules = ReaderTable.Pairs()
        var hasConditions = !parts.isEmpty
        for field in fields where !field.reads.isEmpty {
            if let conditions = field.plan.conditions {
                hasConditions = true
                visibility.add(conditions.visible?.fields ?? [], readBy: field)
                duties.add((conditions.enabled?.fields ?? []) + (conditions.required?.fields ?? []), readBy: field)
            }
            rules.add(field.plan.rules.compactMap(\.other), readBy: field)
            pluginRules.add(field.plan.rules.flatMap { $0.plugin?.fields ?? [] }, readBy: field)
        }
        for (number, part) in parts.enumerated() {
            let node = fields.count + number
            for field in part.fields { visibility.add(field, reading: node) }
            for read in Set(part.reads.compactMap(\.self)) { visibility.add(node, reading: read) }
        }
        let (count, nodes) = (fields.count, fields.count + parts.count)
        self.hasConditions = hasConditions
        self.visibility = ReaderTable(visibility, count: nodes)
        self.duties = ReaderTable(duties, count: count)
        self.rules = ReaderTable(rules, count: count)
        self.pluginRules = ReaderTable(pluginRules, count: count)
        ranks = visibility.all.isEmpty ? [] : self.visibility.ranks(count: nodes)
    }
}

/// For each field the fields that read it, in the form's order.
struct ReaderTable: Sendable {
    /// Which field is read, and which one reads it; the readers ascending.
    struct Pairs {
        fileprivate(set) var all: [(read: Int, reader: Int)] = []

        /// - Parameter places: places in the plan's `reads`.
        mutating func add(_ places: [Int], readBy field: FieldPlace) {
            for read in Set(places.compactMap { field.reads[$0] }) where read != field.index {
                all.append((read, field.index))
            }
        }

        mutating func add(_ reader: Int, reading node: Int) { all.append((node, reader)) }
    }

    /// Where each field's readers begin in `readers`; empty if no field reads another one.
    private let starts: [Int32]
    private let readers: [Int32]

    init(_ pairs: Pairs, count: Int) {
        guard !pairs.all.isEmpty else {
            starts = []
            readers = []
            return
        }
        var starts = [Int32](repeating: 0, count: count + 1)
        for pair in pairs.all { starts[pair.read + 1] += 1 }
        for index in 1...count { starts[index] += starts[index - 1] }
        var places = starts
        var readers = [Int32](repeating: -1, count: pairs.all.count)
        for pair in pairs.all {
            readers[Int(places[pair.read])] = Int32(pair.reader)
            places[pair.read] += 1
        }
        self.starts = starts
        self.readers = readers
    }

    var isEmpty: Bool { readers.isEmpty }

    func readers(of field: Int) -> ArraySlice<Int32> {
        starts.isEmpty ? [] : readers[Int(starts[field])..<Int(starts[field + 1])]
    }

    /// Numbers the fields so that each has a greater number than those that it reads. Fields of a circle, which the decoder
    /// refuses, come last.
    fileprivate func ranks(count: Int) -> [Int32] {
        var missing = [Int32](repeating: 0, count: count)
        for reader in readers { missing[Int(reader)] += 1 }
        var ready = missing.indices.filter { missing[$0] == 0 }
        var ranks = [Int32](repeating: Int32(count), count: count)
        var next = 0
        while next < ready.count {
            let field = ready[next]
            ranks[field] = Int32(next)
            next += 1
            for reader in readers(of: field) {
                missing[Int(reader)] -= 1
                if missing[Int(reader)] == 0 { ready.append(Int(reader)) }
            }
        }
        return ranks
    }
}

/// Fields that wait to be looked at, lowest rank first, each once.
struct RankedQueue {
    /// Ranks and fields, descending, so that the next one is taken from the end.
    private var waiting: [(rank: Int32, field: Int32)] = []

    mutating func insert(_ field: Int32, rank: Int32) {
        let entry = (rank, field)
        var low = 0
        var high = waiting.count
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle] > entry { low = middle + 1 } else { high = middle }
        }
        guard low == waiting.count || waiting[low] != entry else { return }
        waiting.insert(entry, at: low)
    }

    mutating func popFirst() -> Int? {
        waiting.popLast().map { Int($0.field) }
    }
}

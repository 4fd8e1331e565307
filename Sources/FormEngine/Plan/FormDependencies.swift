import FormModel

/// The fields that must be evaluated again after a change of another field. The dependencies are derived from the
/// definition, so the cost of a key depends only on the readers of its field.
///
/// Fields and conditional parts of the form share one numbering, in which the parts come last. A field in a conditional
/// part reads the part.
final class FormDependencies: Sendable {
    /// The readers of a field or a part in visibility conditions and computations.
    let values: ReaderTable
    /// The readers of a field in `enabledWhen` and `requiredWhen`. Nothing else depends on these conditions.
    let enabledAndRequired: ReaderTable
    /// The readers of a field in rules.
    let rules: ReaderTable
    /// The readers of a field in plug-in rules.
    let pluginRules: ReaderTable
    /// The readers of a field's answer in texts.
    let texts: ReaderTable
    /// Whether any field has texts with styles or answers.
    let hasTexts: Bool
    /// For each field and part a rank that is higher than those of all fields and parts that its visibility and its
    /// value read; empty if there are none.
    let ranks: [Int32]
    /// Whether any field is computed, or any field or part has a condition.
    let derivesFields: Bool
    /// The fields and parts that read columns, which change when rows are added or removed.
    let columnReaders: [Int]
    /// The fields and parts whose value or conditions depend on the date.
    let dayReaders: [Int]

    var isEmpty: Bool { !derivesFields && rules.isEmpty && pluginRules.isEmpty }

    init(_ fields: [FieldPlace], _ parts: [Placement.Part]) {
        var values = ReaderTable.Pairs()
        var enabledAndRequired = ReaderTable.Pairs()
        var rules = ReaderTable.Pairs()
        var pluginRules = ReaderTable.Pairs()
        var texts = ReaderTable.Pairs()
        var derivesFields = !parts.isEmpty
        var columnReaders: [Int] = []
        var dayReaders: [Int] = []
        for field in fields {
            let plan = field.plan
            if plan.computed?.asksForToday == true || plan.conditions?.asksForToday == true {
                dayReaders.append(field.index)
            }
            if let computed = plan.computed {
                derivesFields = true
                var places = ReadPlaces()
                computed.collect(&places)
                values.add(places, of: field, readBy: field.index)
            }
            guard !field.reads.isEmpty || !field.columns.isEmpty else { continue }
            if !field.columns.isEmpty { columnReaders.append(field.index) }
            if let conditions = plan.conditions {
                derivesFields = true
                if let visible = conditions.visible { values.add(visible.reads, of: field, readBy: field.index) }
                for condition in [conditions.enabled, conditions.required] {
                    if let condition { enabledAndRequired.add(condition.reads, of: field, readBy: field.index) }
                }
            }
            texts.add(ReadPlaces(fields: plan.textReads), of: field, readBy: field.index)
            for rule in plan.rules {
                rules.add(rule.reads, of: field, readBy: field.index)
                let told = ReadPlaces(fields: rule.plugin?.fields ?? [])
                pluginRules.add(told, of: field, readBy: field.index)
            }
        }
        for (number, part) in parts.enumerated() {
            let node = fields.count + number
            for field in part.fields { values.add(field, reading: node) }
            let condition = part.plan.condition
            values.add(condition.reads, of: part, readBy: node)
            if !part.columns.isEmpty { columnReaders.append(node) }
            if condition.asksForToday { dayReaders.append(node) }
        }
        let (count, nodes) = (fields.count, fields.count + parts.count)
        self.derivesFields = derivesFields
        self.columnReaders = columnReaders
        self.dayReaders = dayReaders
        self.values = ReaderTable(values, count: nodes)
        self.enabledAndRequired = ReaderTable(enabledAndRequired, count: count)
        self.texts = ReaderTable(texts, count: count)
        hasTexts = fields.contains { $0.plan.texts != nil || !$0.plan.messageAnswers.isEmpty }
        self.rules = ReaderTable(rules, count: count)
        self.pluginRules = ReaderTable(pluginRules, count: count)
        ranks = values.all.isEmpty ? [] : self.values.ranks(count: nodes)
    }
}

extension Placement {
    /// The fields whose values are computed from a field, directly or through other fields.
    func fields(computedFrom index: Int) -> Set<Int> {
        var (found, next) = (Set<Int>(), [index])
        while let read = next.popLast() {
            for reader in dependencies.values.readers(of: read).map(Int.init) where reader < fields.count {
                let field = fields[reader]
                var places = ReadPlaces()
                field.plan.computed?.collect(&places)
                // A visibility condition may be the only reader.
                let isOperand =
                    places.fields.contains { field.reads[$0] == read }
                    || places.columns.contains { field.columns[$0].contains(read) }
                if isOperand, found.insert(reader).inserted { next.append(reader) }
            }
        }
        return found
    }
}

/// For each field the fields that read it, in the form's order.
struct ReaderTable: Sendable {
    /// Pairs of a field and its reader. Readers must be added in ascending order.
    struct Pairs {
        fileprivate(set) var all: [(read: Int, reader: Int)] = []

        /// - Parameter places: the references that are read.
        mutating func add(_ places: ReadPlaces, of reader: some FieldReader, readBy node: Int) {
            var read = Set(places.fields.compactMap { reader.reads[$0] })
            for column in places.columns { read.formUnion(reader.columns[column]) }
            for read in read where read != node { all.append((read, node)) }
        }

        mutating func add(_ reader: Int, reading node: Int) { all.append((node, reader)) }
    }

    /// The index in `readers` of each field's first reader; empty if there are no readers.
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

    /// Ranks the fields so that each has a higher rank than those that it reads. Fields of a circle, which the decoder
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

/// Fields waiting for evaluation, the lowest rank first, without duplicates.
struct RankedQueue {
    /// Ranks and fields in descending order, so that the next one is removed at the end.
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

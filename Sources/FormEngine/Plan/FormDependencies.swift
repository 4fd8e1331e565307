import FormModel

/// Which fields have to be asked again when another one has changed: known from the definition, so that a key costs what
/// depends on its field and nothing else.
struct FormDependencies: Sendable {
    /// Whose visibility or computed value reads a field.
    let values: ReaderTable
    /// Whose `enabledWhen` or `requiredWhen` reads a field. Nothing depends on those in turn.
    let duties: ReaderTable
    /// Whose rules read a field.
    let rules: ReaderTable
    /// Whose plug-in rules are told a field's value.
    let pluginRules: ReaderTable
    /// For each field a number that is greater than those of the fields that its visibility and its value read; empty if
    /// no field's do.
    let ranks: [Int32]
    /// Whether a field is computed or has conditions.
    let derivesFields: Bool
    /// The computed fields, and those with rules, that read columns: rows that come or go change what they read.
    let columnReaders: [Int]
    /// The fields whose value or conditions depend on the day.
    let dayReaders: [Int]

    var isEmpty: Bool { !derivesFields && rules.isEmpty && pluginRules.isEmpty }

    init(_ fields: [FieldPlace]) {
        var values = ReaderTable.Pairs()
        var duties = ReaderTable.Pairs()
        var rules = ReaderTable.Pairs()
        var pluginRules = ReaderTable.Pairs()
        var derivesFields = false
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
                values.add(places, readBy: field)
            }
            guard !field.reads.isEmpty || !field.columns.isEmpty else { continue }
            if !field.columns.isEmpty { columnReaders.append(field.index) }
            if let conditions = plan.conditions {
                derivesFields = true
                if let visible = conditions.visible { values.add(visible.reads, readBy: field) }
                for condition in [conditions.enabled, conditions.required] {
                    if let condition { duties.add(condition.reads, readBy: field) }
                }
            }
            for rule in plan.rules {
                rules.add(rule.reads, readBy: field)
                if let plugin = rule.plugin { pluginRules.add(ReadPlaces(fields: plugin.fields), readBy: field) }
            }
        }
        let count = fields.count
        self.derivesFields = derivesFields
        self.columnReaders = columnReaders
        self.dayReaders = dayReaders
        self.values = ReaderTable(values, count: count)
        self.duties = ReaderTable(duties, count: count)
        self.rules = ReaderTable(rules, count: count)
        self.pluginRules = ReaderTable(pluginRules, count: count)
        ranks = values.all.isEmpty ? [] : self.values.ranks(count: count)
    }
}

/// For each field the fields that read it, in the form's order.
struct ReaderTable: Sendable {
    /// Which field is read, and which one reads it; the readers ascending.
    struct Pairs {
        fileprivate(set) var all: [(read: Int, reader: Int)] = []

        /// - Parameter places: places in the plan's references.
        mutating func add(_ places: ReadPlaces, readBy field: FieldPlace) {
            var read = Set(places.fields.compactMap { field.reads[$0] })
            for column in places.columns { read.formUnion(field.columns[column]) }
            for read in read where read != field.index { all.append((read, field.index)) }
        }
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

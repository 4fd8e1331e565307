import FormModel

/// Which fields have to be asked again when another one has changed: known from the definition, so that a key costs what
/// depends on its field and nothing else.
///
/// Conditional parts of the form follow the fields in the numbering: they are read by the fields that stand in them.
struct FormDependencies: Sendable {
    /// Whose visibility or computed value reads a field or a part.
    let values: ReaderTable
    /// Whose `enabledWhen` or `requiredWhen` reads a field. Nothing depends on those in turn.
    let duties: ReaderTable
    /// Whose rules read a field.
    let rules: ReaderTable
    /// Whose plug-in rules are told a field's value.
    let pluginRules: ReaderTable
    /// Whose texts show a field's answer.
    let texts: ReaderTable
    /// Whether any field has texts with styles or answers.
    let hasTexts: Bool
    /// For each field and part a number that is greater than those of all that its visibility and its value read; empty if
    /// none reads any.
    let ranks: [Int32]
    /// Whether a field is computed, or a field or a part has conditions.
    let derivesFields: Bool
    /// The fields and parts that read columns: rows that come or go change what they read.
    let columnReaders: [Int]
    /// The fields and parts whose value or conditions depend on the day.
    let dayReaders: [Int]

    var isEmpty: Bool { !derivesFields && rules.isEmpty && pluginRules.isEmpty }

    init(_ fields: [FieldPlace], _ parts: [Placement.Part]) {
        var values = ReaderTable.Pairs()
        var duties = ReaderTable.Pairs()
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
                    if let condition { duties.add(condition.reads, of: field, readBy: field.index) }
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
        self.duties = ReaderTable(duties, count: count)
        self.texts = ReaderTable(texts, count: count)
        hasTexts = fields.contains { $0.plan.texts != nil || !$0.plan.messageAnswers.isEmpty }
        self.rules = ReaderTable(rules, count: count)
        self.pluginRules = ReaderTable(pluginRules, count: count)
        ranks = values.all.isEmpty ? [] : self.values.ranks(count: nodes)
    }
}

extension Placement {
    /// The fields whose values are computed from a field, be it through others.
    func fields(computedFrom index: Int) -> Set<Int> {
        var (found, next) = (Set<Int>(), [index])
        while let read = next.popLast() {
            for reader in dependencies.values.readers(of: read).map(Int.init) where reader < fields.count {
                let field = fields[reader]
                var places = ReadPlaces()
                field.plan.computed?.collect(&places)
                // A field may be read for the condition of another one only.
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
    /// Which field is read, and which one reads it; the readers ascending.
    struct Pairs {
        fileprivate(set) var all: [(read: Int, reader: Int)] = []

        /// - Parameter places: what the reader reads, by its references.
        mutating func add(_ places: ReadPlaces, of reader: some FieldReader, readBy node: Int) {
            var read = Set(places.fields.compactMap { reader.reads[$0] })
            for column in places.columns { read.formUnion(reader.columns[column]) }
            for read in read where read != node { all.append((read, node)) }
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

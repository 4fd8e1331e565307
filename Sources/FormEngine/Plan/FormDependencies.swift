import FormModel

/// The fields that must be evaluated again after a change of another field. The dependencies are derived from the
/// definition, so the cost of a key depends only on the readers of its field.
///
/// Fields and conditional parts of the form share one numbering, in which the parts come last. A field in a conditional
/// part reads the part.
final class FormDependencies: Sendable {
    /// The readers of a field or a part in visibility conditions, computations and the choice of offered options.
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
    /// The fields and parts, each after all fields and parts that its visibility and its value read; empty if nothing
    /// reads another one.
    let order: [Int]
    /// The index of each field and part in `order`.
    let ranks: [Int]
    /// Whether any field is computed, or any field or part has a condition.
    let derivesFields: Bool
    /// The fields and parts that read columns, or the rows themselves, which change when rows are added or removed.
    let columnReaders: [Int]
    /// The fields and parts whose value or conditions depend on the date.
    let dayReaders: [Int]

    var isEmpty: Bool { !derivesFields && rules.isEmpty && pluginRules.isEmpty }

    init(_ fields: [FieldPlace], _ parts: [Placement.Part]) {
        let nodes = fields.count + parts.count
        var values = ReaderTable(count: nodes)
        var enabledAndRequired = ReaderTable(count: fields.count)
        var rules = ReaderTable(count: fields.count)
        var pluginRules = ReaderTable(count: fields.count)
        var texts = ReaderTable(count: fields.count)
        var derivesFields = !parts.isEmpty
        var columnReaders: [Int] = []
        var dayReaders: [Int] = []
        for field in fields {
            let plan = field.plan
            if plan.computed?.asksForToday == true || plan.conditions?.asksForToday == true {
                dayReaders.append(field.index)
            }
            for computation in [plan.computed, plan.initially].compactMap(\.self) {
                derivesFields = true
                values.add(computation.reads, of: field, readBy: field.index)
            }
            if let setting = plan.setOnChange {
                derivesFields = true
                values.add(setting.value.reads + setting.setters, of: field, readBy: field.index)
            }
            // A condition on nothing but the date, or on constants, reads no field.
            if plan.conditions != nil { derivesFields = true }
            if plan.references.haveColumns { columnReaders.append(field.index) }
            guard !field.reads.isEmpty else { continue }
            if let conditions = plan.conditions {
                if conditions.offersOptions { values.add(conditions.readsOfOffers, of: field, readBy: field.index) }
                if let visible = conditions.visible { values.add(visible.reads, of: field, readBy: field.index) }
                for condition in [conditions.enabled, conditions.required].compactMap(\.self) {
                    enabledAndRequired.add(condition.reads, of: field, readBy: field.index)
                }
            }
            texts.add(plan.textReads, of: field, readBy: field.index)
            for rule in plan.rules {
                rules.add(rule.reads, of: field, readBy: field.index)
                pluginRules.add(rule.plugin?.fields ?? [], of: field, readBy: field.index)
            }
        }
        for (number, part) in parts.enumerated() {
            let node = fields.count + number
            for field in part.fields { values.add(field, reading: node) }
            let condition = part.plan.condition
            values.add(condition.reads, of: part, readBy: node)
            if part.plan.references.haveColumns { columnReaders.append(node) }
            if condition.asksForToday { dayReaders.append(node) }
        }
        order = values.isEmpty ? [] : values.order
        ranks = order.enumerated().reduce(into: [Int](repeating: 0, count: order.count)) { $0[$1.element] = $1.offset }
        self.derivesFields = derivesFields
        self.columnReaders = columnReaders
        self.dayReaders = dayReaders
        self.values = values
        self.enabledAndRequired = enabledAndRequired
        self.texts = texts
        hasTexts = fields.contains { $0.plan.texts != nil || !$0.plan.messageAnswers.isEmpty }
        self.rules = rules
        self.pluginRules = pluginRules
    }
}

extension Placement {
    /// The fields whose values are computed from a field, directly or through other fields.
    func fields(computedFrom index: Int) -> Set<Int> {
        var (found, next) = (Set<Int>(), [index])
        while let read = next.popLast() {
            for reader in dependencies.values.readers(of: read) where reader < fields.count {
                // A visibility condition may be the only reader.
                let isOperand = fields[reader].plan.computed.map { fields[reader].fields(at: $0.reads).contains(read) }
                if isOperand == true, found.insert(reader).inserted { next.append(reader) }
            }
        }
        return found
    }
}

/// For each field the fields that read it, in the form's order.
struct ReaderTable: Sendable {
    private var readers: [[Int]]
    /// Whether nothing reads anything.
    private(set) var isEmpty = true

    fileprivate init(count: Int) {
        readers = [[Int]](repeating: [], count: count)
    }

    /// Adds a reader, which has a higher number than those before it.
    ///
    /// - Parameter slots: the references that it reads.
    fileprivate mutating func add(_ slots: [Int], of reader: some FieldReader, readBy node: Int) {
        for read in reader.fields(at: slots) where read != node && readers[read].last != node {
            add(node, reading: read)
        }
    }

    fileprivate mutating func add(_ reader: Int, reading node: Int) {
        readers[node].append(reader)
        isEmpty = false
    }

    func readers(of field: Int) -> [Int] { isEmpty ? [] : readers[field] }

    /// The fields, each after those that it reads. Fields of a circle, which the decoder refuses, come last.
    fileprivate var order: [Int] {
        var missing = readers.joined().reduce(into: [Int](repeating: 0, count: readers.count)) { $0[$1] += 1 }
        var order = missing.indices.filter { missing[$0] == 0 }
        var next = 0
        while next < order.count {
            for reader in readers[order[next]] {
                missing[reader] -= 1
                if missing[reader] == 0 { order.append(reader) }
            }
            next += 1
        }
        return order + missing.indices.filter { missing[$0] > 0 }
    }
}

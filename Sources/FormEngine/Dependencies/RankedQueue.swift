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

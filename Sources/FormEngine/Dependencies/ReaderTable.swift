/// For each field the fields that read it, in the form's order.
struct ReaderTable: Sendable {
    /// Where each field's readers begin; empty where nobody reads anything.
    private let starts: [Int32]
    private let readers: [Int32]

    /// - Parameter pairs: which field is read, and which reads it; the readers ascending. Doubles are dropped.
    init(_ pairs: [(read: Int, reader: Int)], count: Int) {
        guard !pairs.isEmpty else {
            starts = []
            readers = []
            return
        }
        var counts = [Int32](repeating: 0, count: count + 1)
        for pair in pairs { counts[pair.read + 1] += 1 }
        for index in 1...count { counts[index] += counts[index - 1] }
        var places = counts
        var readers = [Int32](repeating: -1, count: pairs.count)
        for pair in pairs {
            readers[Int(places[pair.read])] = Int32(pair.reader)
            places[pair.read] += 1
        }
        starts = counts
        self.readers = readers
    }

    var isEmpty: Bool { readers.isEmpty }

    func readers(of field: Int) -> ArraySlice<Int32> {
        starts.isEmpty ? [] : readers[Int(starts[field])..<Int(starts[field + 1])]
    }
}

/// A picker's choice: an option, a day or the state of a toggle. Fields without a picker have the choice `none`.
enum Choice: Sendable, Hashable {
    /// No choice, or a text that matches none.
    case none
    /// The index of an option, the number of a day, or 0 or 1 for a toggle.
    case one(Int32)
    /// The indices of several options in ascending order; at least one.
    case several([Int32])

    static let off = Choice(0)
    static let on = Choice(1)

    init(_ number: Int) {
        self = Int32(exactly: number).map(Choice.one) ?? .none
    }

    /// A choice of several options, in any order.
    init(places: some Sequence<Int>) {
        let places = Set(places.compactMap(Int32.init(exactly:))).sorted()
        self = places.isEmpty ? .none : .several(places)
    }

    /// The index of the only option, or the number of the day; `nil` without a choice, and if several options can be
    /// chosen.
    var number: Int? {
        if case .one(let number) = self { Int(number) } else { nil }
    }

    /// The indices of the chosen options.
    var places: [Int] {
        switch self {
        case .none: []
        case .one(let place): [Int(place)]
        case .several(let places): places.map(Int.init)
        }
    }

    /// The approximate number of bytes on the heap.
    var byteCount: Int {
        if case .several(let places) = self { 32 + 4 * places.count } else { 0 }
    }
}

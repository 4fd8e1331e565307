/// The option, the day or the state of a toggle that a picker has now. Fields without a picker have the choice `none`.
enum Choice: Sendable, Hashable {
    /// Nothing, or text that stands for nothing there is to choose.
    case none
    /// The place of an option, the number of a day, or one of the two of a toggle.
    case one(Int32)
    /// The places of several options, ascending; at least one.
    case several([Int32])

    static let off = Choice(0)
    static let on = Choice(1)

    init(_ number: Int) {
        self = Int32(exactly: number).map(Choice.one) ?? .none
    }

    /// Several options, in any order.
    init(places: some Sequence<Int>) {
        let places = Set(places.compactMap(Int32.init(exactly:))).sorted()
        self = places.isEmpty ? .none : .several(places)
    }

    /// The place of the only option, the day's number; `nil` for nothing, and where several options may be chosen.
    var number: Int? {
        if case .one(let number) = self { Int(number) } else { nil }
    }

    /// The places of the options that are chosen.
    var places: [Int] {
        switch self {
        case .none: []
        case .one(let place): [Int(place)]
        case .several(let places): places.map(Int.init)
        }
    }

    /// Bytes besides the choice itself.
    var byteCount: Int {
        if case .several(let places) = self { 32 + 4 * places.count } else { 0 }
    }
}

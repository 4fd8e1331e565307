/// What is chosen in a picker: the place of an option, or the number of a day. Small, because every field has one.
struct Choice: Sendable, Hashable {
    let rawValue: Int32

    /// Nothing, or text that stands for nothing there is to choose.
    static let none = Choice(rawValue: .min)

    init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    init(_ number: Int) {
        rawValue = Int32(exactly: number) ?? .min
    }

    var number: Int { Int(rawValue) }
}

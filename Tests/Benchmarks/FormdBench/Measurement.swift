/// One number that a benchmark found, and what it may be.
struct Measurement {
    let name: String
    let value: Double
    let unit: Unit
    /// The largest value that is good enough; nil: shown, not judged.
    let limit: Double?

    /// Whether the limit is kept; nil without one.
    var isMet: Bool? { limit.map { value <= $0 } }

    enum Unit: String {
        case nanoseconds = "ns"
        case microseconds = "µs"
        case milliseconds = "ms"
        case perSecond = "/s"
        /// A million bytes.
        case megabytes = "MB"
        /// A thousand bytes.
        case kilobytes = "kB"
        /// Relative to the echo service, measured beside it.
        case ratio = "× echo"
        case factor = "×"

        /// How many digits after the point still mean something.
        var decimals: Int {
            switch self {
            case .perSecond: 0
            case .nanoseconds, .microseconds, .milliseconds, .megabytes, .kilobytes: 1
            case .ratio, .factor: 2
            }
        }
    }

    init(_ name: String, _ value: Double, _ unit: Unit, limit: Double? = nil) {
        self.name = name
        self.value = value
        self.unit = unit
        self.limit = limit
    }
}

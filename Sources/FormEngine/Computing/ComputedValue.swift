import FormModel
import Rules

/// The result of a computation.
enum ComputedValue: Sendable {
    case empty
    case number(ExactDecimal)
    case text(String)

    init(_ text: String) {
        self = text.isEmpty ? .empty : .text(text)
    }

    var isEmpty: Bool {
        if case .empty = self { true } else { false }
    }

    /// The text of a field with this value.
    var text: String {
        switch self {
        case .empty: ""
        case .number(let number): number.description
        case .text(let text): text
        }
    }

    /// A number rounded to at most `digits` decimal places, half away from zero.
    func rounded(to digits: Int?) -> ComputedValue {
        guard let digits, case .number(let number) = self else { return self }
        return .number(number.roundedHalfUp(digits))
    }

    /// The value as a number; `nil` if it is empty. Throws `notANumber` and `tooLong`.
    func number() throws(ComputingFault) -> ExactDecimal? {
        switch self {
        case .empty: nil
        case .number(let number): number
        case .text(let text): try ExactDecimal(text)
        }
    }

    /// The day of a date with or without a time; `nil` if the value is empty. Throws `notADate`.
    func day() throws(ComputingFault) -> CalendarDay? {
        if isEmpty { return nil }
        guard let day = CalendarDay(withOptionalTime: text) else { throw .notADate }
        return day
    }
}

/// Why a computation has no result.
enum ComputingFault: Error {
    case divisionByZero
    /// A number exceeds the precision, or a text is longer than a field can hold.
    case tooLong
    case notANumber
    case notADate
    /// Values of different kinds were compared.
    case notComparable

    var message: DefaultMessage {
        self == .divisionByZero ? .divisionByZero : .notComputable
    }
}

extension ComputedValue {
    /// Compares two values: -1, 0 or 1; `nil` if one is empty. Numbers are compared as numbers, dates and times
    /// chronologically. Throws `notComparable`.
    func compared(with other: ComputedValue) throws(ComputingFault) -> Int? {
        if isEmpty || other.isEmpty { return nil }
        if let one = asNumber, let two = other.asNumber { return one < two ? -1 : two < one ? 1 : 0 }
        let (one, two) = (text, other.text)
        for kind in [MomentKind.dateTime, .time] {
            guard let first = TimeStamp(one, kind: kind), let second = TimeStamp(two, kind: kind) else { continue }
            return first < second ? -1 : second < first ? 1 : 0
        }
        // A date without a time means the whole day.
        guard let first = CalendarDay(withOptionalTime: one), let second = CalendarDay(withOptionalTime: two) else {
            throw .notComparable
        }
        return first < second ? -1 : second < first ? 1 : 0
    }

    /// Whether two values are the same text, or the same number.
    ///
    /// - Parameter asNumbers: whether one of the values is known to be a number. A text such as `007` is none.
    func equals(_ other: ComputedValue, asNumbers: Bool) -> Bool {
        if text == other.text { return true }
        guard asNumbers, let one = asNumber, let two = other.asNumber else { return false }
        return !(one < two) && !(two < one)
    }

    private var asNumber: ExactDecimal? {
        switch self {
        case .empty: nil
        case .number(let number): number
        case .text(let text): try? ExactDecimal(text)
        }
    }
}

/// The values that the conditions and computations of one field read.
protocol ValueSource {
    /// The value of a field by its slot in the plan's references; `nil` if the form has no such field.
    func value(at slot: Int) -> String?
    /// The values of a column, in the order of the rows.
    func column(at slot: Int) -> [String]
    /// What a group's rows give.
    func rows(at slot: Int) -> Int
    /// The values of the chosen options of a field with several; `nil` for any other field.
    func choices(at slot: Int) -> [String]?
    /// Whether the values of a field are numbers.
    func isNumber(at slot: Int) -> Bool
    /// Whether one of these fields and columns is secret, so that an explanation must not show what they amount to.
    func hasSecret(_ slots: [Int]) -> Bool
    var today: CalendarDay { get }
}

/// The fields and columns that a plan reads, without duplicates. Conditions, rules and computations use slots, which
/// are the indices of this list.
struct References: Sendable {
    private(set) var list: [FieldReference] = []
    private(set) var rows: [Rows] = []
    /// The compiled patterns of the form's conditions.
    let patterns: PatternCache

    struct Rows: Sendable, Hashable {
        let operation: Computation.RowOperator
        let group: String
    }

    init(_ patterns: PatternCache = PatternCache()) {
        self.patterns = patterns
    }

    mutating func slot(of reference: FieldReference) -> Int {
        if let slot = list.firstIndex(of: reference) { return slot }
        list.append(reference)
        return list.count - 1
    }

    mutating func slot(of name: String) -> Int { slot(of: .field(name)) }

    mutating func slot(of rows: Rows) -> Int {
        if let slot = self.rows.firstIndex(of: rows) { return slot }
        self.rows.append(rows)
        return self.rows.count - 1
    }

    /// Whether columns or the rows themselves are read, which change when rows are added or removed.
    var haveColumns: Bool { !rows.isEmpty || list.contains(where: \.isColumn) }
}

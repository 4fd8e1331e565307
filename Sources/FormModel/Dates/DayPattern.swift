/// How a day is written: a pattern of CLDR's (UTS 35) letters `d M L y E`, with a day, a month and a year exactly once.
///
/// `d dd`; `M MM` as a number, `MMM MMMM` by name, `LLL LLLL` by name where no day stands beside it; `y yyyy` and
/// `yy` (1969 to 2068); `E EEEE`, the day of the week. Other letters stand between apostrophes.
package struct DayPattern: Sendable, Hashable {
    /// As it was written.
    package let source: String
    let parts: [Part]

    enum Part: Sendable, Hashable {
        case literal(String)
        case day(isPadded: Bool)
        case month(MonthStyle)
        case year(isShort: Bool)
        case weekday(isShort: Bool)
    }

    enum MonthStyle: Sendable, Hashable {
        case number(isPadded: Bool)
        case name(isShort: Bool, standsAlone: Bool)
    }

    /// What is wrong with a pattern.
    package struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    package init(_ source: String) throws(Fault) {
        guard source.utf8.count <= Self.maximumSize else {
            throw Fault(description: "it is longer than \(Self.maximumSize) bytes")
        }
        self.source = source
        var parts: [Part] = []
        var literal = ""
        var rest = Array(source)[...]
        func close() {
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
        }
        while let first = rest.first {
            if first == "'" {
                rest.removeFirst()
                guard let end = rest.firstIndex(of: "'") else { throw Fault(description: "an apostrophe is open") }
                literal += rest.startIndex == end ? "'" : String(rest[..<end])
                rest = rest[(end + 1)...]
            } else if first.isASCII, first.isLetter {
                let count = rest.prefix { $0 == first }.count
                rest = rest.dropFirst(count)
                close()
                parts.append(try Self.part(first, count))
            } else {
                literal.append(first)
                rest.removeFirst()
            }
        }
        close()
        self.parts = parts
        try checkOnce("day") { if case .day = $0 { true } else { false } }
        try checkOnce("month") { if case .month = $0 { true } else { false } }
        try checkOnce("year") { if case .year = $0 { true } else { false } }
    }

    /// Bytes of a pattern.
    private static let maximumSize = 256

    private static func part(_ letter: Character, _ count: Int) throws(Fault) -> Part {
        switch (letter, count) {
        case ("d", 1...2): return .day(isPadded: count == 2)
        case ("M", 1...2), ("L", 1...2): return .month(.number(isPadded: count == 2))
        case ("M", 3...4), ("L", 3...4): return .month(.name(isShort: count == 3, standsAlone: letter == "L"))
        case ("y", 1), ("y", 4): return .year(isShort: false)
        case ("y", 2): return .year(isShort: true)
        case ("E", 1...4): return .weekday(isShort: count < 4)
        default:
            let letters = String(repeating: letter, count: min(count, 8))
            throw Fault(description: "\(quoted(letters)) is not known; write other letters between apostrophes")
        }
    }

    private func checkOnce(_ name: String, _ isPart: (Part) -> Bool) throws(Fault) {
        let count = parts.count(where: isPart)
        guard count == 1 else { throw Fault(description: "it has \(count == 0 ? "no" : "more than one") \(name)") }
    }
}

/// A pattern of CLDR (UTS 35) for entry: fields of digits and the literals between them.
package struct DateEntryPattern: Sendable, Hashable {
    package var elements: [Element]

    package enum Element: Sendable, Hashable {
        case segment(Segment)
        case literal(String)
    }

    package enum Segment: String, Sendable, CaseIterable {
        case day = "d"
        case paddedDay = "dd"
        case month = "M"
        case paddedMonth = "MM"
        case year = "yyyy"
        case yearOfCentury = "yy"
        case hour = "H"
        case paddedHour = "HH"
        case halfDayHour = "h"
        case paddedHalfDayHour = "hh"
        case minute = "m"
        case paddedMinute = "mm"
        case second = "s"
        case paddedSecond = "ss"
        /// AM or PM, in the language's words.
        case dayPeriod = "a"
    }

    /// What of a moment a segment gives.
    package enum Part: Sendable, Hashable {
        case day, month, year, hour, minute, second, dayPeriod
    }

    package init(elements: [Element]) {
        self.elements = elements
    }

    /// Reads a pattern: letters are fields, what stands in apostrophes and all else is literal.
    package init(_ pattern: String, kind: DateDefinition.Kind) throws(DateEntryPatternError) {
        elements = []
        var literal = ""
        var rest = Array(pattern.unicodeScalars)[...]
        func flushed() -> [Element] { literal.isEmpty ? [] : [.literal(literal)] }
        while let scalar = rest.first {
            let position = rest.startIndex
            if scalar == "'" {
                rest.removeFirst()
                if rest.first == "'" {
                    rest.removeFirst()
                    literal += "'"
                    continue
                }
                guard let end = rest.firstIndex(of: "'") else {
                    throw DateEntryPatternError(reason: "the apostrophe is not closed", position: position)
                }
                literal.unicodeScalars.append(contentsOf: rest[..<end])
                rest = rest[(end + 1)...]
            } else if scalar.properties.isAlphabetic, scalar.isASCII {
                let letters = rest.prefix { $0 == scalar }
                let name = letters.count == 1 && scalar == "y" ? "yyyy" : String(String.UnicodeScalarView(letters))
                guard let segment = Segment(rawValue: name) else {
                    let known = Segment.allCases.map(\.rawValue).joined(separator: " ")
                    throw DateEntryPatternError(
                        reason: "the field \(quoted(name)) cannot be typed; known are \(known)",
                        position: position
                    )
                }
                guard kind.parts.contains(segment.part) else {
                    throw DateEntryPatternError(
                        reason: "the field \(quoted(name)) does not belong in a \(kind.rawValue)",
                        position: position
                    )
                }
                guard !segments.contains(where: { $0.part == segment.part }) else {
                    throw DateEntryPatternError(reason: "the field \(quoted(name)) comes twice", position: position)
                }
                elements += flushed()
                literal = ""
                elements.append(.segment(segment))
                rest = rest.dropFirst(letters.count)
            } else {
                literal.unicodeScalars.append(scalar)
                rest.removeFirst()
            }
        }
        elements += flushed()
        try checkParts(kind)
    }

    package var segments: [Segment] {
        elements.compactMap { element in
            if case .segment(let segment) = element { segment } else { nil }
        }
    }

    private func checkParts(_ kind: DateDefinition.Kind) throws(DateEntryPatternError) {
        for case .literal(let literal) in elements {
            for scalar in literal.unicodeScalars
            where scalar.properties.generalCategory == .control || scalar.properties.numericType != nil {
                throw DateEntryPatternError(
                    reason: "a digit or a control character is no literal: \(quoted(literal))",
                    position: nil
                )
            }
        }
        let parts = Set(segments.map(\.part))
        for part in kind.neededParts where !parts.contains(part) {
            throw DateEntryPatternError(reason: "a \(kind.rawValue) needs the \(part)", position: nil)
        }
        let isHalfDay = segments.contains { $0 == .halfDayHour || $0 == .paddedHalfDayHour }
        if parts.contains(.hour), isHalfDay != parts.contains(.dayPeriod) {
            throw DateEntryPatternError(reason: "“h” needs “a”, and “H” has no use for it", position: nil)
        }
        // Without a literal between them, only fields of a fixed length can be told apart.
        for (first, second) in zip(elements, elements.dropFirst()) {
            if case .segment(let first) = first, case .segment = second, !first.isFixed {
                throw DateEntryPatternError(
                    reason: "the field \(quoted(first.rawValue)) needs a separator behind it",
                    position: nil
                )
            }
        }
    }
}

extension DateEntryPattern.Segment {
    package var part: DateEntryPattern.Part {
        switch self {
        case .day, .paddedDay: .day
        case .month, .paddedMonth: .month
        case .year, .yearOfCentury: .year
        case .hour, .paddedHour, .halfDayHour, .paddedHalfDayHour: .hour
        case .minute, .paddedMinute: .minute
        case .second, .paddedSecond: .second
        case .dayPeriod: .dayPeriod
        }
    }

    /// Digits; 0 for the words of a day period.
    package var maximumDigits: Int {
        switch self {
        case .year: 4
        case .dayPeriod: 0
        default: 2
        }
    }

    /// Whether a number of one digit has a zero in front.
    package var isFixed: Bool {
        switch self {
        case .day, .month, .hour, .halfDayHour, .minute, .second, .dayPeriod: false
        default: true
        }
    }

    package var range: ClosedRange<Int> {
        switch self {
        case .day, .paddedDay: 1...31
        case .month, .paddedMonth: 1...12
        case .year: 1...9999
        case .yearOfCentury: 0...99
        case .hour, .paddedHour: 0...23
        case .halfDayHour, .paddedHalfDayHour: 1...12
        case .minute, .paddedMinute, .second, .paddedSecond: 0...59
        case .dayPeriod: 0...1
        }
    }
}

extension DateDefinition.Kind {
    package var parts: Set<DateEntryPattern.Part> {
        switch self {
        case .date: [.day, .month, .year]
        case .time: [.hour, .minute, .second, .dayPeriod]
        case .dateTime: [.day, .month, .year, .hour, .minute, .second, .dayPeriod]
        }
    }

    fileprivate var neededParts: [DateEntryPattern.Part] {
        switch self {
        case .date: [.day, .month, .year]
        case .time: [.hour, .minute]
        case .dateTime: [.day, .month, .year, .hour, .minute]
        }
    }
}

/// Why a pattern cannot be used.
package struct DateEntryPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    package var reason: String
    /// Where in the pattern, in code points; nil: the pattern as a whole.
    package var position: Int?

    package var description: String {
        reason + (position.map { " at \($0)" } ?? "")
    }
}

extension DatePattern {
    /// The purpose of a pattern. It determines which fields the pattern may contain and which it must.
    package enum Use: Sendable, Hashable {
        /// A day that is chosen in a calendar; may contain names.
        case picker
        /// A text that is typed key by key.
        case entry(MomentKind)
        /// A text that a rule validates; a pattern without a day represents a month.
        case rule
    }

    /// The maximum size of a pattern in bytes.
    private static let maximumSize = 256

    /// Parses a pattern. ASCII letters are fields; text between apostrophes and all other characters are literals; two
    /// apostrophes are one literal apostrophe.
    package init(_ source: String, for use: Use) throws(DatePatternError) {
        guard source.utf8.count <= Self.maximumSize else {
            throw DatePatternError("it is longer than \(Self.maximumSize) bytes")
        }
        var elements: [Element] = []
        var components: Set<Component> = []
        var literal = ""
        var rest = Array(source.unicodeScalars)[...]
        func close() {
            if !literal.isEmpty { elements.append(.literal(literal)) }
            literal = ""
        }
        while let scalar = rest.first {
            let position = rest.startIndex
            if scalar == "'" {
                literal += try Self.takeQuoted(&rest)
            } else if scalar.isASCII, scalar.properties.isAlphabetic {
                let count = rest.prefix { $0 == scalar }.count
                rest = rest.dropFirst(count)
                close()
                let field = try use.field(scalar, count, at: position)
                guard components.insert(field.component).inserted else {
                    throw DatePatternError("the field \(quoted(field.rawValue)) comes twice", at: position)
                }
                elements.append(.field(field))
            } else {
                literal.unicodeScalars.append(scalar)
                rest.removeFirst()
            }
        }
        close()
        self.init(source: source, elements: elements)
        try checkComponents(components, use)
        if case .entry = use { try checkLiterals() }
    }

    /// Consumes quoted text with its apostrophes. Two adjacent apostrophes, quoted or not, are one apostrophe.
    private static func takeQuoted(_ rest: inout ArraySlice<Unicode.Scalar>) throws(DatePatternError) -> String {
        let position = rest.startIndex
        rest.removeFirst()
        if rest.first == "'" {
            rest.removeFirst()
            return "'"
        }
        var literal = ""
        while let scalar = rest.popFirst() {
            if scalar != "'" {
                literal.unicodeScalars.append(scalar)
            } else if rest.first == "'" {
                rest.removeFirst()
                literal += "'"
            } else {
                return literal
            }
        }
        throw DatePatternError("the apostrophe is not closed", at: position)
    }

    private func checkComponents(_ components: Set<Component>, _ use: Use) throws(DatePatternError) {
        for component in use.neededComponents where !components.contains(component) {
            throw DatePatternError("\(use.name) needs the \(component)")
        }
        let isHalfDay = fields.contains { $0 == .halfDayHour || $0 == .paddedHalfDayHour }
        if components.contains(.hour), isHalfDay != components.contains(.dayPeriod) {
            throw DatePatternError("“h” needs “a”, and “H” has no use for it")
        }
        // Without a literal between two fields they can only be separated if their lengths are fixed.
        for (first, second) in zip(elements, elements.dropFirst()) {
            guard case .field(let first) = first, case .field(let second) = second else { continue }
            // The word of a day period ends where digits begin.
            let isTyped = use.isTyped && first != .dayPeriod
            if !first.isFixed, first.maximumDigits > 0 && second.maximumDigits > 0 || isTyped {
                throw DatePatternError("the field \(quoted(first.rawValue)) needs a separator behind it")
            }
        }
    }

    private func checkLiterals() throws(DatePatternError) {
        for case .literal(let literal) in elements {
            for scalar in literal.unicodeScalars
            where scalar.properties.generalCategory == .control || scalar.properties.numericType != nil {
                throw DatePatternError("a digit or a control character is no literal: \(quoted(literal))")
            }
        }
    }
}

/// Why a pattern cannot be used.
package struct DatePatternError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// - Parameter position: where in the pattern, in code points; `nil` if the pattern as a whole is at fault.
    fileprivate init(_ reason: String, at position: Int? = nil) {
        description = reason + (position.map { " at \($0)" } ?? "")
    }
}

extension DatePattern.Use {
    fileprivate var name: String {
        switch self {
        case .picker, .rule: "a date"
        case .entry(let kind): "a \(kind.rawValue)"
        }
    }

    fileprivate var isTyped: Bool {
        if case .entry = self { true } else { false }
    }

    fileprivate func field(
        _ letter: Unicode.Scalar,
        _ count: Int,
        at position: Int
    ) throws(DatePatternError) -> DatePattern.Field {
        let letters = quoted(String(repeating: Character(letter), count: min(count, 8)))
        guard let field = DatePattern.Field(letter: letter, count: count), allows(field) else {
            let known = DatePattern.Field.allCases.filter(allows).map(\.rawValue).joined(separator: " ")
            throw DatePatternError(
                "the field \(letters) is not known; known are \(known); other letters stand in apostrophes",
                at: position
            )
        }
        if case .entry(let kind) = self, !kind.components.contains(field.component) {
            throw DatePatternError("the field \(letters) does not belong in \(name)", at: position)
        }
        return field
    }

    private func allows(_ field: DatePattern.Field) -> Bool {
        let isOfDay = [.day, .month, .year].contains(field.component)
        return switch self {
        case .picker: isOfDay || field.component == .weekday
        case .entry: field.component != .weekday
        case .rule: isOfDay && field.maximumDigits > 0
        }
    }

    fileprivate var neededComponents: [DatePattern.Component] {
        switch self {
        case .picker, .entry(.date): [.day, .month, .year]
        case .entry(.time): [.hour, .minute]
        case .entry(.dateTime): [.day, .month, .year, .hour, .minute]
        case .rule: [.year, .month]
        }
    }
}

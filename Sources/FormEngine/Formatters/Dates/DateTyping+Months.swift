import FormModel

// A month in words: letters that can still become a name stay as they were typed, and become the name as soon as only
// one name is left. The month's number is accepted as well.

extension DateTyping {
    /// Whether letters at the caret would be those of a month: in its field, or behind a number that ends before it.
    private var awaitsMonth: Bool {
        if isMonth(place.field) { return true }
        guard isMonth(place.field + 1), let number = entry.number(place.field) else { return false }
        return place.index == entry.contents[place.field].count && segments[place.field].range ~= number
    }

    /// Whether the caret stands directly behind a month's name, in a field that is still empty.
    var isBehindMonth: Bool {
        guard place.field > 0, place.index == 0, isMonth(place.field - 1) else { return false }
        return entry.contents[place.field].isEmpty && entry.month(named: place.field - 1) != nil
    }

    /// Types what the text begins with and a month's name may have: a whole name, or letters of one, or what goes on with
    /// one that is begun. Returns how many code points that was; `nil` if no month's name is written so.
    mutating func insertMonth(from text: Substring.UnicodeScalarView, isKey: Bool) -> Int? {
        guard awaitsMonth, let first = text.first else { return nil }
        let begun = isMonth(place.field) ? begunLetters : []
        if !isKey, begun.isEmpty, let (month, count) = symbols.months.month(beginning: text) {
            if !isMonth(place.field) { separate() }
            guard isMonth(place.field) else { return nil }
            name(month)
            return count
        }
        let hasLetters = begun.contains { $0.asciiDigit == nil }
        guard first.isOfWord || hasLetters else { return nil }
        if isKey, hasLetters, isOfLiteral(begun + [first]),
            symbols.months.months(beginningWith: begun + [first]).isEmpty
        {
            // The letters were no month's but those of the literal before it, which stands there already.
            entry.contents[place.field] = []
            place.index = 0
            return 1
        }
        if !first.isOfWord, symbols.months.beginning(of: begun + [first]) <= begun.count { return nil }
        let word = first.isOfWord ? text.prefix(while: \.isOfWord) : text.prefix(1)
        return insert(letters: Array(word)) ? word.count : nil
    }

    /// Whether letters stand in the literal before the month.
    private func isOfLiteral(_ letters: [Unicode.Scalar]) -> Bool {
        symbols.literal(before: isMonth(place.field) ? place.field : place.field + 1).contains(WordKey(letters))
    }

    /// What a new letter at the caret goes on with.
    private var begunLetters: [Unicode.Scalar] {
        let content = self.content(place.field)
        // Before a name the letters begin another one.
        if entry.month(named: place.field) != nil { return place.index > 0 ? content : [] }
        return Array(content.prefix(place.index))
    }

    /// Returns `false` if no month's name begins with these letters.
    private mutating func insert(letters: [Unicode.Scalar]) -> Bool {
        if !isMonth(place.field) { separate() }
        guard isMonth(place.field) else { return false }
        let head = begunLetters + letters
        let rest = entry.month(named: place.field) != nil ? [] : content(place.field).dropFirst(place.index)
        // The text behind the caret is dropped if it no longer fits.
        for candidate in [head + rest, head] {
            let months = symbols.months.months(beginningWith: candidate)
            guard let month = months.first else { continue }
            if months.count == 1, isCertain(month, from: candidate) {
                name(month)
            } else {
                entry.contents[place.field] = symbols.months.spelling(of: candidate, in: segments[place.field])
                place.index = min(head.count, entry.contents[place.field].count)
                entry.reached = max(entry.reached, place.field + 1)
            }
            return true
        }
        return false
    }

    /// Whether nothing else than the only month whose name begins with some letters can be meant: neither another month,
    /// whose whole name they are, nor the literal before the month. A name that goes on with digits is typed to its end,
    /// for the digits would be taken for the next field's.
    private func isCertain(_ month: Int, from letters: [Unicode.Scalar]) -> Bool {
        if let named = symbols.months.month(named: letters), named != month { return false }
        let name = symbols.months.name(of: month, in: segments[place.field]).unicodeScalars
        if WordKey(name) == WordKey(letters) { return true }
        return !isOfLiteral(letters) && !name.dropFirst(letters.count).contains { $0.asciiDigit != nil }
    }

    /// Types a digit of a month's number, from 1 to 12. Returns `false` if it is none, or the field has letters.
    mutating func insert(digitOfMonth digit: UInt8) -> Bool {
        var content = entry.month(named: place.field) == nil ? entry.contents[place.field] : []
        if content.contains(where: { $0.asciiDigit == nil }), symbols.months.month(named: content) != nil {
            // The letters were a whole name, with which others begin as well.
            settle(place.field)
            place.index = 1
            advance()
            return insert(digit, in: nil)
        }
        place.index = min(place.index, content.count)
        content.insert(Unicode.Scalar(digit), at: place.index)
        guard let number = Int(asciiDigits: content.map { $0.asciiDigit ?? 0 }), number <= 12, content.count <= 2,
            number > 0 || content.count < 2
        else { return false }
        if content.count == 2 || number > 1 {
            name(number)
        } else {
            entry.contents[place.field] = content
            place.index += 1
            entry.reached = max(entry.reached, place.field + 1)
        }
        return true
    }

    private mutating func name(_ month: Int) {
        entry.name(month: month, in: place.field)
        entry.reached = max(entry.reached, place.field + 1)
        place.index = 1
        advance()
    }

    private func isMonth(_ field: Int) -> Bool {
        segments.indices.contains(field) && segments[field].monthNames != nil
    }

    /// A month's field as it is shown.
    private func content(_ field: Int) -> [Unicode.Scalar] {
        guard let month = entry.month(named: field) else { return entry.contents[field] }
        return Array(symbols.months.name(of: month, in: segments[field]).unicodeScalars)
    }
}

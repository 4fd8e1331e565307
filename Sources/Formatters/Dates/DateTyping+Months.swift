import FormModel
import Languages
import TextEditing

// Months in words: letters that can still become the name of a month stay as they were typed, and are completed as soon
// as only one name is left. The number of the month is accepted, too.

extension DateTyping {
    /// Whether letters at the caret belong to a month: in the month's field, or after a number that ends before it.
    private var awaitsMonth: Bool {
        if isMonth(place.field) { return true }
        guard isMonth(place.field + 1), let number = entry.number(place.field) else { return false }
        return place.index == entry.contents[place.field].count && segments[place.field].range ~= number
    }

    /// Whether the caret is directly after a month's name, in a field that is still empty.
    var isBehindMonth: Bool {
        guard place.field > 0, place.index == 0, isMonth(place.field - 1) else { return false }
        return entry.contents[place.field].isEmpty && entry.month(named: place.field - 1) != nil
    }

    /// Types the beginning of the text if it can be part of a month's name: a whole name, letters of a name, or the
    /// continuation of one. Returns the number of code points; `nil` if no month's name matches.
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
            // The letters belong to the literal before the month, which is already part of the text.
            entry.contents[place.field] = []
            place.index = 0
            return 1
        }
        if !first.isOfWord, symbols.months.beginning(of: begun + [first]) <= begun.count { return nil }
        let word = first.isOfWord ? text.prefix(while: \.isOfWord) : text.prefix(1)
        return insert(letters: Array(word)) ? word.count : nil
    }

    /// Whether the letters occur in the literal before the month.
    private func isOfLiteral(_ letters: [Unicode.Scalar]) -> Bool {
        symbols.literal(before: isMonth(place.field) ? place.field : place.field + 1).contains(WordKey(letters))
    }

    /// The letters that a new letter at the caret continues.
    private var begunLetters: [Unicode.Scalar] {
        let content = self.content(place.field)
        // Letters that are typed before a name begin another one.
        if entry.month(named: place.field) != nil { return place.index > 0 ? content : [] }
        return Array(content.prefix(place.index))
    }

    /// Returns `false` if no month's name begins with these letters.
    private mutating func insert(letters: [Unicode.Scalar]) -> Bool {
        if !isMonth(place.field) { separate() }
        guard isMonth(place.field) else { return false }
        let head = begunLetters + letters
        let rest = entry.month(named: place.field) != nil ? [] : content(place.field).dropFirst(place.index)
        // The text after the caret is dropped if it no longer matches.
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

    /// Whether only this month can be meant: the letters are neither the whole name of another month nor part of the
    /// literal before the month. A name that continues with digits must be typed completely, because its digits would
    /// otherwise be taken for the next field.
    private func isCertain(_ month: Int, from letters: [Unicode.Scalar]) -> Bool {
        if let named = symbols.months.month(named: letters), named != month { return false }
        let name = symbols.months.name(of: month, in: segments[place.field]).unicodeScalars
        if WordKey(name) == WordKey(letters) { return true }
        return !isOfLiteral(letters) && !name.dropFirst(letters.count).contains { $0.asciiDigit != nil }
    }

    /// Types a digit of a month's number, from 1 to 12. Returns `false` if there is no such month, or if the field
    /// contains letters.
    mutating func insert(digitOfMonth digit: UInt8) -> Bool {
        var content = entry.month(named: place.field) == nil ? entry.contents[place.field] : []
        if content.contains(where: { $0.asciiDigit == nil }), symbols.months.month(named: content) != nil {
            // The letters were a whole name, although other names begin with it.
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

    /// The content of a month's field as it is shown.
    private func content(_ field: Int) -> [Unicode.Scalar] {
        guard let month = entry.month(named: field) else { return entry.contents[field] }
        return Array(symbols.months.name(of: month, in: segments[field]).unicodeScalars)
    }
}

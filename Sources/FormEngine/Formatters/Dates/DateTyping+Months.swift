import FormModel

// A month in words: letters that can still become a name stay as they were typed, and become the name as soon as only
// one
// name is left. The month's number is accepted as well.

extension DateTyping {
    /// Whether letters at the caret would be those of a month: in its field, or behind a number that ends before it.
    var awaitsMonth: Bool {
        if isMonth(place.field) { return true }
        guard isMonth(place.field + 1), let number = entry.number(place.field) else { return false }
        return place.index == entry.contents[place.field].count && segments[place.field].range ~= number
    }

    /// Whether the caret stands directly behind a month's name, in a field that is still empty.
    var isBehindMonth: Bool {
        guard place.field > 0, place.index == 0, isMonth(place.field - 1) else { return false }
        return entry.contents[place.field].isEmpty && entry.month(named: place.field - 1) != nil
    }

    /// Returns `false` if no month's name begins with these letters.
    mutating func insert(letters: String) -> Bool {
        if !isMonth(place.field) { separate() }
        guard isMonth(place.field) else { return false }
        let content = self.content(place.field)
        let isNamed = entry.month(named: place.field) != nil
        // Before a name the letters begin another one.
        let before = isNamed && place.index > 0 ? content : Array(content.prefix(isNamed ? 0 : place.index))
        let head = String(String.UnicodeScalarView(before)) + letters
        let rest = isNamed ? "" : String(String.UnicodeScalarView(content.dropFirst(place.index)))
        // The text behind the caret is dropped if it no longer fits.
        for candidate in [head + rest, head] {
            let months = symbols.months.months(beginningWith: candidate)
            guard let month = months.first else { continue }
            if months.count == 1 {
                name(month)
            } else {
                let spelled = symbols.months.spelling(of: candidate, in: segments[place.field])
                entry.contents[place.field] = Array(spelled.unicodeScalars)
                place.index = min(head.unicodeScalars.count, entry.contents[place.field].count)
                entry.reached = max(entry.reached, place.field + 1)
            }
            return true
        }
        return false
    }

    /// Types a digit of a month's number, from 1 to 12. Returns `false` if it is none, or the field has letters.
    mutating func insert(digitOfMonth digit: UInt8) -> Bool {
        var content = entry.month(named: place.field) == nil ? entry.contents[place.field] : []
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

import TextEditing

/// A text as a list of grapheme clusters, each with its role in a mask.
///
/// A character of ASCII is stored as its code, so that a text of ASCII is one array of numbers. Any other cluster has a
/// number from 128 on, which is its place in a list beside.
struct OwnedText: Sendable {
    /// What a character is in a text that a mask wrote, or what it may become in a text that is to be formatted.
    enum Role: UInt8, Sendable {
        /// It may become anything.
        case open
        /// The user entered it. It may become a literal of the mask, but it is not lost without being counted.
        case user
        /// A character of a value: it belongs to a cell or is a literal in `{…}`.
        case value
        /// The user's, in a cell. It does not become a literal.
        case cell
        /// A literal that is not in the value. It does not become the user's.
        case free
        /// A literal that is in the value. It does not become the user's.
        case fixed
    }

    struct Item: Sendable, Hashable {
        fileprivate var code: UInt32
        var role: Role
    }

    private(set) var items: [Item] = []
    private var others: [Character] = []

    init() {}

    init(_ text: String, role: Role = .open) {
        if text.isSimple {
            var text = text
            items = text.withUTF8 { $0.map { Item(code: UInt32($0), role: role) } }
        } else {
            for character in text { append(character, role: role) }
        }
    }

    init(_ characters: some Sequence<Character>, role: Role = .open) {
        for character in characters { append(character, role: role) }
    }

    /// The number of grapheme clusters.
    var count: Int { items.count }
    var isEmpty: Bool { items.isEmpty }
    /// Whether each grapheme cluster is one byte.
    var isSimple: Bool { others.isEmpty }

    /// The code of a character of ASCII; `nil` for any other cluster.
    func byte(at index: Int) -> UInt8? { UInt8(exactly: items[index].code).flatMap { $0 < 0x80 ? $0 : nil } }

    func role(at index: Int) -> Role { items[index].role }

    func character(at index: Int) -> Character {
        let code = items[index].code
        return code < 0x80 ? Character(Unicode.Scalar(UInt8(truncatingIfNeeded: code))) : others[Int(code) - 0x80]
    }

    var characters: [Character] { items.indices.map(character) }

    /// The text of the characters for whose role a condition holds.
    func string(where isIncluded: (Role) -> Bool) -> String {
        guard isSimple else {
            var text = ""
            for index in items.indices where isIncluded(items[index].role) { text.append(character(at: index)) }
            return text
        }
        return String(unsafeUninitializedCapacity: items.count) { buffer in
            var count = 0
            for item in items where isIncluded(item.role) {
                buffer[count] = UInt8(truncatingIfNeeded: item.code)
                count += 1
            }
            return count
        }
    }

    var string: String { string { _ in true } }

    /// The characters in cells and the literals that belong to the value.
    var value: String { string { $0 == .cell || $0 == .fixed } }

    /// The number of code points of the first clusters.
    func codePoints(before count: Int) -> Int {
        isSimple ? count : (0..<count).reduce(0) { $0 + character(at: $1).unicodeScalars.count }
    }

    /// How many clusters begin before a number of code points.
    func clusters(before codePoints: Int) -> Int {
        if isSimple { return min(max(0, codePoints), count) }
        var remaining = codePoints
        var index = 0
        while remaining > 0, index < count {
            remaining -= character(at: index).unicodeScalars.count
            index += 1
        }
        return index
    }

    func hasSameCharacters(as other: OwnedText) -> Bool {
        guard count == other.count else { return false }
        return isSimple && other.isSimple
            ? hasSameCharacters(as: other, upTo: count) : string.hasSameCodePoints(as: other.string)
    }

    /// Whether the first characters are the same in another text.
    func hasSameCharacters(as other: OwnedText, upTo count: Int) -> Bool {
        guard count <= min(self.count, other.count) else { return false }
        if isSimple, other.isSimple { return (0..<count).allSatisfy { items[$0].code == other.items[$0].code } }
        return (0..<count).allSatisfy { character(at: $0) == other.character(at: $0) }
    }
}

// MARK: - Changes

extension OwnedText {
    mutating func reserveCapacity(_ count: Int) { items.reserveCapacity(count) }

    mutating func append(_ character: Character, role: Role) {
        items.append(Item(code: code(of: character), role: role))
    }

    /// - Parameter byte: ASCII other than a carriage return, which forms a cluster with a line feed.
    mutating func append(_ byte: UInt8, role: Role) { items.append(Item(code: UInt32(byte), role: role)) }

    mutating func insert(_ byte: UInt8, at index: Int, role: Role) {
        items.insert(Item(code: UInt32(byte), role: role), at: index)
    }

    mutating func removeLast() { items.removeLast() }

    mutating func remove(at index: Int) { items.remove(at: index) }

    mutating func setRoles(in range: Range<Int>, to role: Role) {
        for index in range { items[index].role = role }
    }

    mutating func setRole(at index: Int, to role: Role) { items[index].role = role }

    /// Replaces clusters, which stay clusters of their own beside the new ones.
    mutating func replace(_ range: Range<Int>, with other: OwnedText) {
        if other.isSimple {
            items.replaceSubrange(range, with: other.items)
        } else {
            let codes = other.items.indices.map {
                Item(code: code(of: other.character(at: $0)), role: other.role(at: $0))
            }
            items.replaceSubrange(range, with: codes)
        }
    }

    private mutating func code(of character: Character) -> UInt32 {
        if character.utf8.count == 1, let byte = character.utf8.first, byte != UInt8(ascii: "\r") {
            return UInt32(byte)
        }
        others.append(character)
        return UInt32(0x80 + others.count - 1)
    }

    func reversed() -> OwnedText {
        var text = self
        text.items.reverse()
        return text
    }

    /// The text with an edit in it, as it is before the mask formats it again.
    ///
    /// - Parameters:
    ///   - range: in clusters.
    ///   - replacement: in normalization form C.
    func replacing(_ range: Range<Int>, with replacement: String) -> MaskInput {
        if isSimple, replacement.isSimple {
            var text = self
            text.items.replaceSubrange(range, with: replacement.utf8.lazy.map { Item(code: UInt32($0), role: .open) })
            let end = range.lowerBound + replacement.utf8.count
            return MaskInput(text, caret: end, inserted: range.lowerBound..<end)
        }
        // Clusters may join at both ends of the replacement; such a cluster is neither the mask's nor was it there.
        let before = characters[..<range.lowerBound]
        let after = characters[range.upperBound...]
        let whole = String(before) + replacement + String(after)
        let start = before.reduce(0) { $0 + $1.unicodeScalars.count }
        var text = OwnedText(whole)
        let first = text.clusters(before: start)
        let caret = text.clusters(before: start + replacement.unicodeScalars.count)
        if !whole.isComposed { text = OwnedText(text.characters.map(\.composed)) }
        for index in 0..<min(first, range.lowerBound) where text.character(at: index) == before[index] {
            text.setRole(at: index, to: role(at: index))
        }
        for distance in 1...max(1, after.count) where distance <= text.count - caret && distance <= after.count {
            text.setRole(at: text.count - distance, to: role(at: count - distance))
        }
        return MaskInput(text, caret: caret, inserted: min(first, caret)..<caret)
    }
}

/// A text with an edit in it, before it is passed through a mask. Places are in grapheme clusters.
struct MaskInput: Sendable {
    var text: OwnedText
    /// A caret within a cluster has been moved to its end.
    var caret: Int
    /// The clusters that the edit inserted.
    var inserted: Range<Int>

    init(_ text: OwnedText, caret: Int, inserted: Range<Int> = 0..<0) {
        self.text = text
        self.caret = min(max(0, caret), text.count)
        self.inserted = inserted
    }

    /// A whole text with the caret at its end.
    init(_ text: String, role: OwnedText.Role = .open) {
        let text = OwnedText(text, role: role)
        self.init(text, caret: text.count, inserted: 0..<text.count)
    }

    /// - Parameter places: in ascending order.
    mutating func remove(_ places: [Int]) {
        func moved(_ position: Int) -> Int { position - places.prefix { $0 < position }.count }
        for position in places.reversed() { text.remove(at: position) }
        inserted = moved(inserted.lowerBound)..<moved(inserted.upperBound)
        caret = moved(caret)
    }
}

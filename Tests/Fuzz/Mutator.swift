import RandomTesting

/// Changes seeds into inputs that are nearly right, which get further into a parser than random bytes do.
struct Mutator {
    var random: SeededGenerator
    /// Words and numbers of all seeds, which are put where another one was.
    let dictionary: [[UInt8]]
    private let seeds: [[UInt8]]
    /// The longest input; longer ones only take time.
    private static let limit = 16 << 10

    /// - Parameter words: what is put into inputs besides the words of the seeds.
    init(seed: UInt64, seeds: [[UInt8]], words: [String]) {
        random = SeededGenerator(seed: seed)
        self.seeds = seeds.isEmpty ? [[]] : seeds
        let found = Set(seeds.flatMap { Self.tokens($0).map { Array($0) } })
        let extremes = ["0", "-1", "1e400", "9223372036854775808", "\"\"", "null", "[]", "{}", "\u{301}", "😀", "\0"]
        // Sorted, because a set has another order in each process, and a seed must name one input.
        dictionary = (found + (words + extremes).map { Array($0.utf8) }).sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// A seed with one to eight changes.
    mutating func next() -> [UInt8] {
        var bytes = seeds[Int.random(in: seeds.indices, using: &random)]
        for _ in 0..<Int.random(in: 1...8, using: &random) { change(&bytes) }
        return bytes.count > Self.limit ? Array(bytes.prefix(Self.limit)) : bytes
    }

    /// One of some values; the first one if there is no other.
    mutating func choice<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func change(_ bytes: inout [UInt8]) {
        let tokens = Self.tokens(bytes)
        let place = number(0...bytes.count)
        switch number(0...9) {
        case 0 where !bytes.isEmpty: bytes[min(place, bytes.count - 1)] ^= 1 << UInt8(number(0...7))
        case 1 where !bytes.isEmpty: bytes[min(place, bytes.count - 1)] = UInt8(number(0...255))
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + number(0...32)))
        case 3: bytes.insert(contentsOf: choice(dictionary), at: place)
        case 4, 5, 6:
            guard !tokens.isEmpty else { return }
            let token = choice(tokens)
            bytes.replaceSubrange(token.indices, with: choice(dictionary))
        case 7:
            let piece = bytes[place..<min(bytes.count, place + number(0...200))]
            bytes.insert(contentsOf: Array(piece), at: number(0...bytes.count))
        case 8:
            let other = seeds[number(0...seeds.count - 1)]
            guard !other.isEmpty else { return }
            let start = number(0...other.count - 1)
            bytes.insert(contentsOf: other[start..<min(other.count, start + number(0...200))], at: place)
        default: bytes.removeLast(min(bytes.count, number(0...16)))
        }
    }

    /// The words, numbers and quoted texts of a text.
    private static func tokens(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split { byte in
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"),
                UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
    }
}

/// A parser for JSON (RFC 8259) without extensions. It exists so that plug-ins need no Foundation for their
/// configurations: with Foundation a plug-in starts more slowly and takes twice the memory.
struct ConfigurationParser {
    private let bytes: [UInt8]
    private var place = 0

    /// The most arrays and objects that may be nested.
    private static let depthLimit = 64

    /// The value that a whole text stands for. Throws an error that tells what is wrong, and at which byte.
    static func parse(_ text: String) throws(ConfigurationError) -> ConfigurationValue {
        var parser = ConfigurationParser(bytes: Array(text.utf8))
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.place == parser.bytes.count else { throw parser.fault("something follows the end") }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private func fault(_ what: String) -> ConfigurationError {
        ConfigurationError("the configuration is no JSON: \(what), at byte \(place)")
    }

    private var next: UInt8? {
        place < bytes.count ? bytes[place] : nil
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
    }

    /// Reads the next byte if it is this ASCII character. Returns whether it was.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws(ConfigurationError) {
        guard take(scalar) else { throw fault("“\(scalar)” is expected") }
    }

    private mutating func value(depth: Int) throws(ConfigurationError) -> ConfigurationValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: String, _ value: ConfigurationValue) throws(ConfigurationError)
        -> ConfigurationValue
    {
        guard bytes[place...].starts(with: word.utf8) else { throw fault("“\(word)” is expected") }
        place += word.utf8.count
        return value
    }

    private mutating func array(_ depth: Int) throws(ConfigurationError) -> ConfigurationValue {
        try enter(depth)
        var elements: [ConfigurationValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipSpace()
        } while take(",")
        try expect("]")
        return .array(elements)
    }

    private mutating func object(_ depth: Int) throws(ConfigurationError) -> ConfigurationValue {
        try enter(depth)
        var members: [String: ConfigurationValue] = [:]
        skipSpace()
        if take("}") { return .object([:]) }
        repeat {
            skipSpace()
            let key = try text()
            skipSpace()
            try expect(":")
            guard members.updateValue(try value(depth: depth + 1), forKey: key) == nil else {
                throw fault("a key stands twice")
            }
            skipSpace()
        } while take(",")
        try expect("}")
        return .object(members)
    }

    private mutating func enter(_ depth: Int) throws(ConfigurationError) {
        guard depth < Self.depthLimit else { throw fault("more than \(Self.depthLimit) levels") }
        place += 1
    }

    private mutating func number() throws(ConfigurationError) -> String {
        let start = place
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func digits() throws(ConfigurationError) {
        let start = place
        while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
        guard place > start else { throw fault("a value is expected") }
    }

    private mutating func text() throws(ConfigurationError) -> String {
        try expect("\"")
        var utf8: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: utf8, as: UTF8.self)
            case UInt8(ascii: "\\"): utf8 += try escape().utf8
            case 0..<0x20: throw fault("a control character in a text")
            default: utf8.append(byte)
            }
        }
        throw fault("a text does not end")
    }

    private mutating func escape() throws(ConfigurationError) -> Character {
        let byte = next ?? 0
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Character(Unicode.Scalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw fault("there is no such escape")
        }
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard UTF16.isLeadSurrogate(first), take("\\"), take("u") else { throw fault("half a surrogate pair") }
        let second = try codeUnit()
        let pair = 0x10000 + ((UInt32(first) & 0x3FF) << 10 | UInt32(second) & 0x3FF)
        guard UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(pair) else {
            throw fault("half a surrogate pair")
        }
        return Character(scalar)
    }

    private mutating func codeUnit() throws(ConfigurationError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw fault("four hexadecimal digits are expected")
            }
            unit = unit << 4 | UInt16(digit)
            place += 1
        }
        return unit
    }
}

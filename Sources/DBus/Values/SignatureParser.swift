/// Reads a signature from left to right, by recursive descent that the nesting limits bound.
struct SignatureParser {
    static let maximumLength = 255
    static let maximumArrayDepth = 32
    static let maximumStructureDepth = 32

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Nil if it is not valid.
    mutating func parse() -> [ValueType]? {
        guard bytes.count <= Self.maximumLength else { return nil }
        var types: [ValueType] = []
        while position < bytes.count {
            guard let type = parseType(arrays: 0, structures: 0) else { return nil }
            types.append(type)
        }
        return types
    }

    /// The complete type that begins at a place in a signature, and where it ends; nil if it is not valid.
    static func type(in signature: [UInt8], at start: Int) -> (type: ValueType, end: Int)? {
        var parser = SignatureParser(signature)
        parser.position = start
        guard let type = parser.parseType(arrays: 0, structures: 0) else { return nil }
        return (type, parser.position)
    }

    private mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func parseType(arrays: Int, structures: Int) -> ValueType? {
        guard let code = next() else { return nil }
        switch code {
        case UInt8(ascii: "a"):
            guard arrays < Self.maximumArrayDepth else { return nil }
            if position < bytes.count, bytes[position] == UInt8(ascii: "{") {
                position += 1
                return parseDictionary(arrays: arrays + 1, structures: structures)
            }
            return parseType(arrays: arrays + 1, structures: structures).map { .array($0) }
        case UInt8(ascii: "("):
            guard structures < Self.maximumStructureDepth else { return nil }
            return parseStructure(arrays: arrays, structures: structures + 1)
        default:
            return ValueType(code: code)
        }
    }

    /// After "a{". An entry counts as a structure.
    private mutating func parseDictionary(arrays: Int, structures: Int) -> ValueType? {
        guard structures < Self.maximumStructureDepth,
            let key = next().flatMap({ ValueType(code: $0) }), key.isBasic,
            let value = parseType(arrays: arrays, structures: structures + 1),
            next() == UInt8(ascii: "}")
        else { return nil }
        return .dictionary(key: key, value: value)
    }

    /// After "(".
    private mutating func parseStructure(arrays: Int, structures: Int) -> ValueType? {
        var members: [ValueType] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: ")") {
            guard let member = parseType(arrays: arrays, structures: structures) else { return nil }
            members.append(member)
        }
        guard next() == UInt8(ascii: ")"), !members.isEmpty else { return nil }
        return .structure(members)
    }
}

import DBus
import FormdTesting
import RandomTesting

/// Types and values of every kind, of bounded size.
struct RandomValues {
    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    private static let basics: [ValueType] = [
        .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .objectPath, .signature,
    ]

    mutating func type(depth: Int = 0) -> ValueType {
        switch Int.random(in: 0..<(depth >= 4 ? 6 : 10), using: &generator) {
        case 0..<5: basic()
        case 5: .variant
        case 6, 7: .array(type(depth: depth + 1))
        case 8: .structure((0..<Int.random(in: 1...3, using: &generator)).map { _ in type(depth: depth + 1) })
        default: .dictionary(key: basic(), value: type(depth: depth + 1))
        }
    }

    mutating func value(of type: ValueType, depth: Int = 0) -> Value {
        switch type {
        case .byte: return .byte(.random(in: .min ... .max, using: &generator))
        case .boolean: return .boolean(.random(using: &generator))
        case .int16: return .int16(.random(in: .min ... .max, using: &generator))
        case .uint16: return .uint16(.random(in: .min ... .max, using: &generator))
        case .int32: return .int32(.random(in: .min ... .max, using: &generator))
        case .uint32: return .uint32(.random(in: .min ... .max, using: &generator))
        case .int64: return .int64(.random(in: .min ... .max, using: &generator))
        case .uint64: return .uint64(.random(in: .min ... .max, using: &generator))
        case .double:
            return .double(
                [0, -0.0, 1.5, -.infinity, .leastNonzeroMagnitude, 1e300].randomElement(using: &generator) ?? 0
            )
        case .string: return .string(string())
        case .objectPath:
            return .objectPath(["/", "/a", "/org/formd/Forms1/x_2"].randomElement(using: &generator) ?? .root)
        case .signature: return .signature(["", "s", "a{sv}(iai)", "aaav"].randomElement(using: &generator) ?? .empty)
        case .unixFD: return .uint32(0)
        case .variant:
            let content = depth > 5 ? basic() : self.type(depth: depth + 1)
            return .variant(value(of: content, depth: depth + 1))
        case .array(let element):
            return .array(element, count().map { _ in value(of: element, depth: depth + 1) })
        case .structure(let types):
            return .structure(types.map { value(of: $0, depth: depth + 1) })
        case .dictionary(let key, let content):
            let entries = count().map { _ in
                Value.Entry(value(of: key, depth: depth + 1), value(of: content, depth: depth + 1))
            }
            return .dictionary(key, content, entries)
        }
    }

    private mutating func basic() -> ValueType {
        Self.basics.randomElement(using: &generator) ?? .byte
    }

    private mutating func count() -> Range<Int> {
        0..<Int.random(in: 0...3, using: &generator)
    }

    /// Anything but NUL: controls, noncharacters, characters outside the basic plane, combining marks, and long ones.
    private mutating func string() -> String {
        let pieces = [
            "", "a", "ü", "🏳️‍🌈", "\u{FFFF}", "\u{10FFFF}", "\u{1}", "\u{301}", "\u{FEFF}",
            String(repeating: "x", count: 300),
        ]
        return (0..<Int.random(in: 0...4, using: &generator)).compactMap { _ in
            pieces.randomElement(using: &generator)
        }.joined()
    }
}

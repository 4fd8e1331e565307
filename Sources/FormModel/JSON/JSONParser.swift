/// Parses a JSON text into the nodes of a `JSONDocument`, in one loop with an explicit stack of open containers.
struct JSONParser {
    let bytes: [UInt8]
    var position = 0
    private(set) var nodes: [JSONDocument.Node] = []
    private(set) var duplicateKeys: [Int] = []
    /// The containers around the current position, outermost first.
    private var open: [Int32] = []

    private let limit: Int

    /// - Parameter limit: how many bytes the text may have.
    init(_ bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    /// The syntax that may follow.
    private enum Expectation {
        case value
        /// The first member or element, or the end of the container that was just opened.
        case first
        /// A comma, the end of the container, or the end of the text.
        case rest
    }

    mutating func parse() throws(JSONSyntaxError) {
        guard bytes.count <= limit else {
            throw failure("the text has \(bytes.count) bytes; the limit is \(limit)", at: 0)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw failure("the text begins with a byte order mark", at: 0)
        }
        nodes.reserveCapacity(bytes.count / 6 + 1)
        var expectation = Expectation.value
        while true {
            skipSpace()
            switch expectation {
            case .value:
                expectation = try readValue() ? .first : .rest
            case .first:
                guard let container = open.last else { return }
                if try closes(container) {
                    expectation = .rest
                } else {
                    if nodes[Int(container)].kind == .object { try readKey() }
                    expectation = .value
                }
            case .rest:
                guard let container = open.last else {
                    guard position == bytes.count else { throw unexpected("the end of the text") }
                    return
                }
                if try closes(container) { continue }
                let isObject = nodes[Int(container)].kind == .object
                guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else {
                    throw unexpected(isObject ? "a comma or “}”" : "a comma or “]”")
                }
                let comma = position
                position += 1
                skipSpace()
                if position < bytes.count, bytes[position] == UInt8(ascii: isObject ? "}" : "]") {
                    throw failure("a comma stands before the closing bracket", at: comma)
                }
                if isObject { try readKey() }
                expectation = .value
            }
        }
    }

    /// Reads a scalar or the opening bracket of a container. Returns whether it was a container.
    private mutating func readValue() throws(JSONSyntaxError) -> Bool {
        guard position < bytes.count else { throw unexpected("a value") }
        switch bytes[position] {
        case UInt8(ascii: "{"):
            try openContainer(.object)
            return true
        case UInt8(ascii: "["):
            try openContainer(.array)
            return true
        case UInt8(ascii: "\""): try readString(.string)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = position
            try skipNumber()
            append(.number, from: start)
        case UInt8(ascii: "t"): try readLiteral("true", .true)
        case UInt8(ascii: "f"): try readLiteral("false", .false)
        case UInt8(ascii: "n"): try readLiteral("null", .null)
        default: throw unexpected("a value")
        }
        return false
    }

    private mutating func openContainer(_ kind: JSONDocument.Kind) throws(JSONSyntaxError) {
        guard open.count < DefinitionLimits.depth else {
            throw failure("values are nested deeper than \(DefinitionLimits.depth) levels", at: position)
        }
        let index = Int32(nodes.count)
        append(kind, from: position)
        open.append(index)
        position += 1
    }

    /// Consumes the closing bracket of a container if it is next.
    private mutating func closes(_ container: Int32) throws(JSONSyntaxError) -> Bool {
        let index = Int(container)
        let isObject = nodes[index].kind == .object
        guard position < bytes.count, bytes[position] == UInt8(ascii: isObject ? "}" : "]") else { return false }
        position += 1
        open.removeLast()
        nodes[index].end = Int32(position)
        nodes[index].next = Int32(nodes.count)
        if isObject { findDuplicateKeys(in: index) }
        return true
    }

    /// Reads a key and the colon after it.
    private mutating func readKey() throws(JSONSyntaxError) {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            throw unexpected("a key in quotes")
        }
        try readString(.key)
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { throw unexpected("a colon") }
        position += 1
    }

    private mutating func readString(_ kind: JSONDocument.Kind) throws(JSONSyntaxError) {
        let start = position
        let isEscaped = try skipString()
        append(kind, from: start, isEscaped: isEscaped)
    }

    private mutating func readLiteral(_ name: StaticString, _ kind: JSONDocument.Kind) throws(JSONSyntaxError) {
        let start = position
        let matches = name.withUTF8Buffer { bytes[start...].starts(with: $0) }
        guard matches else { throw unexpected("a value") }
        position += name.utf8CodeUnitCount
        append(kind, from: start)
    }

    /// Adds a node that ends at the current position. The offsets fit because the text is smaller than `Int32.max`
    /// bytes.
    private mutating func append(_ kind: JSONDocument.Kind, from start: Int, isEscaped: Bool = false) {
        let parent = open.last ?? -1
        if parent >= 0, kind != .key { nodes[Int(parent)].count += 1 }
        nodes.append(
            JSONDocument.Node(
                kind: kind,
                isEscaped: isEscaped,
                start: Int32(truncatingIfNeeded: start),
                end: Int32(truncatingIfNeeded: position),
                next: Int32(truncatingIfNeeded: nodes.count + 1),
                parent: parent
            )
        )
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func findDuplicateKeys(in object: Int) {
        guard nodes[object].count > 1 else { return }
        var seen = Set<[UInt8]>(minimumCapacity: Int(nodes[object].count))
        var key = object + 1
        while key < nodes.count {
            let name = source(of: key)
            if !seen.insert(nodes[key].isEscaped ? JSONEscape.resolve(name) : Array(name)).inserted {
                duplicateKeys.append(key)
            }
            key = Int(nodes[key + 1].next)
        }
    }

    private func source(of index: Int) -> ArraySlice<UInt8> {
        bytes[Int(nodes[index].start)..<Int(nodes[index].end)]
    }
}

extension JSONParser {
    func failure(_ reason: String, at offset: Int) -> JSONSyntaxError {
        var locator = SourceLocator(bytes)
        return JSONSyntaxError(reason: reason, position: locator.position(at: offset))
    }

    /// The error for an unexpected character at the current position.
    func unexpected(_ expected: String) -> JSONSyntaxError {
        guard position < bytes.count else {
            return failure("expected \(expected), found the end of the text", at: position)
        }
        let rest = bytes[position..<min(position + 4, bytes.count)]
        let found = String(decoding: rest, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
        return failure("expected \(expected), found \(quoted(String(found)))", at: position)
    }
}

import DBus
import FormContract
import FormRuntime

/// The meaning of an object path, whether or not the object exists.
enum FormLocation: Equatable {
    /// A node on the way to the manager, such as `/org`.
    case above(child: String)
    case manager
    case sessions
    case owner(UInt32)
    case session(SessionIdentifier)
    /// The object that stands for the field that has the focus.
    case focused(SessionIdentifier)
    case fields(SessionIdentifier)
    case field(String, SessionIdentifier)

    init?(_ path: ObjectPath) {
        var text = path.string
        let location = text.withUTF8 { bytes in
            var elements = PathElements(bytes: bytes)
            return Self(&elements)
        }
        if let location {
            self = location
        } else if let below = Contract.root.relative(to: path) {
            self = .above(child: String(below.prefix { $0 != "/" }))
        } else {
            return nil
        }
    }

    /// Parses a path of the manager or below it.
    private init?(_ path: inout PathElements) {
        guard path.skip("/org/formd/Forms1") else { return nil }
        if path.isAtEnd {
            self = .manager
            return
        }
        guard path.skip("/session") else { return nil }
        guard let owner = path.next() else {
            self = .sessions
            return
        }
        guard let user = UInt32(decimal: owner) else { return nil }
        guard let word = path.next() else {
            self = .owner(user)
            return
        }
        guard let token = SessionIdentifier.Token(pathElement: String(decoding: word, as: UTF8.self)) else {
            return nil
        }
        let identifier = SessionIdentifier(owner: user, token: token)
        if path.isAtEnd {
            self = .session(identifier)
            return
        }
        if path.skip("/focused"), path.isAtEnd {
            self = .focused(identifier)
            return
        }
        guard path.skip("/field") else { return nil }
        guard let name = path.next() else {
            self = .fields(identifier)
            return
        }
        guard path.isAtEnd else { return nil }
        self = .field(String(decoding: name, as: UTF8.self), identifier)
    }
}

/// Parses an object path byte by byte. This runs for each call, and would take thirty times as long with characters.
private struct PathElements {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    /// Skips whole elements. Returns `false` without moving if other elements follow.
    mutating func skip(_ elements: StaticString) -> Bool {
        let end = position + elements.utf8CodeUnitCount
        guard end <= bytes.count, end == bytes.count || bytes[end] == UInt8(ascii: "/"),
            elements.withUTF8Buffer({ $0.elementsEqual(bytes[position..<end]) })
        else { return false }
        position = end
        return true
    }

    /// Returns the next element; `nil` at the end.
    mutating func next() -> UnsafeBufferPointer<UInt8>? {
        guard position < bytes.count else { return nil }
        let start = position + 1
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "/") { end += 1 }
        position = end
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }
}

extension UInt32 {
    /// Parses a number without a sign or leading zeros, so that each number has exactly one path.
    fileprivate init?(decimal digits: UnsafeBufferPointer<UInt8>) {
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1, digits.count <= 10 else {
            return nil
        }
        var number: UInt64 = 0
        for digit in digits {
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            number = number * 10 + UInt64(digit - UInt8(ascii: "0"))
        }
        self.init(exactly: number)
    }
}

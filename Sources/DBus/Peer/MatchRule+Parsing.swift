extension MatchRule {
    /// The error for a text that is not a rule.
    struct Malformed: Error, Hashable {
        let reason: String
    }

    /// The longest rule, in bytes, as on a bus.
    static let maximumLength = 1024

    /// Parses `key='value',key='value'`. Inside apostrophes every character stands for itself; outside them `\'` is an
    /// apostrophe. `eavesdrop` is accepted and has no effect.
    /// - Throws: `Malformed`.
    init(parsing text: String) throws(Malformed) {
        guard text.utf8.count <= Self.maximumLength else {
            throw Malformed(reason: "the rule is longer than \(Self.maximumLength) bytes")
        }
        var seen: Set<String> = []
        var rest = text.unicodeScalars[...]
        while true {
            rest = rest.drop { $0.properties.isWhitespace }
            if rest.isEmpty { break }
            let key = try Self.key(&rest)
            guard seen.insert(key).inserted else { throw Malformed(reason: "the key “\(key)” occurs twice") }
            try set(key, to: try Self.value(&rest))
        }
        guard path == nil || pathNamespace == nil else {
            throw Malformed(reason: "a rule has either path or path_namespace")
        }
    }

    private static func key(_ rest: inout Substring.UnicodeScalarView) throws(Malformed) -> String {
        guard let equals = rest.firstIndex(of: "=") else {
            throw Malformed(reason: "“\(Substring(rest))” has no “=”")
        }
        let key = rest[..<equals]
        rest = rest[rest.index(after: equals)...]
        guard !key.isEmpty else { throw Malformed(reason: "a key is empty") }
        return String(key)
    }

    private static func value(_ rest: inout Substring.UnicodeScalarView) throws(Malformed) -> String {
        var value = String.UnicodeScalarView()
        var isQuoted = false
        while let scalar = rest.popFirst() {
            switch scalar {
            case "'":
                isQuoted.toggle()
            case "," where !isQuoted:
                return String(value)
            case "\\" where !isQuoted && rest.first == "'":
                rest.removeFirst()
                value.append("'")
            default:
                value.append(scalar)
            }
        }
        guard !isQuoted else { throw Malformed(reason: "an apostrophe is not closed") }
        return String(value)
    }

    private static let kinds: [String: Message.Kind] = [
        "method_call": .call, "method_return": .reply, "error": .error, "signal": .signal,
    ]

    private mutating func set(_ key: String, to value: String) throws(Malformed) {
        switch key {
        case "type":
            guard let kind = Self.kinds[value] else { throw Self.invalid(key, value) }
            self.kind = kind
        case "sender":
            sender = try Self.checked(key, value)
        case "destination":
            destination = try Self.checked(key, value)
        case "interface":
            interface = try Self.checked(key, value)
        case "member":
            member = try Self.checked(key, value)
        case "path":
            path = try Self.checked(key, value)
        case "path_namespace":
            pathNamespace = try Self.checked(key, value)
        case "eavesdrop":
            guard value == "true" || value == "false" else { throw Self.invalid(key, value) }
        case "arg0namespace":
            try setArgument(0, to: .namespace(value))
        default:
            try setArgument(key, to: value)
        }
    }

    private mutating func setArgument(_ key: String, to value: String) throws(Malformed) {
        let digits = key.dropFirst("arg".count).prefix { $0.isASCII && $0.isNumber }
        let suffix = key.dropFirst("arg".count + digits.count)
        guard key.hasPrefix("arg"), let index = Int(digits), String(index) == digits, (0...63).contains(index),
            suffix.isEmpty || suffix == "path"
        else { throw Malformed(reason: "the key “\(key)” is unknown") }
        try setArgument(index, to: suffix.isEmpty ? .equals(value) : .path(value))
    }

    private mutating func setArgument(_ index: Int, to test: ArgumentTest) throws(Malformed) {
        guard arguments.updateValue(test, forKey: index) == nil else {
            throw Malformed(reason: "argument \(index) is tested twice")
        }
    }

    private static func checked<Name: ValidatedName>(_ key: String, _ value: String) throws(Malformed) -> Name {
        guard let name = Name(value) else { throw invalid(key, value) }
        return name
    }

    private static func invalid(_ key: String, _ value: String) -> Malformed {
        Malformed(reason: "“\(value)” is no \(key)")
    }
}

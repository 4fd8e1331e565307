extension Decoder {
    /// Throws a ``ConfigurationError`` that names the first key which is not one of `known`. Without this check a
    /// misspelt key would silently be ignored, and the default would be used in its place.
    public func refuseKeys<Keys: CodingKey & CaseIterable>(except known: Keys.Type) throws {
        let container = try container(keyedBy: AnyKey.self)
        let names = Set(known.allCases.map(\.stringValue))
        guard let unknown = container.allKeys.map(\.stringValue).sorted().first(where: { !names.contains($0) }) else {
            return
        }
        let path = JSONPointer.path(codingPath)
        throw ConfigurationError(
            "\(path)/\(unknown): there is no such key; there are \(names.sorted().joined(separator: ", "))"
        )
    }
}

/// The position of a value in a JSON document.
enum JSONPointer {
    /// The JSON Pointer (RFC 6901) of a path; empty for the whole document.
    static func path(_ keys: [any CodingKey]) -> String {
        keys.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
    }
}

private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}

/// Decodes a configuration from its JSON. This is meant for the types of Swift's standard library. The types of
/// Foundation, such as `URL` and `Date`, are decoded by their own `Decodable` conformance, whose format differs from
/// the one that `JSONDecoder` uses for them.
struct ConfigurationDecoder: Decoder {
    let value: ConfigurationValue
    var codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ value: ConfigurationValue, at path: [any CodingKey] = []) {
        self.value = value
        codingPath = path
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch([String: Any].self, "an object") }
        return KeyedDecodingContainer(Members(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([Any].self, "a list") }
        return Elements(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    private func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
        let words = "\(expected) is expected, not \(value.noun)"
        return .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: words))
    }

    private func corrupted(_ words: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: words))
    }
}

// MARK: - One value

extension ConfigurationDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .boolean(let boolean) = value else { throw mismatch(type, "true or false") }
        return boolean
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .text(let text) = value else { throw mismatch(type, "a text") }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard case .number(let digits) = value else { throw mismatch(type, "a number") }
        guard let number = Double(digits), number.isFinite else { throw corrupted("\(digits) is too large a number") }
        return number
    }

    func decode(_ type: Float.Type) throws -> Float {
        let number = Float(try decode(Double.self))
        guard number.isFinite else { throw corrupted("\(number) is too large a number") }
        return number
    }

    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

    private func integer<Integer: FixedWidthInteger>() throws -> Integer {
        guard case .number(let digits) = value else { throw mismatch(Integer.self, "a whole number") }
        if let integer = Integer(digits) { return integer }
        // Numbers such as 3.0 and 3e2 are integers too.
        if let number = Double(digits), let integer = Integer(exactly: number) { return integer }
        throw corrupted("\(digits) is no whole number from \(Integer.min) to \(Integer.max)")
    }
}

// MARK: - Many values

extension ConfigurationDecoder {
    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let members: [String: ConfigurationValue]
        let codingPath: [any CodingKey]

        var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

        func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

        func decodeNil(forKey key: Key) throws -> Bool { try decoder(of: key).decodeNil() }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try decoder(of: key).decode(type)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            try decoder(of: key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try decoder(of: key).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder { try decoder(of: Place.superclass) }
        func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(of: key) }

        private func decoder(of key: any CodingKey) throws -> ConfigurationDecoder {
            guard let value = members[key.stringValue] else {
                let context = DecodingError.Context(codingPath: codingPath, debugDescription: "the key is missing")
                throw DecodingError.keyNotFound(key, context)
            }
            return ConfigurationDecoder(value, at: codingPath + [key])
        }
    }

    private struct Elements: UnkeyedDecodingContainer {
        let elements: [ConfigurationValue]
        let codingPath: [any CodingKey]
        var currentIndex = 0

        init(elements: [ConfigurationValue], codingPath: [any CodingKey]) {
            self.elements = elements
            self.codingPath = codingPath
        }

        var count: Int? { elements.count }
        var isAtEnd: Bool { currentIndex >= elements.count }

        mutating func decodeNil() throws -> Bool {
            let isNull = try element().decodeNil()
            if isNull { currentIndex += 1 }
            return isNull
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let value = try element().decode(type)
            currentIndex += 1
            return value
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> {
            let container = try element().container(keyedBy: type)
            currentIndex += 1
            return container
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            let container = try element().unkeyedContainer()
            currentIndex += 1
            return container
        }

        mutating func superDecoder() throws -> any Decoder {
            let decoder = try element()
            currentIndex += 1
            return decoder
        }

        private func element() throws -> ConfigurationDecoder {
            let place = codingPath + [Place(currentIndex)]
            guard !isAtEnd else {
                let context = DecodingError.Context(codingPath: place, debugDescription: "the list is too short")
                throw DecodingError.valueNotFound(Any.self, context)
            }
            return ConfigurationDecoder(elements[currentIndex], at: place)
        }
    }

    /// The index of an element, as a key of the path in errors.
    private struct Place: CodingKey {
        let stringValue: String
        let intValue: Int?

        static let superclass = Place(stringValue: "super")

        init(_ index: Int) {
            stringValue = "\(index)"
            intValue = index
        }

        init(stringValue: String) {
            self.stringValue = stringValue
            intValue = nil
        }

        init(intValue: Int) { self.init(intValue) }
    }
}

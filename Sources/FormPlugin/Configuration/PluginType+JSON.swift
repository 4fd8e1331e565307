extension PluginType {
    /// Makes an instance as formd does, for tests.
    ///
    /// - Parameter json: an object with the keys beside the type's name in a definition.
    /// - Throws: the error whose description the author of a form gets, with the path to the key at fault.
    public init(json: String) throws(ConfigurationError) {
        let configuration: Configuration = try ConfigurationText(json).decoded()
        do {
            self = try Self(configuration: configuration)
        } catch {
            throw ConfigurationError(decoding: error)
        }
    }
}

/// A JSON text, from which values are made without Foundation.
package struct ConfigurationText {
    private let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Throws an error with the path to the key at fault, or the byte at which the text is no JSON.
    package func decoded<Value: Decodable>() throws(ConfigurationError) -> Value {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationError("the text is no UTF-8")
        }
        let value = try ConfigurationParser.parse(text)
        do {
            return try Value(from: ConfigurationDecoder(value))
        } catch {
            throw ConfigurationError(decoding: error)
        }
    }
}

extension ConfigurationError {
    /// The description that the author of a form gets for an error in a configuration.
    init(decoding error: any Error) {
        switch error {
        case let error as ConfigurationError: self = error
        case let error as DecodingError: self.init(error)
        default: self.init("\(error)")
        }
    }

    /// An error with the decoder's message and the path to the key at fault.
    package init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init("\(JSONPointer.path(context.codingPath + [key])): the key is missing")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.isEmpty ? "/" : JSONPointer.path(context.codingPath)
            self.init("\(path): \(context.debugDescription)")
        @unknown default:
            self.init("\(error)")
        }
    }
}

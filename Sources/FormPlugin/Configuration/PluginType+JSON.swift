extension PluginType {
    /// Makes an instance as formd does, for tests.
    ///
    /// - Parameter json: an object with the keys that stand beside the type's name in a definition.
    /// - Throws: the error whose description the author of a form gets, with the path to the key at fault.
    public init(json: String) throws(ConfigurationError) {
        do {
            let value = try ConfigurationParser.parse(json)
            self = try Self(configuration: try Configuration(from: ConfigurationDecoder(value)))
        } catch let error as ConfigurationError {
            throw error
        } catch let error as DecodingError {
            throw ConfigurationError(error)
        } catch {
            throw ConfigurationError("\(error)")
        }
    }
}

extension ConfigurationError {
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

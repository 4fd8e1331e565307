/// A JSON value of a configuration.
enum ConfigurationValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// A number as it is written, because an integer may have more digits than a `Double` keeps.
    case number(String)
    case text(String)
    case array([ConfigurationValue])
    case object([String: ConfigurationValue])

    /// The name of the value's type, for messages.
    var noun: String {
        switch self {
        case .null: "null"
        case .boolean: "true or false"
        case .number: "a number"
        case .text: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

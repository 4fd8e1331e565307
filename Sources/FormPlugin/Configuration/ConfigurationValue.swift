/// A value of a configuration as its JSON text has it.
enum ConfigurationValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// As it is written: an integer may have more digits than a `Double` keeps.
    case number(String)
    case text(String)
    case array([ConfigurationValue])
    case object([String: ConfigurationValue])

    /// What a person calls it.
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

/// A type that a plug-in offers to definitions: a name, and how an instance is made of a configuration.
///
/// Conform to one of the kinds that refine this, ``PlaceholderService``, ``FormatterService``, ``ValidatorService`` or
/// ``TextMeasurerService``: they say what an instance is asked. The daemon makes one instance of each configuration and
/// shares it between the fields that have it.
public protocol PluginType: Sendable {
    /// The name that definitions use: a letter, then letters, digits, `-`, `_`, `.`; at most 64 ASCII characters.
    static var typeName: String { get }

    /// Decoded from the keys that stand beside the type's name in the definition.
    associatedtype Configuration: Decodable & Sendable

    /// Throws when the configuration makes no sense. The error's description reaches the author of the form.
    init(configuration: Configuration) throws
}

/// Why a configuration makes no sense, in words for the author of the form.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, naming the key and the value.
    public var description: String

    /// An error with these words.
    public init(_ description: String) {
        self.description = description
    }
}

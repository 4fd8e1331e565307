/// A type that a plug-in provides to definitions. It has a name, and creates an instance from a configuration.
///
/// Conform to one of the protocols that refine this one, which define the questions to an instance:
/// ``PlaceholderService``, ``FormatterService``, ``ValidatorService`` or ``TextMeasurerService``. The daemon creates
/// one instance for each configuration, and all fields with that configuration share it.
public protocol PluginType: Sendable {
    /// The name that definitions use: a letter, then letters, digits, `-`, `_`, `.`; at most 64 ASCII characters.
    static var typeName: String { get }

    /// The configuration, which is decoded from the keys beside the type's name in the definition.
    associatedtype Configuration: Decodable & Sendable

    /// Makes an instance. Throws if the configuration is invalid; the author of the form gets the error's description.
    init(configuration: Configuration) throws
}

/// The error for an invalid configuration. Its description is shown to the author of the form.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, with the key and the value.
    public var description: String

    /// Makes an error with this description.
    public init(_ description: String) {
        self.description = description
    }
}

/// A type of a plug-in, as a definition names it.
package struct TypeReference: Sendable, Hashable {
    package var name: String
    /// A JSON object: the keys beside the type's name that are the type's own.
    package var configuration: String

    package init(name: String, configuration: String) {
        self.name = name
        self.configuration = configuration
    }
}

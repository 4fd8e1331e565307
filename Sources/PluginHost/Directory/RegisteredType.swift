package import PluginWire

/// A type that definitions can name, and its provider.
package struct RegisteredType: Sendable, Hashable {
    package var kind: TypeKind
    package var name: String
    /// The plug-in's name; empty for a built-in type.
    package var plugin = ""

    package init(kind: TypeKind, name: String, plugin: String = "") {
        self.kind = kind
        self.name = name
        self.plugin = plugin
    }
}

import FormModel
import PluginWire

/// A type that definitions can name, and who provides it.
package struct RegisteredType: Sendable, Hashable {
    package var kind: Kind
    package var name: String
    /// The plug-in's name; empty for a built-in type.
    package var plugin = ""

    package enum Kind: String, Sendable, CaseIterable {
        case formatter, validator, placeholder
    }

    /// What formd brings along.
    package static let builtIn: [RegisteredType] =
        FormatterDefinition.builtInTypes.map { RegisteredType(kind: .formatter, name: $0) }
        + ["length", "regex", "textField"].map { RegisteredType(kind: .validator, name: $0) }
        + ["floating", "static", "native"].map { RegisteredType(kind: .placeholder, name: $0) }
}

extension RegisteredType {
    init(_ type: PluginHost.RegisteredType) {
        switch type.kind {
        case .placeholder: self.init(kind: .placeholder, name: type.name, plugin: type.plugin)
        }
    }
}

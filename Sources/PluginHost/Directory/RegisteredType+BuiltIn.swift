import FormEngine
package import FormModel
package import PluginWire

extension RegisteredType {
    /// The types that formd itself implements.
    package static let builtIn: [RegisteredType] =
        DefinitionKinds.builtIn.formatterNames.map { RegisteredType(kind: .formatter, name: $0) }
        + DefinitionKinds.builtIn.ruleNames.map { RegisteredType(kind: .validator, name: $0) }
        + ["floating", "static", "native"].map { RegisteredType(kind: .placeholder, name: $0) }

    /// The types that plug-ins must not declare, because definitions use their names for formd's own types.
    package static let reserved: Set<TypeIdentity> = Set(builtIn.map { TypeIdentity($0.kind, $0.name) })
}

extension TypeNames {
    /// The names of the types that plug-ins provide.
    ///
    /// - Parameter isComplete: false if other machines may have plug-ins with other types.
    package init(_ types: [TypeIdentity], isComplete: Bool = true) {
        func names(_ kind: TypeKind) -> Set<String> {
            Set(types.lazy.filter { $0.kind == kind }.map(\.name))
        }
        self.init(
            placeholders: names(.placeholder),
            formatters: names(.formatter),
            validators: names(.validator),
            measurers: names(.measurer),
            isComplete: isComplete
        )
    }
}

import FormPlugin

@main
struct Plugin: FormPlugin {
    static let types: [any PluginType.Type] = [CardNumberFormatter.self, CardNumberValidator.self]
}

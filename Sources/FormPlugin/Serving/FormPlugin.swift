/// A plug-in: a program that provides types to formd.
///
/// ```swift
/// @main
/// struct Plugin: FormPlugin {
///     static let types: [any PluginType.Type] = [CurrencyPlaceholderService.self]
/// }
/// ```
///
/// formd finds the program through the `plugin.json` beside it, starts it for the first question to one of its types,
/// and ends it when it is idle. Everything runs on the main thread: a question is answered before the next one is read.
/// formd logs what the program writes to its standard error before the first question, and later only if the
/// administrator allows it; a program must never write what was typed into a field.
public protocol FormPlugin {
    /// The types that the manifest names.
    static var types: [any PluginType.Type] { get }
}

extension FormPlugin {
    /// Answers questions until formd ends the conversation, and then ends the process. The status is 0, or 76 if formd
    /// violated the protocol, or 64 if the program was not started by formd.
    public static func main() {
        PluginServer(conversation: PluginConversation(types: types)).run()
    }
}

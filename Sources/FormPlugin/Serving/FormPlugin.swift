/// A plug-in: a program that offers types to formd.
///
/// ```swift
/// @main
/// struct Plugin: FormPlugin {
///     static let types: [any PluginType.Type] = [CurrencyPlaceholderService.self]
/// }
/// ```
///
/// formd finds the program through the `plugin.json` that stands beside it, starts it when one of its types is first
/// used, and ends it when it is idle. Everything runs on the main thread: a question is answered before the next one is
/// read. What the program writes to its standard error goes to formd's log; it must never write what was typed into a
/// field.
public protocol FormPlugin {
    /// The types, as the manifest names them.
    static var types: [any PluginType.Type] { get }
}

extension FormPlugin {
    /// Answers questions until formd ends the conversation, then ends the process: with status 0, with 76 if formd said
    /// something that the protocol does not know, with 64 if it was not formd that started the program.
    public static func main() {
        PluginServer(conversation: PluginConversation(types: types)).run()
    }
}

/// A placeholder service computes the layers of one placeholder of a field. The daemon sends it a question when the
/// field has changed, and clients draw the layers.
public protocol PlaceholderService: PluginType {
    /// The layers for a field in this context, back to front, at most 64. They must depend only on `field` and the
    /// configuration: the daemon may cache an answer and use it again.
    func layers(for field: FieldContext) -> [PlaceholderLayer]
}

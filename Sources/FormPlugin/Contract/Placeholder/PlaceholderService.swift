/// A placeholder service computes what one placeholder of a field shows. The daemon decides when to ask, and clients
/// draw.
public protocol PlaceholderService: PluginType {
    /// The layers for a field in this context, back to front, at most 64. They must follow from `field` and the
    /// configuration alone: the daemon may remember an answer and use it again.
    func layers(for field: FieldContext) -> [PlaceholderLayer]
}

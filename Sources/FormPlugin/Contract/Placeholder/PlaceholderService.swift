/// Computes what one placeholder of a field shows. The daemon decides when, the client draws.
public protocol PlaceholderService: PluginType {
    /// The layers for a field in this situation, back to front; at most 64. A pure function of `field` and of the
    /// configuration: the daemon may remember an answer and give it again.
    func layers(for field: FieldContext) -> [PlaceholderLayer]
}

/// The styles that a definition can name: its own, and below them the built-in ones.
struct StyleTable {
    /// Complete styles. A definition's own style of the same name hides one of these, and may extend it.
    var base: [String: StyleVariants]
    /// The definition's own, as they are written.
    var overlays: [String: JSONObject] = [:]
    /// Own styles that need no further look at what they extend.
    var checked: Set<String> = []
    /// Own styles that extend themselves on a detour.
    var cyclic: Set<String> = []
    /// Own styles that have been put together.
    var resolved: [String: StyleVariants] = [:]

    /// Without `base` the built-in styles.
    init(base: [String: StyleVariants]? = nil) {
        self.base = base ?? [:]
        usesBuiltIn = base == nil
    }

    /// Whether built-in styles are known; asked for when needed, for they are decoded through this very table.
    private let usesBuiltIn: Bool

    func base(_ name: String) -> StyleVariants? {
        usesBuiltIn ? BuiltInStyles.table[name] : base[name]
    }

    /// Every name there is, own ones first.
    var names: [String] {
        overlays.keys.sorted() + (usesBuiltIn ? BuiltInStyles.names : base.keys.sorted()).filter { overlays[$0] == nil }
    }
}

/// One style for one-line fields and for text views. A class, because a style is several kilobytes large.
package final class StyleVariants: Sendable {
    package let text: StyleSheet
    package let textView: StyleSheet

    init(text: StyleSheet, textView: StyleSheet) {
        self.text = text
        self.textView = textView
    }

    package subscript(kind: FieldKind) -> StyleSheet {
        switch kind {
        case .text, .note: text
        case .textView: textView
        }
    }
}

/// The styles that a definition can name: its own and the built-in ones.
struct StyleTable {
    /// Complete styles. A definition's own style of the same name replaces one of these, and may extend it.
    private let base: Base
    /// The definition's own styles as JSON.
    private var overlays: [String: JSONObject] = [:]
    /// Own styles that extend nothing, because they would extend themselves.
    private var cyclic: Set<String> = []
    /// The complete styles that have been created.
    private var resolved: [String: StyleVariants] = [:]

    enum Base {
        case builtIn
        /// Only the style from which the built-in ones are derived.
        case underlined(StyleVariants)
    }

    init(base: Base = .builtIn) {
        self.base = base
    }

    private func baseStyle(_ name: String) -> StyleVariants? {
        switch base {
        case .builtIn: StyleVariants.builtIn(name)
        case .underlined(let style): name == "underlined" ? style : nil
        }
    }

    /// The names of all styles, own ones first.
    private var names: [String] {
        overlays.keys.sorted() + BuiltInStyles.names.filter { overlays[$0] == nil }
    }

    // MARK: The definition's own styles

    /// The keys of a definition's style.
    static let keys = KeyTable<StyleDraft>("a style") {
        Key("extends", "identifier", schema: ValueReader.identifier.schema, default: "`underlined`")
            .described(as: "the style that this one is based on")
        StyleDraft.keys.keys
        // The last key, so that it overrides the others.
        Key(
            "textView",
            "the same keys but these two",
            schema: { StyleDraft.keys.schema() },
            "the differences in a text view"
        ) {
            value,
            draft,
            context in
            guard draft.kind == .textView else { return }
            StyleDraft.keys.read(value, into: &draft, context)
        }
    }

    /// Reads the `styles` of a definition and validates each of them, used or not.
    mutating func read(_ value: JSONValue, _ context: DecodingContext) {
        guard let object = value.object else { return context.mismatch("an object of styles by name", at: value) }
        let limit = DefinitionLimits.styles
        if object.count > limit { context.error("there are \(object.count) styles; the limit is \(limit)", at: value) }
        let members = object.members.prefix(limit)
        for member in members {
            _ = ValueReader.identifier.read(member.site, context)
            if overlays[member.key] == nil { overlays[member.key] = member.value.object }
        }
        for member in members {
            // The values are not used here; this only checks whether they are valid.
            var scratch = StyleDraft(sheet: .underlined, kind: .textView)
            Self.keys.read(member.value, into: &scratch, context)
            if let parent = member.value.object?["extends"] { checkName(parent, context) }
        }
        checkExtends(of: members.map(\.key).filter { overlays[$0] != nil }, context)
    }

    private func checkName(_ value: JSONValue, _ context: DecodingContext) {
        guard let name = value.string else { return context.mismatch("the name of a style", at: value) }
        guard overlays[name] == nil, baseStyle(name) == nil else { return }
        context.unknown("style", name, at: value, allowed: names)
    }

    /// The name of the style that a style extends, `underlined` by default. A style's own name refers to the built-in
    /// style.
    private func parentName(of name: String) -> String {
        overlays[name]?["extends"]?.string ?? "underlined"
    }

    /// Reports own styles that extend themselves, directly or through others.
    private mutating func checkExtends(of names: [String], _ context: DecodingContext) {
        for name in names where baseStyle(name) == nil && parentName(of: name) == name {
            if let extends = overlays[name]?["extends"] {
                context.error("the style \(quoted(name)) extends itself", at: extends)
            }
        }
        // A style's own name refers to the built-in style.
        var graph = names.map { name in
            [parentName(of: name)].filter { $0 != name }.compactMap { names.firstIndex(of: $0) }
        }
        while let circle = ReferenceGraph.circle(in: graph), let first = circle.first, let last = circle.last {
            let cycle = (circle + [first]).map { quoted(names[$0]) }.joined(separator: " → ")
            if let overlay = overlays[names[last]] {
                context.error("styles extend each other: \(cycle)", at: overlay["extends"] ?? overlay.value)
            }
            graph[last] = []
            cyclic.insert(names[last])
        }
    }

    // MARK: Looking up a style

    /// A style merged with all that it extends, or `nil` if the name is unknown.
    ///
    /// Recursive, with one call for each style of the chain, so at most as many as a definition may have.
    mutating func style(named name: String, _ context: DecodingContext) -> StyleVariants? {
        if let variants = resolved[name] { return variants }
        guard let overlay = overlays[name] else {
            let variants = baseStyle(name)
            resolved[name] = variants
            return variants
        }
        let parent = parentName(of: name)
        let inherited: StyleVariants? =
            if parent == name { baseStyle(name) } else if cyclic.contains(name) { nil } else {
                style(named: parent, context)
            }
        var text = StyleDraft(sheet: inherited?.text ?? .underlined, kind: .text)
        var textView = StyleDraft(sheet: inherited?.textView ?? .underlined, kind: .textView)
        // Errors of the style were reported when the definition's styles were read.
        let wasMuted = context.isMuted
        context.isMuted = true
        Self.keys.read(overlay.value, into: &text, context)
        Self.keys.read(overlay.value, into: &textView, context)
        context.isMuted = wasMuted
        let variants = StyleVariants(text: text.sheet, textView: textView.sheet)
        resolved[name] = variants
        return variants
    }

    /// The style that a field names; reports an unknown name.
    mutating func style(_ value: JSONValue, _ context: DecodingContext) -> StyleVariants? {
        if let name = value.string, let variants = style(named: name, context) { return variants }
        checkName(value, context)
        return nil
    }
}

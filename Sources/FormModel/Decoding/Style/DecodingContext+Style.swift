extension DecodingContext {
    /// Reads the `styles` of a definition and checks each of them, used or not.
    func readStyles(_ value: JSONValue) {
        guard let object = value.object else { return mismatch("an object of styles by name", at: value) }
        let limit = DefinitionLimits.styles
        if object.count > limit {
            error("there are \(object.count) styles; the limit is \(limit)", at: value)
        }
        let members = object.members.prefix(limit)
        for member in members {
            _ = identifier(member.site)
            if styles.overlays[member.key] == nil {
                styles.overlays[member.key] = self.object(member.value, keys: SheetKey.ofStyle)
            }
        }
        for member in members {
            guard let overlay = styles.overlays[member.key] else { continue }
            if let parent = overlay["extends"] { checkStyleName(parent) }
            // The numbers do not matter here, only whether they can be read.
            var scratch = StyleSheet.underlined
            apply(overlay, to: &scratch, kind: .text)
            if let variant = overlay["textView"], let variant = self.object(variant, keys: SheetKey.ofAppearance) {
                apply(variant, to: &scratch, kind: .textView)
            }
        }
        for member in members { checkExtends(of: member.key) }
    }

    private func checkStyleName(_ value: JSONValue) {
        guard let name = value.string else { return mismatch("the name of a style", at: value) }
        if styles.overlays[name] == nil, styles.base(name) == nil {
            unknown("style", name, at: value, allowed: styles.names)
        }
    }

    /// The style that an own style stands on, nil if that is no own one.
    private func ownParent(of name: String) -> String? {
        let parent = parentName(of: name)
        return parent != name && styles.overlays[parent] != nil ? parent : nil
    }

    /// What a style extends; `underlined` if it does not say. Its own name stands for the built-in style behind it.
    private func parentName(of name: String) -> String {
        styles.overlays[name]?["extends"]?.string ?? "underlined"
    }

    /// Follows the chain from one style, and reports it if it comes back to itself.
    private func checkExtends(of name: String) {
        var chain: [String] = []
        var next: String? = name
        while let current = next, !styles.checked.contains(current) {
            if let start = chain.firstIndex(of: current) {
                let cycle = chain[start...] + [current]
                let last = chain.last ?? current
                if let overlay = styles.overlays[last] {
                    let chain = cycle.map(quoted).joined(separator: " → ")
                    error("styles extend each other: \(chain)", at: overlay["extends"] ?? overlay.value)
                }
                styles.cyclic.formUnion(cycle)
                break
            }
            chain.append(current)
            next = ownParent(of: current)
        }
        if next.map(styles.cyclic.contains) == true { styles.cyclic.formUnion(chain) }
        if styles.base(name) == nil, parentName(of: name) == name, !styles.cyclic.contains(name) {
            if let extends = styles.overlays[name]?["extends"] {
                error("the style \(quoted(name)) extends itself", at: extends)
            }
        }
        styles.checked.formUnion(chain)
    }

    /// A style with all that it extends; nil if there is none of the name.
    ///
    /// One call for each style of the chain, so at most as many as a definition may have.
    func style(named name: String) -> StyleVariants? {
        if let variants = styles.resolved[name] { return variants }
        guard let overlay = styles.overlays[name] else {
            let base = styles.base(name)
            styles.resolved[name] = base
            return base
        }
        let parent = parentName(of: name)
        let inherited: StyleVariants? =
            if parent == name { styles.base(name) } else if styles.cyclic.contains(name) { nil } else {
                style(named: parent)
            }
        var oneLine = inherited?.text ?? .underlined
        var textView = inherited?.textView ?? .underlined
        let wasMuted = isMuted
        isMuted = true
        apply(overlay, to: &oneLine, kind: .text)
        apply(overlay, to: &textView, kind: .textView)
        if let variant = overlay["textView"]?.object { apply(variant, to: &textView, kind: .textView) }
        isMuted = wasMuted
        let variants = StyleVariants(text: oneLine, textView: textView)
        styles.resolved[name] = variants
        return variants
    }

    /// The style that a field names; reports one that does not exist.
    func style(_ value: JSONValue) -> StyleVariants? {
        guard let name = value.string, let variants = style(named: name) else {
            checkStyleName(value)
            return nil
        }
        return variants
    }
}

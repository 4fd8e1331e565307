private enum HeightPolicyName: String, CaseIterable {
    case fixed, flexible
}

extension DecodingContext {
    /// Reads a height rule over the one that a field has from its style. What it leaves out stays as it is; of another
    /// policy, what is usual for the kind of field.
    func apply(_ value: JSONValue, to policy: inout HeightPolicy, kind: FieldKind) {
        guard let object = value.object else { return mismatch("an object", at: value) }
        var name: HeightPolicyName =
            switch policy {
            case .fixed: .fixed
            case .flexible: .flexible
            }
        if let value = object["policy"] {
            guard let choice = choice(value, of: HeightPolicyName.self) else { return }
            name = choice
        }
        switch name {
        case .fixed:
            guard self.object(value, keys: ["policy", "height"]) != nil else { return }
            var height: Double? = if case .fixed(let height) = policy { height } else { nil }
            read(object["height"], into: &height, length)
            if let height {
                policy = .fixed(height: height)
            } else if object["height"] == nil {
                error("a fixed height needs the key “height”", at: value)
            }
        case .flexible:
            guard self.object(value, keys: ["policy", "minimum", "bottomInset", "ignoresEmptyHint"]) != nil else {
                return
            }
            var minimum = 77.0
            var bottomInset = 5.0
            var ignoresEmptyHint = kind == .textView
            if case .flexible(let inherited, let inset, let ignores) = policy {
                (minimum, bottomInset, ignoresEmptyHint) = (inherited, inset, ignores)
            }
            read(object["minimum"], into: &minimum, length)
            read(object["bottomInset"], into: &bottomInset, length)
            read(object["ignoresEmptyHint"], into: &ignoresEmptyHint, bool)
            policy = .flexible(minimum: minimum, bottomInset: bottomInset, ignoresEmptyHint: ignoresEmptyHint)
        }
    }
}

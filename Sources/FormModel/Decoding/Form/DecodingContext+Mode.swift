private enum ModeName: String, CaseIterable {
    case plain, password, custom
}

extension DecodingContext {
    /// `"plain"`, or an object with a `type`. `style` has the colours that a custom button need not give.
    func mode(_ value: JSONValue, style: Style) -> FieldMode? {
        if value.kind == .string {
            guard let name = choice(value, of: ModeName.self) else { return nil }
            if name != .plain { mismatch("an object with the type \(quoted(name.rawValue))", at: value) }
            return name == .plain ? .plain : nil
        }
        guard let object = value.object else {
            mismatch("“plain” or an object", at: value)
            return nil
        }
        guard let type = object["type"] else {
            error("a mode needs the key “type”", at: value)
            return nil
        }
        switch choice(type, of: ModeName.self) {
        case .plain:
            _ = self.object(value, keys: ["type"])
            return .plain
        case .password:
            _ = self.object(value, keys: ["type", "reveal"])
            var reveal = RevealBehavior.alwaysVisible
            read(object["reveal"], into: &reveal) { choice($0, of: RevealBehavior.self) }
            return .password(reveal: reveal)
        case .custom:
            _ = self.object(value, keys: ["type", "image", "normalColor", "pressedColor"])
            guard let image = object["image"] else {
                error("a custom mode needs the key “image”", at: value)
                return nil
            }
            var normal = style.actionButton.normalColor
            var pressed = style.actionButton.pressedColor
            read(object["normalColor"], into: &normal, color)
            read(object["pressedColor"], into: &pressed, color)
            return name(image).map { .custom(image: $0, normalColor: normal, pressedColor: pressed) }
        case nil: return nil
        }
    }
}

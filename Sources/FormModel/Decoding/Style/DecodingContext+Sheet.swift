/// The keys of a style.
enum SheetKey {
    static let ofAppearance = [
        "text", "line", "hint", "border", "background", "actionButton", "clearButton", "layout", "height",
        "placeholders",
    ]
    static let ofText = ["font", "padding", "increasedPadding", "tint", "colors"]
    static let ofLine = ["insets", "height", "activeHeight", "cornerRadius", "colors"]
    static let ofHint = ["font", "lineHeight", "colors", "visibleStates"]
    static let ofBorder = ["width", "cornerRadius", "colors", "insets", "height"]
    static let ofButton = ["images", "colors", "width", "height", "trailing"]
    static let ofImages = ["normal", "alternate"]
    static let ofButtonColors = ["normal", "pressed"]
    static let ofLayout = [
        "topMargin", "leading", "trailing", "textHeight", "hintGap", "hintLeading", "hintTrailing",
        "hintMinimumHeight", "hintHeight",
    ]
    static let ofFont = ["family", "size"]
    static let ofInsets = ["top", "left", "bottom", "right"]
    static let ofColors = ["normal", "active", "error", "disabled"]
    static let ofStyle = ofAppearance + ["extends", "textView"]
}

extension DecodingContext {
    /// Writes what a style or an appearance says over what is already there.
    func apply(_ overlay: JSONObject, to sheet: inout StyleSheet, kind: FieldKind) {
        if let value = overlay["text"] { apply(value, to: &sheet.style.text) }
        if let value = overlay["line"] { apply(value, to: &sheet.style.line) }
        if let value = overlay["hint"] { applyHint(value, to: &sheet) }
        if let value = overlay["border"] { apply(value, to: &sheet.style.border) }
        read(overlay["background"], into: &sheet.style.background, color)
        if let value = overlay["actionButton"] { apply(value, to: &sheet.style.actionButton) }
        if let value = overlay["clearButton"] { apply(value, to: &sheet.style.clearButton) }
        if let value = overlay["layout"] { apply(value, to: &sheet.style.layout) }
        if let value = overlay["height"] { apply(value, to: &sheet.style.height, kind: kind) }
        if let value = overlay["placeholders"] { applyPlaceholders(value, to: &sheet) }
    }

    private func apply(_ value: JSONValue, to text: inout TextStyle) {
        guard let object = object(value, keys: SheetKey.ofText) else {
            return
        }
        if let value = object["font"] { apply(value, to: &text.font) }
        if let value = object["padding"] { apply(value, to: &text.padding) }
        if let value = object["increasedPadding"] { apply(value, to: &text.increasedPadding) }
        read(object["tint"], into: &text.tint, color)
        if let value = object["colors"] { apply(value, to: &text.colors) }
    }

    private func apply(_ value: JSONValue, to line: inout LineStyle) {
        guard let object = object(value, keys: SheetKey.ofLine) else {
            return
        }
        if let value = object["insets"] { apply(value, to: &line.insets) }
        read(object["height"], into: &line.height, length)
        read(object["activeHeight"], into: &line.activeHeight, length)
        read(object["cornerRadius"], into: &line.cornerRadius, length)
        if let value = object["colors"] { apply(value, to: &line.colors) }
    }

    private func applyHint(_ value: JSONValue, to sheet: inout StyleSheet) {
        guard let object = object(value, keys: SheetKey.ofHint) else { return }
        if let value = object["font"] { apply(value, to: &sheet.style.hint.font) }
        read(object["lineHeight"], into: &sheet.style.hint.lineHeight, fontSize)
        if let value = object["colors"] { apply(value, to: &sheet.style.hint.colors) }
        read(object["visibleStates"], into: &sheet.visibleHintStates, containerStates)
    }

    private func apply(_ value: JSONValue, to border: inout BorderStyle) {
        guard let object = object(value, keys: SheetKey.ofBorder) else { return }
        read(object["width"], into: &border.width, length)
        read(object["cornerRadius"], into: &border.cornerRadius, length)
        if let value = object["colors"] { apply(value, to: &border.colors) }
        if let value = object["insets"] { apply(value, to: &border.insets) }
        read(object["height"], into: &border.height, length)
    }

    private func apply(_ value: JSONValue, to button: inout ButtonStyle) {
        guard let object = object(value, keys: SheetKey.ofButton) else { return }
        if let value = object["images"], let images = self.object(value, keys: SheetKey.ofImages) {
            read(images["normal"], into: &button.image) { name($0) }
            read(images["alternate"], into: &button.alternateImage) { name($0) }
        }
        if let value = object["colors"], let colors = self.object(value, keys: SheetKey.ofButtonColors) {
            read(colors["normal"], into: &button.normalColor, color)
            read(colors["pressed"], into: &button.pressedColor, color)
        }
        read(object["width"], into: &button.width, length)
        read(object["height"], into: &button.height, length)
        read(object["trailing"], into: &button.trailing, length)
    }

    private func apply(_ value: JSONValue, to layout: inout LayoutConstants) {
        guard let object = object(value, keys: SheetKey.ofLayout) else { return }
        read(object["topMargin"], into: &layout.topMargin, length)
        read(object["leading"], into: &layout.leading, length)
        read(object["trailing"], into: &layout.trailing, length)
        read(object["textHeight"], into: &layout.textHeight, length)
        read(object["hintGap"], into: &layout.hintGap, length)
        read(object["hintLeading"], into: &layout.hintLeading, length)
        read(object["hintTrailing"], into: &layout.hintTrailing, length)
        read(object["hintMinimumHeight"], into: &layout.hintMinimumHeight, length)
        read(object["hintHeight"], into: &layout.hintHeight, length)
    }

    private func apply(_ value: JSONValue, to font: inout Font) {
        guard let object = object(value, keys: SheetKey.ofFont) else { return }
        read(object["family"], into: &font.family) { string($0, limit: DefinitionLimits.resourceName) }
        read(object["size"], into: &font.size, fontSize)
    }

    func apply(_ value: JSONValue, to insets: inout Insets) {
        guard let object = object(value, keys: SheetKey.ofInsets) else { return }
        read(object["top"], into: &insets.top, length)
        read(object["left"], into: &insets.left, length)
        read(object["bottom"], into: &insets.bottom, length)
        read(object["right"], into: &insets.right, length)
    }

    func apply(_ value: JSONValue, to colors: inout StateColors) {
        guard let object = object(value, keys: SheetKey.ofColors) else { return }
        read(object["normal"], into: &colors.normal, color)
        read(object["active"], into: &colors.active, color)
        read(object["error"], into: &colors.error, color)
        read(object["disabled"], into: &colors.disabled, color)
    }

    func fontSize(_ value: JSONValue) -> Double? {
        number(value, in: 1...DefinitionLimits.fontSize, unit: "logical pixels")
    }
}

import FormModel
import Testing

private let background: UInt32 = 0xFF1F_2032
private let container: UInt32 = 0xFF34_364E
private let gray: UInt32 = 0xFF9F_ACC7
private let accent: UInt32 = 0xFFFF_9D2B
private let pressed: UInt32 = 0xFFD4_7506
private let red: UInt32 = 0xFFFF_4747
private let white: UInt32 = 0xFFFE_FEFE

/// In the dark colour scheme, which has the library's numbers.
private func colors(_ style: StateColors) -> [UInt32] {
    [style.error.dark, style.normal.dark, style.active.dark, style.disabled.dark]
}

private func numbers(_ insets: Insets) -> [Double] {
    [insets.top, insets.left, insets.bottom, insets.right]
}

private func numbers(_ button: ButtonStyle) -> [Double] {
    [button.width, button.height, button.trailing]
}

private func numbers(_ layout: LayoutConstants) -> [Double?] {
    [
        layout.topMargin, layout.leading, layout.trailing, layout.textHeight, layout.hintGap, layout.hintLeading,
        layout.hintTrailing, layout.hintMinimumHeight, layout.hintHeight,
    ]
}

/// Against the numbers of TextFieldsCatalog and of the fields in its example.
@Suite("Built-in styles")
struct BuiltInStyleTests {
    @Test("they are decoded without errors and warnings", arguments: ["underlined", "box", "customUnderlined", "sum"])
    func isSound(_ name: String) {
        #expect(BuiltInStyles.decode().diagnostics == [])
        #expect(StyleVariants.builtIn(name) != nil)
        #expect(StyleVariants.builtIn("none") == nil)
    }

    @Test("underlined has the library's numbers")
    func underlined() throws {
        let sheet = try #require(StyleVariants.builtIn("underlined")).text
        let style = sheet.style
        #expect(style == .underlined)
        #expect(style.text.font == Font(family: "", size: 16))
        #expect(numbers(style.text.padding) == [0, 0, 0, 0])
        #expect(numbers(style.text.increasedPadding) == [0, 0, 0, 40])
        #expect(style.text.tint.dark == accent)
        #expect(colors(style.text.colors) == [white, white, white, gray])
        #expect(numbers(style.line.insets) == [5, 16, 0, 16])
        #expect([style.line.height, style.line.activeHeight, style.line.cornerRadius] == [1, 2, 1])
        #expect(colors(style.line.colors) == [red, container, accent, container])
        #expect(style.hint.font == Font(family: "", size: 12))
        #expect(style.hint.lineHeight == 16)
        #expect(colors(style.hint.colors) == [red, gray, gray, gray])
        #expect(style.border.height == 0)
        #expect(style.background.dark == background)
        #expect(style.actionButton.image == "eyeOff")
        #expect(style.actionButton.alternateImage == "eyeOn")
        #expect([style.actionButton.normalColor.dark, style.actionButton.pressedColor.dark] == [accent, pressed])
        #expect(numbers(style.actionButton) == [44, 44, 16])
        #expect(numbers(style.clearButton) == [44, 28, 0])
        #expect(numbers(style.layout) == [18, 16, 16, 30, 9, 16, 16, 15, nil])
        #expect(style.height == .flexible(minimum: 77, bottomInset: 5, ignoresEmptyHint: false))
        #expect(sheet.visibleHintStates == [.active, .error])

        let floating = sheet.floating
        #expect([floating.height, floating.smallFontSize, floating.bigFontSize] == [19, 12, 16])
        #expect(numbers(floating.topInsets) == [2, 16, 0, 16])
        #expect(numbers(floating.bottomInsets) == [23, 15, 0, 16])
        #expect(floating.increasedRightPadding == 70)
        #expect(colors(floating.topColors) == [gray, gray, accent, gray])
        #expect(colors(floating.bottomColors) == [white, white, accent, gray])
        #expect([sheet.native.fontSize, sheet.native.height, sheet.native.increasedRightPadding] == [16, 19, 60])
        #expect(numbers(sheet.native.insets) == [23, 16, 0, 16])
        #expect(colors(sheet.native.colors) == [red, white, accent, gray])
        #expect(sheet.native.role == .main)
        #expect(sheet.native.behavior == .hideOnInput)
    }

    @Test("underlined differs in a text view by four numbers and a flag")
    func textView() throws {
        let variants = try #require(StyleVariants.builtIn("underlined"))
        var expected = variants.text
        expected.style.layout.topMargin = 28
        expected.style.layout.textHeight = 20
        expected.style.height = .flexible(minimum: 77, bottomInset: 5, ignoresEmptyHint: true)
        expected.floating.topInsets.right = 50
        #expect(variants.textView.style == expected.style)
        #expect(variants.textView.floating == expected.floating)
        #expect(variants.textView.native == expected.native)
    }

    @Test("box has the example's numbers")
    func box() throws {
        let sheet = try #require(StyleVariants.builtIn("box")).text
        let style = sheet.style
        #expect(style.text.font.size == 16)
        #expect(numbers(style.text.padding) == [0, 16, 0, 16])
        #expect(numbers(style.text.increasedPadding) == [0, 16, 0, 56])
        #expect(colors(style.line.colors) == [0, 0, 0, 0])
        #expect([style.border.width, style.border.cornerRadius, style.border.height] == [2, 6, 60])
        #expect(numbers(style.border.insets) == [49, 16, 0, 16])
        #expect(colors(style.border.colors) == [red, container, accent, container])
        #expect([style.hint.font.size, style.hint.lineHeight] == [13, 17])
        #expect(sheet.visibleHintStates == [.normal, .active, .error, .disabled])
        #expect(numbers(style.actionButton) == [56, 44, 16])
        #expect(numbers(style.layout) == [49, 16, 16, 60, 6, 16, 16, 16, nil])
        #expect(style.height == .flexible(minimum: 130, bottomInset: 5, ignoresEmptyHint: false))
        #expect([sheet.fixed.fontSize, sheet.fixed.height] == [14, 19])
        #expect(numbers(sheet.fixed.insets) == [13, 16, 0, 16])
        #expect(colors(sheet.fixed.colors) == [gray, gray, gray, gray])
    }

    @Test("customUnderlined has the example's numbers")
    func customUnderlined() throws {
        let sheet = try #require(StyleVariants.builtIn("customUnderlined")).text
        #expect(numbers(sheet.style.layout) == [28, 16, 16, 30, 9, 16, 16, 0, 0])
        #expect(sheet.style.height == .flexible(minimum: 77, bottomInset: 5, ignoresEmptyHint: false))
        #expect([sheet.native.fontSize, sheet.native.height, sheet.native.increasedRightPadding] == [16, 24, 60])
        #expect(numbers(sheet.native.insets) == [30, 16, 0, 16])
        #expect(sheet.native.role == .main)
        #expect(sheet.native.behavior == .hideOnInput)
    }

    @Test("sum has the example's numbers")
    func sum() throws {
        let sheet = try #require(StyleVariants.builtIn("sum")).text
        #expect(sheet.style.text.font.size == 50)
        #expect([sheet.style.hint.font.size, sheet.style.hint.lineHeight] == [13, 17])
        #expect(numbers(sheet.style.layout) == [37, 16, 50, 54, 16, 16, 16, 15, nil])
        #expect(numbers(sheet.style.actionButton) == [44, 44, 16])
        #expect(sheet.style.height == .flexible(minimum: 102, bottomInset: 5, ignoresEmptyHint: true))
        #expect([sheet.native.fontSize, sheet.native.height] == [50, 54])
        #expect(numbers(sheet.native.insets) == [37, 16, 0, 16])
    }
}

import FormModel
import Testing

@Suite("A style in a definition")
struct OwnStyleTests {
    @Test("a style is based on underlined by default, and inherits what it does not set")
    func partial() throws {
        let field = try #require(
            decodedField(#""style": "s""#, styles: ##"{"s": {"line": {"colors": {"error": "#123"}, "height": 3}}}"##)
        )
        var expected = Style.underlined
        expected.line.height = 3
        expected.line.colors.error = Color(argb: 0xFF11_2233)
        #expect(field.style == expected)
    }

    @Test("styles can extend others in any order, and the nearest value is used")
    func chain() throws {
        let styles = """
            {"c": {"extends": "b", "hint": {"lineHeight": 30}},
             "a": {"extends": "box", "hint": {"lineHeight": 10, "font": {"size": 11}}, "layout": {"topMargin": 1}},
             "b": {"extends": "a", "layout": {"topMargin": 2}}}
            """
        let style = try #require(decodedField(#""style": "c""#, styles: styles)).style
        #expect(style.hint.lineHeight == 30)
        #expect(style.hint.font.size == 11)
        #expect(style.layout.topMargin == 2)
        #expect(style.border.width == 2)
    }

    @Test("a style replaces the built-in style with its name, and can extend it")
    func shadow() throws {
        let styles =
            #"{"box": {"extends": "box", "border": {"width": 9}}, "underlined": {"text": {"font": {"size": 7}}}}"#
        let box = try #require(decodedField(#""style": "box""#, styles: styles)).style
        #expect(box.border.width == 9)
        #expect(box.border.cornerRadius == 6)
        #expect(box.text.font.size == 16)
        #expect(try #require(decodedField("", styles: styles)).style.text.font.size == 7)
    }

    @Test("a style can have additional differences for text views")
    func textView() throws {
        let styles = """
            {"a": {"layout": {"topMargin": 5}, "textView": {"layout": {"topMargin": 6}}},
             "b": {"extends": "a", "textView": {"placeholders": {"floating": {"height": 8}}}}}
            """
        let view = try #require(
            decodedField(#""type": "textView", "style": "b", "placeholders": ["x"]"#, styles: styles)
        )
        #expect(view.style.layout.topMargin == 6)
        #expect(view.style.layout.textHeight == 20)
        guard case .floating(let floating) = try #require(view.placeholders.first).service else {
            Issue.record("not a floating placeholder")
            return
        }
        #expect(floating.height == 8)
        #expect(floating.topInsets.right == 50)
        #expect(try #require(decodedField(#""style": "b""#, styles: styles)).style.layout.topMargin == 5)
    }

    @Test("a style has the usual placeholders, whose keys it can replace")
    func placeholders() throws {
        let styles = """
            {"a": {"placeholders": {"native": {"fontSize": 20, "insets": {"top": 1}, "role": "support"},
                                    "currency": {"insets": {"top": 1, "left": 2}, "height": 3}}}}
            """
        let placeholders = try #require(
            decodedField(
                """
                "style": "a", "appearance": {"placeholders": {"currency": {"height": 4, "color": "#FFF"}}},
                "placeholders": [{"service": "native", "insets": {"left": 5}},
                                 {"service": "currency", "text": "€", "insets": {"left": 9}}]
                """,
                styles: styles
            )
        ).placeholders
        guard case .native(let native) = placeholders[0].service else {
            Issue.record("not a native placeholder")
            return
        }
        #expect(native.fontSize == 20)
        #expect(
            native.insets
                == {
                    var insets = StyleSheet.underlined.native.insets; insets.top = 1; insets.left = 5; return insets
                }()
        )
        #expect(native.role == .support)
        #expect(
            placeholders[1].service
                == .plugin(
                    type: "currency",
                    configuration: ##"{"insets":{"top":1,"left":9},"height":4,"color":"#FFF"}"##
                )
        )
    }

    @Test("the field's appearance replaces parts of the style, and the field's height those of the appearance")
    func appearance() throws {
        let field = try #require(
            decodedField(
                ##"""
                "style": "a", "height": {"policy": "fixed", "height": 50},
                "appearance": {"background": "#80000000", "height": {"minimum": 5}, "hint": {"visibleStates": ["normal"]},
                               "actionButton": {"images": {"normal": "n", "alternate": "m"}, "trailing": 1,
                                                "colors": {"pressed": "#000"}},
                               "clearButton": {"width": 30}, "border": {"insets": {"bottom": 4}}}
                """##,
                styles: ##"{"a": {"background": "#FFF", "actionButton": {"width": 20}}}"##
            )
        )
        #expect(field.style.background.dark == 0x8000_0000)
        #expect(field.style.height == .fixed(height: 50))
        #expect(field.visibleHintStates == .normal)
        #expect(field.style.actionButton.image == "n")
        #expect(field.style.actionButton.alternateImage == "m")
        #expect(field.style.actionButton.width == 20)
        #expect(field.style.actionButton.trailing == 1)
        #expect(field.style.actionButton.pressedColor.dark == 0xFF00_0000)
        #expect(field.style.clearButton.width == 30)
        #expect(field.style.border.insets.bottom == 4)
    }

    @Test("a style can change from a fixed height to the default of the kind of field")
    func heightPolicy() throws {
        let styles = #"{"f": {"height": {"policy": "fixed", "height": 40}}}"#
        func height(_ members: String) throws -> HeightPolicy {
            try #require(decodedField(members, styles: styles)).style.height
        }
        #expect(try height(#""style": "f""#) == .fixed(height: 40))
        #expect(try height(#""style": "f", "height": {"height": 41}"#) == .fixed(height: 41))
        #expect(
            try height(#""style": "f", "height": {"policy": "flexible"}"#)
                == .flexible(minimum: 77, bottomInset: 5, ignoresEmptyHint: false)
        )
        #expect(
            try height(#""style": "f", "type": "textView", "height": {"policy": "flexible", "minimum": 9}"#)
                == .flexible(minimum: 9, bottomInset: 5, ignoresEmptyHint: true)
        )
    }
}

/// The styles that every definition can name, written like a definition's `styles`. They extend
/// `StyleSheet.underlined`.
package enum BuiltInStyles {
    package static let names = ["underlined", "box", "customUnderlined", "sum"]

    static let json = """
        {
          "underlined": {
            "textView": {
              "layout": {"topMargin": 28, "textHeight": 20},
              "height": {"ignoresEmptyHint": true},
              "placeholders": {"floating": {"topInsets": {"right": 50}}}
            }
          },
          "box": {
            "text": {"padding": {"left": 16, "right": 16}, "increasedPadding": {"left": 16, "right": 56}},
            "line": {
              "colors": {
                "normal": "#00000000", "active": "#00000000", "error": "#00000000", "disabled": "#00000000"
              }
            },
            "border": {
              "width": 2, "cornerRadius": 6, "height": 60, "insets": {"top": 49, "left": 16, "right": 16}
            },
            "hint": {
              "font": {"size": 13}, "lineHeight": 17, "visibleStates": ["normal", "active", "error", "disabled"]
            },
            "actionButton": {"width": 56},
            "layout": {"topMargin": 49, "textHeight": 60, "hintGap": 6, "hintMinimumHeight": 16},
            "height": {"policy": "flexible", "minimum": 130, "bottomInset": 5},
            "placeholders": {
              "static": {
                "fontSize": 14, "height": 19, "insets": {"top": 13}, "colors": {"active": "secondary"}
              }
            }
          },
          "customUnderlined": {
            "layout": {"topMargin": 28, "hintHeight": 0, "hintMinimumHeight": 0},
            "placeholders": {
              "native": {
                "fontSize": 16, "height": 24, "insets": {"top": 30}, "increasedRightPadding": 60,
                "role": "main", "behavior": "hideOnInput"
              }
            }
          },
          "sum": {
            "text": {"font": {"size": 50}},
            "hint": {"font": {"size": 13}, "lineHeight": 17},
            "layout": {"topMargin": 37, "trailing": 50, "textHeight": 54, "hintGap": 16},
            "height": {"policy": "flexible", "minimum": 102, "bottomInset": 5, "ignoresEmptyHint": true},
            "placeholders": {
              "static": {
                "fontSize": 14, "height": 19, "insets": {"top": 13}, "colors": {"active": "secondary"}
              },
              "native": {"fontSize": 50, "height": 54, "insets": {"top": 37}}
            }
          }
        }
        """

    /// Decoded once. A test checks that this reports nothing.
    fileprivate static let table: [String: StyleVariants] = decode().table

    package static func decode() -> (table: [String: StyleVariants], diagnostics: [Diagnostic]) {
        let base = StyleVariants(text: .underlined, textView: .underlined)
        guard let document = try? JSONDocument(json) else { return (["underlined": base], []) }
        let context = DecodingContext(document: document)
        var styles = StyleTable(base: .underlined(base))
        styles.read(document.root, context)
        var table: [String: StyleVariants] = [:]
        for name in names { table[name] = styles.style(named: name, context) }
        // A box has the colours of a line. They are shades of role colours, which definitions cannot express.
        table["box"] = table["box"]?.with(borderColors: Style.underlined.line.colors)
        return (table, context.diagnostics())
    }
}

extension StyleVariants {
    /// A built-in style: `underlined`, `box`, `customUnderlined` or `sum`.
    package static func builtIn(_ name: String) -> StyleVariants? {
        BuiltInStyles.table[name]
    }

    fileprivate func with(borderColors: StateColors) -> StyleVariants {
        var (text, textView) = (text, textView)
        text.style.border.colors = borderColors
        textView.style.border.colors = borderColors
        return StyleVariants(text: text, textView: textView)
    }
}

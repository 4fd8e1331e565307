extension PluginTemplate {
    var measurerSource: String {
        """
        import FormPlugin

        /// Measures text of a terminal: every character is as wide as every other, and a line breaks where it is full.
        struct \(service): TextMeasurerService {
            static let typeName = "\(type)"

            /// The keys that are allowed beside `"type": "\(type)"`.
            struct Configuration: Decodable, Sendable {
                /// A character's width in font sizes.
                var advance: Double

                private enum CodingKeys: String, CodingKey, CaseIterable {
                    case advance
                }

                init(from decoder: any Decoder) throws {
                    try decoder.refuseKeys(except: CodingKeys.self)
                    let container = try decoder.container(keyedBy: CodingKeys.self)
                    advance = try container.decodeIfPresent(Double.self, forKey: .advance) ?? 0.6
                }
            }

            private let advance: Double

            init(configuration: Configuration) throws {
                guard (0.01...10).contains(configuration.advance) else {
                    throw ConfigurationError("/advance: \\(configuration.advance) is not between 0.01 and 10")
                }
                advance = configuration.advance
            }

            func measure(_ text: TextToMeasure) -> TextMeasure {
                let advance = text.fontSize * advance
                let room = advance > 0 ? max(1, Int(min(text.width / advance, 65_535))) : 1
                let paragraphs = text.text.split(separator: "\\n", omittingEmptySubsequences: false).map(\\.count)
                let lines = paragraphs.reduce(0) { $0 + max(1, ($1 + room - 1) / room) }
                let longest = min(paragraphs.max() ?? 0, room)
                let lineHeight = text.lineHeight > 0 ? text.lineHeight : ReferenceMetrics.lineHeight(fontSize: text.fontSize)
                let shown = min(lines, 65_535)
                return TextMeasure(lines: shown, height: Double(shown) * lineHeight, width: Double(longest) * advance)
            }
        }

        """
    }

    var measurerTest: String {
        """
        import FormPlugin
        import Testing

        @testable import \(module)

        @Suite("\(service)")
        struct \(service)Tests {
            /// Ten characters fit into a line.
            private func measure(_ text: String) throws -> TextMeasure {
                let measurer = try \(service)(json: #"{"advance": 0.5}"#)
                return measurer.measure(
                    TextToMeasure(text: text, fontFamily: "", fontSize: 20, lineHeight: 24, width: 105)
                )
            }

            @Test(
                "a line breaks where it is full, and where the text says so",
                arguments: [("", 1, 0.0), ("0123456789", 1, 100), ("0123456789a", 2, 100), ("ab\\n\\nc", 3, 20)]
            )
            func lines(_ text: String, _ lines: Int, _ width: Double) throws {
                #expect(try measure(text) == TextMeasure(lines: lines, height: Double(lines) * 24, width: width))
            }

            @Test("a configuration that makes no sense is refused", arguments: [#"{"advance": 0}"#, #"{"width": 1}"#])
            func refused(_ json: String) {
                #expect(throws: ConfigurationError.self) { try \(service)(json: json) }
            }
        }

        """
    }
}

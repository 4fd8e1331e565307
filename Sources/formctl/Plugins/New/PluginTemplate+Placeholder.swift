extension PluginTemplate {
    var placeholderSource: String {
        """
        import FormPlugin

        /// Shows how many characters there are, at the field's right edge.
        struct \(service): PlaceholderService {
            static let typeName = "\(type)"

            /// The keys that are allowed beside `"service": "\(type)"`.
            struct Configuration: Decodable, Sendable {
                /// `#RRGGBB` or `#AARRGGBB`.
                var color: String

                private enum CodingKeys: String, CodingKey, CaseIterable {
                    case color
                }

                init(from decoder: any Decoder) throws {
                    try decoder.refuseKeys(except: CodingKeys.self)
                    let container = try decoder.container(keyedBy: CodingKeys.self)
                    color = try container.decodeIfPresent(String.self, forKey: .color) ?? "#9FACC7"
                }
            }

            private let color: String

            init(configuration: Configuration) throws {
                guard PlaceholderLayer.isColor(configuration.color) else {
                    throw ConfigurationError("/color: \\(configuration.color) is neither #RRGGBB nor #AARRGGBB")
                }
                color = configuration.color
            }

            func layers(for field: FieldContext) -> [PlaceholderLayer] {
                let count = String(field.text.count)
                let fontSize = 12.0
                let width = ReferenceMetrics.width(of: count, fontSize: fontSize)
                let frame = Frame(x: max(0, field.width - 16 - width), y: 8, width: width, height: 16)
                return [
                    PlaceholderLayer(
                        text: count,
                        isVisible: !field.text.isEmpty,
                        frame: frame,
                        fontSize: fontSize,
                        color: color
                    )
                ]
            }
        }

        """
    }

    var placeholderTest: String {
        """
        import FormPlugin
        import Testing

        @testable import \(module)

        @Suite("\(service)")
        struct \(service)Tests {
            private func field(_ text: String) -> FieldContext {
                FieldContext(
                    fieldState: .active,
                    containerState: .active,
                    text: text,
                    placeholder: "",
                    width: 320,
                    inputFrame: Frame(x: 16, y: 24, width: 288, height: 24),
                    hasActionButton: false
                )
            }

            @Test("it counts what a reader calls characters", arguments: [("a", "1"), ("e\\u{301}", "1"), ("abcde fghij", "11")])
            func counts(_ text: String, _ count: String) throws {
                let layer = try #require(\(service)(json: "{}").layers(for: field(text)).first)
                #expect(layer.text == count)
                #expect(layer.isVisible)
                #expect(layer.frame.x + layer.frame.width == 304)
            }

            @Test("an empty field shows nothing")
            func empty() throws {
                #expect(try \(service)(json: "{}").layers(for: field("")).first?.isVisible == false)
            }

            @Test("a configuration that makes no sense is refused", arguments: [#"{"color": "red"}"#, #"{"colour": "red"}"#])
            func refused(_ json: String) {
                #expect(throws: ConfigurationError.self) { try \(service)(json: json) }
            }
        }

        """
    }
}

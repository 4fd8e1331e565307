extension PluginTemplate {
    var formatterSource: String {
        """
        import FormPlugin

        /// Keeps ASCII letters and digits, letters as capitals.
        struct \(service): FormatterService {
            static let typeName = "\(type)"

            /// The keys that are allowed beside `"type": "\(type)"`.
            struct Configuration: Decodable, Sendable {
                /// How many characters make the text complete, and fit.
                var length: Int

                private enum CodingKeys: String, CodingKey, CaseIterable {
                    case length
                }

                init(from decoder: any Decoder) throws {
                    try decoder.refuseKeys(except: CodingKeys.self)
                    let container = try decoder.container(keyedBy: CodingKeys.self)
                    length = try container.decodeIfPresent(Int.self, forKey: .length) ?? 8
                }
            }

            private let length: Int

            init(configuration: Configuration) throws {
                guard (1...1000).contains(configuration.length) else {
                    throw ConfigurationError("/length: \\(configuration.length) is not between 1 and 1000")
                }
                length = configuration.length
            }

            func apply(_ edit: FieldEdit, to current: FieldText, locale: String) -> FieldText {
                let typed = current.applying(edit)
                let kept = Self.kept(typed.text)
                // The same text as before: the edit is refused.
                guard kept.count <= length else { return current }
                // Every character that is kept is one code point: the caret is after those that were kept before it.
                let before = String(String.UnicodeScalarView(typed.text.unicodeScalars.prefix(typed.selectionStart)))
                var result = text(kept)
                result.selectionStart = Self.kept(before).count
                return result
            }

            func format(_ text: String, locale: String) -> FieldText {
                self.text(String(Self.kept(text).prefix(length)))
            }

            private func text(_ kept: String) -> FieldText {
                FieldText(kept, isComplete: kept.count == length)
            }

            private static func kept(_ text: String) -> String {
                String(text.uppercased().unicodeScalars.filter { ("A"..."Z").contains($0) || ("0"..."9").contains($0) })
            }
        }

        """
    }

    var formatterTest: String {
        """
        import FormPlugin
        import Testing

        @testable import \(module)

        @Suite("\(service)")
        struct \(service)Tests {
            @Test("what is typed becomes capitals and digits, with the caret behind it")
            func types() throws {
                let formatter = try \(service)(json: #"{"length": 4}"#)
                var text = FieldText()
                for letter in ["a", "-", "7", "b"] {
                    let edit = FieldEdit(start: text.selectionStart, length: text.selectionLength, replacement: letter)
                    text = formatter.apply(edit, to: text, locale: "en")
                }
                #expect(text == FieldText("A7B"))
                let middle = FieldEdit(start: 1, length: 0, replacement: "x")
                let complete = formatter.apply(middle, to: text, locale: "en")
                #expect(complete == FieldText(text: "AX7B", selectionStart: 2, value: "AX7B", isComplete: true))
                #expect(formatter.apply(middle, to: complete, locale: "en") == complete, "there is no room for more")
            }

            @Test("a value of a program is cut to what fits", arguments: [("ab-12", "AB12"), ("abcdef", "ABCD"), ("", "")])
            func formats(_ value: String, _ text: String) throws {
                #expect(try \(service)(json: #"{"length": 4}"#).format(value, locale: "en").text == text)
            }

            @Test("a configuration that makes no sense is refused", arguments: [#"{"length": 0}"#, #"{"size": 4}"#])
            func refused(_ json: String) {
                #expect(throws: ConfigurationError.self) { try \(service)(json: json) }
            }
        }

        """
    }
}

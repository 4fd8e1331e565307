extension PluginTemplate {
    var validatorSource: String {
        """
        import FormPlugin

        /// Wants a number of words.
        struct \(service): ValidatorService {
            static let typeName = "\(type)"

            /// The keys that are allowed beside `"type": "\(type)"`, other than `message`, `severity` and `fields`.
            struct Configuration: Decodable, Sendable {
                var minimum: Int

                private enum CodingKeys: String, CodingKey, CaseIterable {
                    case minimum
                }

                init(from decoder: any Decoder) throws {
                    try decoder.refuseKeys(except: CodingKeys.self)
                    let container = try decoder.container(keyedBy: CodingKeys.self)
                    minimum = try container.decodeIfPresent(Int.self, forKey: .minimum) ?? 2
                }
            }

            private let minimum: Int

            init(configuration: Configuration) throws {
                guard (1...1000).contains(configuration.minimum) else {
                    throw ConfigurationError("/minimum: \\(configuration.minimum) is not between 1 and 1000")
                }
                minimum = configuration.minimum
            }

            func judge(_ question: ValidatorQuestion) -> ValidatorVerdict {
                let words = question.value.split { $0.isWhitespace }.count
                return words >= minimum ? .valid : .invalid("\\(words) of at least \\(minimum) words")
            }
        }

        """
    }

    var validatorTest: String {
        """
        import FormPlugin
        import Testing

        @testable import \(module)

        @Suite("\(service)")
        struct \(service)Tests {
            private func judge(_ text: String) throws -> ValidatorVerdict {
                let question = ValidatorQuestion(text: text, value: text, locale: "en")
                return try \(service)(json: #"{"minimum": 3}"#).judge(question)
            }

            @Test("so many words are enough, fewer are not")
            func words() throws {
                #expect(try judge("one two three") == .valid)
                #expect(try judge(" one  two ") == .invalid("2 of at least 3 words"))
            }

            @Test("a configuration that makes no sense is refused", arguments: [#"{"minimum": 0}"#, #"{"least": 2}"#])
            func refused(_ json: String) {
                #expect(throws: ConfigurationError.self) { try \(service)(json: json) }
            }
        }

        """
    }
}

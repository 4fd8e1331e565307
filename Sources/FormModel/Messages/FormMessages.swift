/// What a form says in place of the default messages, by the default message's name.
///
/// A form without any costs nothing: rules share the table.
package struct FormMessages: Sendable, Hashable {
    private var texts: [String: LocalizedText] = [:]

    package init() {}

    package subscript(message: DefaultMessage) -> LocalizedText? {
        texts.isEmpty ? nil : texts[message.name]
    }

    package mutating func set(_ text: LocalizedText, for name: String) {
        texts[name] = text
    }
}

extension String {
    /// The text with the parameters of a message in the places that name them: `{min}`. Other braces stay.
    package func filled(with parameters: [(name: String, value: String)]) -> String {
        guard !parameters.isEmpty, utf8.contains(UInt8(ascii: "{")) else { return self }
        var result = ""
        var rest = self[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            let tail = rest[rest.index(after: open)...]
            guard let close = tail.firstIndex(of: "}"),
                let parameter = parameters.first(where: { $0.name == tail[..<close] })
            else {
                result += "{"
                rest = tail
                continue
            }
            result += parameter.value
            rest = tail[tail.index(after: close)...]
        }
        return result + rest
    }
}

package import FormModel

/// The ranges of sliders and the formats of dates, which no property of a field contains, from the form's definition.
package struct DefinedInputs: Sendable, Hashable {
    /// By the identifier in the definition.
    private var ranges: [String: ClosedRange<Double>] = [:]
    private var steps: [String: Double] = [:]
    /// By the identifier, and then by language; the language is empty for a format in all languages.
    private var formats: [String: [String: String]] = [:]

    package init() {}

    package init(_ definition: JSONValue) {
        add(definition)
    }

    private mutating func add(_ value: JSONValue) {
        for element in value.elements ?? [] { add(element) }
        guard let object = value.object else { return }
        for member in object.members { add(member.value) }
        guard let name = object["id"]?.string, let input = object["input"]?.object else { return }
        if let least = Self.number(input["min"]), let most = Self.number(input["max"]), least < most {
            ranges[name] = least...most
            steps[name] = Self.number(input["step"])
        }
        if let format = input["format"]?.string {
            formats[name] = ["": format]
        } else if let several = input["format"]?.object {
            formats[name] = Dictionary(several.members.map { ($0.key, $0.value.string ?? "") }) { $1 }
        }
    }

    /// A definition may have numbers as strings.
    private static func number(_ value: JSONValue?) -> Double? { value?.double ?? value?.string.flatMap(Double.init) }

    /// A field in a row has the identifiers and numbers of its groups before its own.
    private func entry<Entry>(of field: String, in entries: [String: Entry]) -> Entry? {
        entries[field] ?? entries.first { field.hasSuffix("_" + $0.key) }?.value
    }

    package func range(of slider: String) -> ClosedRange<Double>? { entry(of: slider, in: ranges) }

    /// The distance of a slider's values; `nil` if the definition leaves it at 1.
    package func step(of slider: String) -> Double? { entry(of: slider, in: steps) }

    /// The format of a date in a language, such as `dd.MM.yyyy`.
    package func format(of date: String, in locale: String) -> String? {
        guard let formats = entry(of: date, in: formats) else { return nil }
        return formats[locale] ?? formats[String(locale.prefix { $0 != "-" })] ?? formats[""] ?? formats["en"]
    }
}

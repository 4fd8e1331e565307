/// The types that plug-ins provide, by kind. Built-in types are not listed: the decoder knows them.
package struct TypeNames: Sendable, Hashable {
    package var placeholders: Set<String>
    package var formatters: Set<String>
    package var validators: Set<String>
    package var measurers: Set<String>

    package init(
        placeholders: Set<String> = [],
        formatters: Set<String> = [],
        validators: Set<String> = [],
        measurers: Set<String> = []
    ) {
        self.placeholders = placeholders
        self.formatters = formatters
        self.validators = validators
        self.measurers = measurers
    }
}

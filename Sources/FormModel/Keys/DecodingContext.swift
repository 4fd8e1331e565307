/// The state of one run of the decoder: the text, the diagnostics, and the data that the decoder was given.
///
/// Every reader returns `nil` for a value that it has reported, so that decoding continues and finds further errors.
package final class DecodingContext {
    /// The text to which the diagnostics refer.
    package let document: JSONDocument
    package let types: TypeNames
    /// Returns why a regular expression cannot be used, or `nil` if it can. Not called for the `@name` of a shared
    /// pattern.
    let patternProblem: @Sendable (String) -> String?

    /// While the keys of a preset are read: its name, and the JSON value that names it.
    var preset: (name: String, site: JSONValue)?
    /// While a configuration is read: the text of the field's definition, whose keys the configuration overrides.
    var definition: JSONDocument?
    /// Whether diagnostics are dropped, because the same values were read and reported before.
    var isMuted = false
    /// The number of unknown names that may still be compared with all known ones, which is slow.
    private var suggestions = 20
    /// The well-formed language tags so far with their lower-case forms. Definitions use few tags many times.
    private var languageTags: [String: String] = [:]

    /// The number of tests with a pattern in all conditions so far.
    var conditionPatterns = 0

    private var budget: WorkBudget
    private var findings: [Finding] = []
    package private(set) var hasErrors = false

    private struct Finding {
        var severity: Diagnostic.Severity
        /// A value or a key of `document`.
        var site: JSONValue
        var message: String
    }

    package init(
        document: JSONDocument,
        types: TypeNames = TypeNames(),
        budget: WorkBudget = .unlimited,
        patternProblem: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.document = document
        self.budget = budget
        self.types = types
        self.patternProblem = patternProblem
        for key in document.duplicateKeys {
            let site = JSONValue(document: document, index: key)
            error("the key \(quoted(document.string(at: key))) appears twice in one object", at: site)
        }
    }

    /// The tag in lower case, or `nil` if it is not a well-formed language tag.
    func languageTag(_ tag: String) -> String? {
        if let known = languageTags[tag] { return known }
        guard LanguageTag.isWellFormed(tag) else { return nil }
        let folded = tag.lowercased()
        languageTags[tag] = folded
        return folded
    }

    /// The languages of all texts so far, in alphabetical order.
    var languages: [String] { Set(languageTags.values).sorted() }

    // MARK: Answers in texts

    /// A field whose answer a text shows.
    struct InsertedAnswer {
        let name: String
        let site: JSONValue
        /// The number of the group whose rows contain the text; `nil` for a text of the form.
        let group: Int?
    }

    private(set) var insertedAnswers: [InsertedAnswer] = []
    /// The number of the group whose elements are being read.
    var group: Int?

    func record(insertionOf name: String, at site: JSONValue) {
        guard !isMuted else { return }
        insertedAnswers.append(InsertedAnswer(name: name, site: site, group: group))
    }

    // MARK: Time

    /// Whether decoding stopped because the time was used up. Then the result is not used.
    private(set) var isCutShort = false

    /// Returns whether there is time for a step. If not, the step is skipped.
    ///
    /// - Parameter work: see `WorkBudget`.
    package func hasTime(for work: Int) -> Bool {
        budget.count(work)
        if !budget.hasTime { isCutShort = true }
        return !isCutShort
    }

    // MARK: Findings
    //
    // Each report exists twice: without a result, and with the result `nil`, so that a reader of a value can write
    // `return context.error(…)`.

    package func error(_ message: @autoclosure () -> String, at value: JSONValue) {
        report(.error, message, at: value)
    }

    package func error<Value>(_ message: @autoclosure () -> String, at value: JSONValue) -> Value? {
        report(.error, message, at: value)
        return nil
    }

    package func warning(_ message: @autoclosure () -> String, at value: JSONValue) {
        report(.warning, message, at: value)
    }

    package func mismatch(_ expected: @autoclosure () -> String, at value: JSONValue) {
        error("expected \(expected()), found \(value.typeName)", at: value)
    }

    package func mismatch<Value>(_ expected: @autoclosure () -> String, at value: JSONValue) -> Value? {
        error("expected \(expected()), found \(value.typeName)", at: value)
    }

    /// Reports an unknown name.
    package func unknown(
        _ what: String,
        _ name: String,
        at value: JSONValue,
        allowed: @autoclosure () -> some Collection<String>
    ) {
        error("unknown \(what) \(quoted(name))\(suggestion(for: name, among: Array(allowed())))", at: value)
    }

    package func unknown<Value>(
        _ what: String,
        _ name: String,
        at value: JSONValue,
        allowed: @autoclosure () -> some Collection<String>
    ) -> Value? {
        error("unknown \(what) \(quoted(name))\(suggestion(for: name, among: Array(allowed())))", at: value)
    }

    /// Whether a plug-in provides a type, or may: one that is not known here is reported, as an error unless a plug-in
    /// may yet come.
    ///
    /// - Parameters:
    ///   - plugins: the names of the plug-ins' types.
    ///   - own: the names of formd's.
    func isProvided(
        _ what: String,
        _ name: String,
        at value: JSONValue,
        _ plugins: Set<String>,
        besides own: @autoclosure () -> [String] = []
    ) -> Bool {
        if plugins.contains(name) { return true }
        let severity: Diagnostic.Severity = types.isComplete ? .error : .warning
        let known = (own() + plugins).sorted()
        report(
            severity,
            { "no plug-in provides the \(what) \(quoted(name))\(suggestion(for: name, among: known))" },
            at: value
        )
        return severity == .warning
    }

    private func suggestion(for name: String, among known: [String]) -> String {
        if suggestions > 0 {
            suggestions -= 1
            if let near = nearest(to: name, among: known) { return "; did you mean \(quoted(near))?" }
        }
        return known.count <= 16 ? "; known are \(list(known))" : ""
    }

    private func report(_ severity: Diagnostic.Severity, _ message: () -> String, at value: JSONValue) {
        guard !isMuted else { return }
        if severity == .error { hasErrors = true }
        // Warnings use at most half of the limit, so that there is room for errors.
        let room = DefinitionLimits.diagnostics
        guard findings.count < (severity == .error ? room : room / 2) else { return }
        findings.append(Finding(severity: severity, site: site(of: value), message: origin(of: value) + message()))
    }

    /// The value itself if it belongs to `document`, otherwise the value of `document` that caused it to be read.
    private func site(of value: JSONValue) -> JSONValue {
        if value.document === document { return value }
        if let preset, preset.site.document === document { return preset.site }
        return document.root
    }

    /// The beginning of a message about a value of another document than `document`.
    private func origin(of value: JSONValue) -> String {
        if value.document === document { return "" }
        if value.document === definition { return "in the definition: " }
        guard let preset else { return "" }
        return "the preset \(quoted(preset.name)) at \(value.pointer): "
    }

    /// All diagnostics in the order of the text.
    package func diagnostics() -> [Diagnostic] {
        var locator = SourceLocator(document.bytes)
        let sorted = findings.enumerated().sorted {
            ($0.element.site.offset, $0.offset) < ($1.element.site.offset, $1.offset)
        }
        return sorted.map { _, finding in
            let position = locator.position(at: finding.site.offset)
            return Diagnostic(
                severity: finding.severity,
                pointer: finding.site.pointer,
                message: finding.message,
                line: position.line,
                column: position.column
            )
        }
    }
}

/// An error or a warning about a definition, with its position.
package struct Diagnostic: Sendable, Hashable {
    package var severity: Severity
    /// The JSON Pointer (RFC 6901, escaped) of the value, or of the member if a key is unknown or occurs twice. Empty
    /// for the whole text, and for a syntax error.
    package var pointer: String
    /// One sentence without a full stop; it names the value at fault and, if there is a choice, the valid values.
    package var message: String
    /// 1-based.
    package var line: Int
    /// 1-based, in code points.
    package var column: Int

    package enum Severity: String, Sendable, CaseIterable {
        /// The definition is rejected.
        case error
        case warning
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The format of compilers: `3:14: error: /fields/0/id: …`.
    package var description: String {
        let location = pointer.isEmpty ? "" : "\(pointer): "
        return "\(line):\(column): \(severity.rawValue): \(location)\(message)"
    }
}

/// The types that plug-ins provide, by kind. The decoder knows the built-in types itself.
package struct TypeNames: Sendable, Hashable {
    package var placeholders: Set<String>
    package var formatters: Set<String>
    package var validators: Set<String>
    package var measurers: Set<String>
    /// Whether all types are known. False if another machine with other plug-ins may open the definition.
    package var isComplete: Bool

    package init(
        placeholders: Set<String> = [],
        formatters: Set<String> = [],
        validators: Set<String> = [],
        measurers: Set<String> = [],
        isComplete: Bool = true
    ) {
        self.isComplete = isComplete
        self.placeholders = placeholders
        self.formatters = formatters
        self.validators = validators
        self.measurers = measurers
    }
}

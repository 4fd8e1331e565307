/// What one decoding run knows and has found. Lives as long as the call.
///
/// Every reading function answers nil for a value it has reported, so that decoding goes on and finds the rest.
final class DecodingContext {
    let document: JSONDocument
    let types: TypeNames
    let checks: DefinitionChecks
    var styles = StyleTable()
    /// The form's own.
    var messages = FormMessages()
    var compatibility: RuleCompatibility?
    /// Conditions with a pattern so far.
    var conditionPatterns = 0

    /// While a field's preset is read: where the definition names it.
    var preset: (name: String, site: JSONValue)?
    /// While a configuration is read: the field's own definition, whose keys it covers.
    var definition: JSONDocument?
    /// While something is read again whose findings are known: nothing is reported.
    var isMuted = false
    /// How many names may still be compared with all known ones to find what was meant.
    var guesses = 20

    /// The presets that were named so far.
    var presets: [Preset: FieldKeys] = [:]
    /// The well-formed language tags met so far, and their lower case.
    var languageTags: [String: String] = [:]

    private var findings: [Finding] = []
    private(set) var hasErrors = false

    private struct Finding {
        var severity: Diagnostic.Severity
        /// A value or key of the document that is checked.
        var site: JSONValue
        var message: String
    }

    init(document: JSONDocument, types: TypeNames, checks: DefinitionChecks) {
        self.document = document
        self.types = types
        self.checks = checks
        for key in document.duplicateKeys {
            let site = JSONValue(document: document, index: key)
            error("the key \(quoted(document.string(at: key))) appears twice in one object", at: site)
        }
    }
}

extension DecodingContext {
    func error(_ message: @autoclosure () -> String, at value: JSONValue) {
        report(.error, message, at: value)
    }

    func warning(_ message: @autoclosure () -> String, at value: JSONValue) {
        report(.warning, message, at: value)
    }

    private func report(_ severity: Diagnostic.Severity, _ message: () -> String, at value: JSONValue) {
        guard !isMuted else { return }
        if severity == .error { hasErrors = true }
        guard isRoom(for: severity) else { return }
        findings.append(Finding(severity: severity, site: site(of: value), message: origin(of: value) + message()))
    }

    /// Where the document that is checked shows a value: the value itself, or what brought a value of another document in.
    private func site(of value: JSONValue) -> JSONValue {
        if value.document === document { return value }
        if let preset, preset.site.document === document { return preset.site }
        return document.root
    }

    /// What a message says first of a value that stands in another document than the one that is checked.
    private func origin(of value: JSONValue) -> String {
        if value.document === document { return "" }
        if value.document === definition { return "in the definition: " }
        if let preset { return "the preset \(quoted(preset.name)) at \(value.pointer): " }
        return "built in at \(value.pointer): "
    }

    /// Warnings leave half of the room to errors.
    private func isRoom(for severity: Diagnostic.Severity) -> Bool {
        let limit = DefinitionLimits.diagnostics
        return findings.count < (severity == .error ? limit : limit / 2)
    }

    /// What was found, in the order of the text.
    func diagnostics() -> [Diagnostic] {
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

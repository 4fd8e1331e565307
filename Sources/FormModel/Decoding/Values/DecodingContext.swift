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
        /// A node of `document`.
        var node: Int
        var message: String
    }

    init(document: JSONDocument, types: TypeNames, checks: DefinitionChecks) {
        self.document = document
        self.types = types
        self.checks = checks
        for key in document.duplicateKeys {
            report(.error, "the key \(quoted(document.string(at: key))) appears twice in one object", atNode: key)
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
        if value.document === document {
            report(severity, message(), atNode: value.index)
        } else if let preset {
            let finding = "the preset \(quoted(preset.name)) at \(value.pointer): \(message())"
            report(severity, finding, atNode: preset.site.index)
        } else {
            report(severity, "built in at \(value.pointer): \(message())", atNode: 0)
        }
    }

    private func report(_ severity: Diagnostic.Severity, _ message: String, atNode node: Int) {
        if severity == .error { hasErrors = true }
        guard isRoom(for: severity) else { return }
        findings.append(Finding(severity: severity, node: node, message: message))
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
            (document.nodes[$0.element.node].start, $0.offset) < (document.nodes[$1.element.node].start, $1.offset)
        }
        return sorted.map { _, finding in
            let position = locator.position(at: Int(document.nodes[finding.node].start))
            return Diagnostic(
                severity: finding.severity,
                pointer: document.pointer(to: finding.node),
                message: finding.message,
                line: position.line,
                column: position.column
            )
        }
    }
}

package import EventLoop
package import FormEngine
package import FormModel
package import PluginHost
import PluginWire

/// Makes forms of JSON, once for each text: sessions of one definition share what was compiled.
@LoopActor
package final class FormCompiler {
    private let plugins: PluginHost
    private let types: FormTypes
    private var forms: [FormKey: Weak] = [:]

    /// A form's name, and a hash of its source: the source itself would stay in memory after the form has gone. The set
    /// of plug-in types is a part of the form as well; `forget` accounts for it.
    private struct FormKey: Hashable {
        var name: String
        var sourceHash: Int
    }

    private struct Weak {
        weak var form: CompiledForm?
    }

    /// - Parameters:
    ///   - builtIn: the formatters and rules that need no plug-in.
    ///   - plugins: the plug-ins of this machine, whose types definitions may name.
    package init(builtIn: FormTypes = .builtIn, plugins: PluginHost) {
        types = builtIn.withPlugins
        self.plugins = plugins
    }

    /// The form that a definition describes. Throws `invalidDefinition` with the first error found, and how many more, and
    /// `limitExceeded` where the budget does not suffice, as all functions do here.
    ///
    /// - Parameter checkRoom: is told how many bytes the form is about to take, and throws if there is no room for them.
    package func compile(
        _ source: String,
        name: String,
        within budget: WorkBudget = .unlimited,
        checkRoom: (Int) throws -> Void = { _ in }
    ) throws -> CompiledForm {
        let key = FormKey(name: name, sourceHash: source.hashValue)
        // Another source may have the same hash.
        if let form = forms[key]?.form, form.definition.source.utf8.elementsEqual(source.utf8) { return form }
        let definition = try decoder(budget).decode(source, name: name).get(budget)
        try checkRoom(definition.compiledByteCount)
        let form = try CompiledForm(definition, types: types, within: budget)
        if forms.count > 64 { forms = forms.filter { $0.value.form != nil } }
        forms[key] = Weak(form: form)
        return form
    }

    /// All that can be said of a definition, errors and warnings.
    package func check(_ source: String, within budget: WorkBudget) throws -> [Diagnostic] {
        let decoded = decoder(budget).decode(source, name: "")
        if decoded.isCutShort { throw RuntimeError(.limitExceeded, budget.excess) }
        return decoded.diagnostics
    }

    /// The formatter that a JSON object describes. Throws `invalidDefinition`.
    package func formatter(_ json: String, within budget: WorkBudget) throws -> FormatterDefinition {
        try decoder(budget).decodeFormatter(json).get(budget)
    }

    /// The mode that a JSON value describes. Throws `invalidDefinition`.
    package func mode(_ json: String) throws -> FieldMode {
        try decoder(.unlimited).decodeMode(json).get(.unlimited)
    }

    /// A field with keys in place of its definition's. Throws `invalidDefinition`.
    package func configuration(
        _ json: String,
        of field: FieldDefinition,
        in form: FormDefinition,
        within budget: WorkBudget
    ) throws -> FieldDefinition {
        try decoder(budget).decodeConfiguration(json, of: field, in: form).get(budget)
    }

    /// What a formatter makes of a text, as if a program had set it; in English unless the formatter names a language.
    /// Throws `invalidDefinition`, and `textTooLong` for a text that no field could hold.
    package func format(
        _ text: String,
        formatter json: String,
        _ attempt: Attempt,
        within budget: WorkBudget
    ) throws -> FormattedText {
        try checkSize(of: text)
        return try types.format(text, with: formatter(json, within: budget), attempt: attempt)
    }

    /// What the first rule that fails says of a text, else the first that warns. Empty text passes as it does in a field
    /// that is not required. Throws `invalidDefinition`, and `textTooLong` for a text that no field could hold.
    package func judge(
        _ text: String,
        rules json: String,
        locale: String,
        today: CalendarDay,
        _ attempt: Attempt,
        within budget: WorkBudget
    ) throws -> Verdict {
        try checkSize(of: text)
        let rules = try decoder(budget).decodeRules(json).get(budget)
        return try types.judge(text, by: rules, locale: locale, today: today, attempt: attempt)
    }

    private func checkSize(of text: String) throws(FormError) {
        guard types.isTooLong(text) else { return }
        throw FormError(.textTooLong, "the text is longer than \(types.maximumTextSize) code points")
    }

    private func decoder(_ budget: WorkBudget) -> DefinitionDecoder {
        DefinitionDecoder(types: TypeNames(plugins.types.map { TypeIdentity($0.kind, $0.name) }), budget: budget)
    }

    /// Forgets what was compiled: the types that definitions may name have changed.
    package func forget() {
        forms = [:]
    }
}

extension Decoded {
    /// The value. Throws `invalidDefinition` with the first error, and how many more there are.
    fileprivate func get(_ budget: WorkBudget) throws(RuntimeError) -> Value {
        if let value { return value }
        if isCutShort { throw RuntimeError(.limitExceeded, budget.excess) }
        let errors = diagnostics.filter { $0.severity == .error }
        let first = errors.first.map(\.description) ?? "the definition is not valid"
        let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
        throw RuntimeError(.invalidDefinition, first + more)
    }
}

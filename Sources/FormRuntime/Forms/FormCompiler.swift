package import EventLoop
package import FormEngine
package import FormModel
package import PluginHost
import PluginWire
package import Rules
package import TextEditing

/// Compiles definitions, each text once for a user: his sessions of one definition share the compiled form. If he shared
/// it with others, the time of his calls would tell whether somebody else has the same definition open.
@LoopActor
package final class FormCompiler {
    private let plugins: PluginHost
    private var types: FormTypes
    /// The types with formd's own messages.
    private let plainTypes: FormTypes
    private var forms: [FormKey: Weak] = [:]

    /// A user, a form's name and a hash of its source. The source itself would stay in memory after the form was
    /// released. The compiled form also depends on the plug-ins' types; `forget` handles changes of these.
    private struct FormKey: Hashable {
        /// `nil` for everybody.
        var user: UInt32?
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
        plainTypes = builtIn.withPlugins
        types = plainTypes
        self.plugins = plugins
    }

    /// Texts that replace formd's own messages in the forms that are compiled from now on, by language and name.
    package var messages: [String: [String: String]] = [:] {
        didSet { types = messages.isEmpty ? plainTypes : plainTypes.saying(messages) }
    }

    /// Compiles a definition. Throws `invalidDefinition` with the first error and the number of further ones. Like all
    /// functions of this class, it throws `limitExceeded` if the budget is used up.
    ///
    /// - Parameters:
    ///   - user: whose definition it is; `nil` for an installed one, which is everybody's.
    ///   - checkRoom: called with the number of bytes that the form will take; throws if they exceed a limit.
    package func compile(
        _ source: String,
        name: String,
        of user: UInt32? = nil,
        within budget: WorkBudget = .unlimited,
        checkRoom: (Int) throws -> Void = { _ in }
    ) throws -> CompiledForm {
        let key = FormKey(user: user, name: name, sourceHash: source.hashValue)
        // Two sources may have the same hash.
        if let form = forms[key]?.form, form.definition.source.utf8.elementsEqual(source.utf8) { return form }
        let definition = try decoder(budget).decode(source, name: name)
            .get(budget, "reading a definition of \(source.utf8.count.grouped) bytes")
        try checkRoom(definition.compiledByteCount)
        let form = try CompiledForm(definition, types: types, within: budget)
        if forms.count > 64 { forms = forms.filter { $0.value.form != nil } }
        forms[key] = Weak(form: form)
        return form
    }

    /// A function that compiles a definition to see whether it can be opened, on any thread. It returns the first error;
    /// `nil` if there is none.
    package var trial: @Sendable (_ source: String, _ name: String) -> RuntimeError? {
        { [types, decoder = decoder(.unlimited)] source, name in
            do {
                _ = try CompiledForm(decoder.decode(source, name: name).get(.unlimited), types: types)
                return nil
            } catch {
                return error as? RuntimeError ?? RuntimeError(.invalidDefinition, "\(error)")
            }
        }
    }

    /// All errors and warnings of a definition.
    package func check(_ source: String, within budget: WorkBudget) throws -> [Diagnostic] {
        let decoded = decoder(budget).decode(source, name: "")
        if decoded.isCutShort { throw RuntimeError(.limitExceeded, budget.excess) }
        return decoded.diagnostics
    }

    /// Decodes a formatter. Throws `invalidDefinition`.
    package func formatter(_ json: String, within budget: WorkBudget) throws -> FormatterDefinition {
        try decoder(budget).decodeFormatter(json).get(budget)
    }

    /// Decodes a mode. Throws `invalidDefinition`.
    package func mode(_ json: String) throws -> FieldMode {
        try decoder(.unlimited).decodeMode(json).get(.unlimited)
    }

    /// Decodes a configuration, whose keys replace those of the field's definition. Throws `invalidDefinition`.
    package func configuration(
        _ json: String,
        of field: FieldDefinition,
        in form: FormDefinition,
        within budget: WorkBudget
    ) throws -> FieldDefinition {
        try decoder(budget).decodeConfiguration(json, of: field, in: form).get(budget)
    }

    /// Formats a text as if a program had set it, in English unless the formatter names a language. Throws
    /// `invalidDefinition`, and `textTooLong` for a text that is too long for a field.
    package func format(
        _ text: String,
        formatter json: String,
        _ attempt: Attempt,
        within budget: WorkBudget
    ) throws -> FormattedText {
        try checkSize(of: text)
        return try types.format(text, with: formatter(json, within: budget), attempt: attempt)
    }

    /// The result of the first rule that fails, otherwise of the first one that warns. An empty text is valid, as in a
    /// field that is not required. Throws `invalidDefinition`, and `textTooLong` for a text that is too long for a
    /// field.
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

    /// Discards the compiled forms, because the available types have changed.
    package func forget() {
        forms = [:]
    }
}

extension Decoded {
    /// The value. Throws `invalidDefinition` with the first error and the number of further ones.
    fileprivate func get(_ budget: WorkBudget, _ task: String = "this") throws(RuntimeError) -> Value {
        if let value { return value }
        if isCutShort { throw RuntimeError(.limitExceeded, budget.excess(task)) }
        let errors = diagnostics.filter { $0.severity == .error }
        let first = errors.first.map(\.description) ?? "the definition is not valid"
        let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
        throw RuntimeError(.invalidDefinition, first + more)
    }
}

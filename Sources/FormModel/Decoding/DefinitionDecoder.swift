/// The result of decoding a text.
package struct Decoded<Value: Sendable>: Sendable {
    /// `nil` if there were errors.
    package var value: Value?
    /// In the order of the text; at most `DefinitionLimits.diagnostics`.
    package var diagnostics: [Diagnostic]
    /// Whether decoding stopped early because the time budget was used up. Then there is no value.
    package var isCutShort = false
}

/// Decodes definitions: whole forms, and the parts that a client can send separately.
///
/// Decoding is strict and complete: an unknown key, a wrong type, a value out of range and everything else that would
/// have to be ignored is an error, and one run finds all errors. Takes time linear in the length of the text.
package struct DefinitionDecoder: Sendable {
    private let types: TypeNames
    private let kinds: DefinitionKinds
    private let budget: WorkBudget

    package init(types: TypeNames = TypeNames(), kinds: DefinitionKinds, budget: WorkBudget = .unlimited) {
        self.types = types
        self.kinds = kinds
        self.budget = budget
    }

    /// Decodes a form. `name` is the name of an installed form, or empty for a definition that a client sent.
    package func decode(_ json: String, name: String) -> Decoded<FormDefinition> {
        decode(Array(json.utf8)) { $0.form(name: name, source: json) }
    }

    /// Decodes a form from the contents of a file, which may be any bytes.
    package func decode(bytes: [UInt8], name: String) -> Decoded<FormDefinition> {
        decode(bytes) { $0.form(name: name, source: String(decoding: bytes, as: UTF8.self)) }
    }

    /// Decodes an array of validators, as in a field's `validators`.
    package func decodeRules(_ json: String) -> Decoded<[Rule]> {
        decode(Array(json.utf8)) { $0.rules($0.context.document.root) }
    }

    /// Decodes a formatter, as in a field's `formatter`.
    package func decodeFormatter(_ json: String) -> Decoded<FormatterDefinition> {
        decode(Array(json.utf8)) { $0.formatter($0.context.document.root) }
    }

    /// Decodes a mode, as in a field's `mode`. `style` has the default colours of a custom button.
    package func decodeMode(_ json: String, style: Style = .underlined) -> Decoded<FieldMode> {
        decode(Array(json.utf8)) { FieldMode.read($0.context.document.root, button: style.actionButton, $0.context) }
    }

    /// Decodes a field's configuration, the keys of `FieldDraft.configurable`, which replace those of its definition.
    package func decodeConfiguration(
        _ json: String,
        of field: FieldDefinition,
        in form: FormDefinition
    ) -> Decoded<FieldDefinition> {
        decode(Array(json.utf8)) { $0.configuration(of: field, in: form) }
    }

    private func decode<Value>(_ bytes: [UInt8], _ read: (FormDecoder) -> Value?) -> Decoded<Value> {
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(bytes)
        } catch {
            let diagnostic = Diagnostic(
                severity: .error,
                pointer: "",
                message: "\(error)",
                line: error.position.line,
                column: error.position.column
            )
            return Decoded(value: nil, diagnostics: [diagnostic])
        }
        let context = DecodingContext(
            document: document,
            types: types,
            budget: budget,
            patternProblem: kinds.patternProblem
        )
        let value = read(FormDecoder(context: context, kinds: kinds))
        let isComplete = !context.hasErrors && !context.isCutShort
        return Decoded(
            value: isComplete ? value : nil,
            diagnostics: context.diagnostics(),
            isCutShort: context.isCutShort
        )
    }
}

extension FormDecoder {
    /// Reads the document as keys that replace keys of a field's definition.
    func configuration(of field: FieldDefinition, in form: FormDefinition) -> FieldDefinition? {
        let root = context.document.root
        guard let overlay = FieldDraft.configurable.members(of: root, context)?.object, !context.hasErrors else {
            return nil
        }
        guard let source = field.source, let base = form.excerpt(source) else {
            return context.error("this field was not made of a definition, and cannot be configured", at: root)
        }
        context.definition = base.field.value.document
        // Errors of the styles were reported when the form was opened.
        context.isMuted = true
        if let styles = base.styles { self.styles.read(styles, context) }
        context.isMuted = false
        let members = FieldMembers(
            own: ObjectMembers(of: base.field, shape: FieldDraft.keys.shape),
            overlay: ObjectMembers(of: overlay, shape: FieldDraft.keys.shape)
        )
        var configured = self.field(members)
        // A row's field has the definition of its group's field, so the properties that the row sets are restored.
        configured.id = field.id
        configured.accessibilityID = field.accessibilityID
        configured.next = field.next
        configured.previous = field.previous
        configured.source = source
        // The field's section may determine how its options are displayed.
        configured.input = field.input
        // A computed field is secret if it reads a secret.
        configured.isSecret = field.isSecret
        return configured
    }
}

extension FormDefinition {
    /// The source of one field, and of the styles that it may name.
    fileprivate func excerpt(_ field: Range<Int>) -> (field: JSONObject, styles: JSONValue?)? {
        let parts = [field, stylesSource].compactMap { $0.flatMap(text) }
        guard let document = try? JSONDocument("[" + parts.joined(separator: ",") + "]"),
            let elements = document.root.elements, let object = elements.first?.object
        else { return nil }
        return (object, elements.count > 1 ? elements[1] : nil)
    }

    private func text(_ range: Range<Int>) -> String? {
        let bytes = source.utf8
        guard let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound, limitedBy: bytes.endIndex),
            let end = bytes.index(start, offsetBy: range.count, limitedBy: bytes.endIndex)
        else { return nil }
        return String(source[start..<end])
    }
}

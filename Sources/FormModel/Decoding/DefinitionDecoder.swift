/// What a text decodes to.
package struct Decoded<Value: Sendable>: Sendable {
    /// `nil` if there was an error.
    package var value: Value?
    /// In the order of the text; at most `DefinitionLimits.diagnostics`.
    package var diagnostics: [Diagnostic]
    /// Whether the text was not read to its end, because the budget did not suffice. There is no value then.
    package var isCutShort = false
}

/// Decodes definitions: whole forms, and the parts of one that a client can send by themselves.
///
/// Decoding is strict and complete: an unknown key, a wrong type, a value out of range and whatever else formd would
/// otherwise have to ignore is an error, and all errors are found in one run. Takes time linear in the text.
package struct DefinitionDecoder: Sendable {
    private let types: TypeNames
    private let kinds: DefinitionKinds
    private let budget: WorkBudget

    package init(types: TypeNames = TypeNames(), kinds: DefinitionKinds, budget: WorkBudget = .unlimited) {
        self.types = types
        self.kinds = kinds
        self.budget = budget
    }

    /// A form. `name` is the installed form's; empty for a definition that a client sent.
    package func decode(_ json: String, name: String) -> Decoded<FormDefinition> {
        decode(Array(json.utf8)) { $0.form(name: name, source: json) }
    }

    /// A form from a file, whose bytes may be anything.
    package func decode(bytes: [UInt8], name: String) -> Decoded<FormDefinition> {
        decode(bytes) { $0.form(name: name, source: String(decoding: bytes, as: UTF8.self)) }
    }

    /// An array of validators, as in a field's `validators`.
    package func decodeRules(_ json: String) -> Decoded<[Rule]> {
        decode(Array(json.utf8)) { $0.rules($0.context.document.root) }
    }

    /// A formatter, as in a field's `formatter`.
    package func decodeFormatter(_ json: String) -> Decoded<FormatterDefinition> {
        decode(Array(json.utf8)) { $0.formatter($0.context.document.root) }
    }

    /// A mode, as in a field's `mode`. `style` has the colours that a custom button need not give.
    package func decodeMode(_ json: String, style: Style = .underlined) -> Decoded<FieldMode> {
        decode(Array(json.utf8)) { FieldMode.read($0.context.document.root, button: style.actionButton, $0.context) }
    }

    /// A field with some keys in place of its definition's: those of `FieldDraft.configurable`.
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
    /// Reads the document as keys that a field has in place of its definition's.
    func configuration(of field: FieldDefinition, in form: FormDefinition) -> FieldDefinition? {
        let root = context.document.root
        guard let overlay = FieldDraft.configurable.members(of: root, context)?.object, !context.hasErrors else {
            return nil
        }
        guard let source = field.source, let base = form.excerpt(source) else {
            return context.error("this field was not made of a definition, and cannot be configured", at: root)
        }
        context.definition = base.field.value.document
        // What is wrong with the styles was reported when the form was opened.
        context.isMuted = true
        if let styles = base.styles { self.styles.read(styles, context) }
        context.isMuted = false
        let members = FieldMembers(
            own: ObjectMembers(of: base.field, shape: FieldDraft.keys.shape),
            overlay: ObjectMembers(of: overlay, shape: FieldDraft.keys.shape)
        )
        var configured = self.field(members)
        // The definition of a row's field is that of its group, without what the row made of it.
        configured.id = field.id
        configured.accessibilityID = field.accessibilityID
        configured.next = field.next
        configured.previous = field.previous
        configured.source = source
        // The section that the field stands in may have a say in how its options are shown.
        configured.input = field.input
        // A computed field is as secret as what it reads.
        configured.isSecret = field.isSecret
        return configured
    }
}

extension FormDefinition {
    /// One field as the form's source has it, and the styles that it may name.
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

extension FormDecoder {
    /// Reads the document as keys that a field has in place of its definition's.
    func configuration(of field: FieldDefinition, in form: FormDefinition) -> FieldDefinition? {
        let root = context.document.root
        guard let overlay = FieldDraft.configurable.members(of: root, context)?.object, !context.hasErrors else {
            return nil
        }
        guard let source = field.source, let base = form.excerpt(source) else {
            context.error("this field was not made of a definition, and cannot be configured", at: root)
            return nil
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

import TextEditing

/// The contents of definitions as the keys declare them: the source of the reference and of the JSON Schema.
package struct DefinitionTables {
    /// The keys of each kind of object that all definitions can contain, by the name in the articles.
    package let keys: [String: [KeyDescription]]
    /// The schema of a form. It refers to the schemas of validators and formatters as `validator` and `formatter`.
    package let form: ValueSchema

    package init(kinds: DefinitionKinds) {
        var keys: [String: [KeyDescription]] = [:]
        if let document = try? JSONDocument("{}") {
            let decoder = FormDecoder(context: DecodingContext(document: document), kinds: kinds)
            keys["form"] = FormDecoder.keys.descriptions(of: FormDecoder.Head(decoder: decoder))
            keys["field"] = FieldDraft.keys.descriptions(of: FieldDraft(decoder: decoder))
            keys["note"] = FieldDraft.noteKeys.descriptions(of: FieldDraft(decoder: decoder))
            let group = GroupDefinition(id: "", maximum: 1)
            keys["group"] = StructureKeys.group.descriptions(of: group)
            keys["section"] = StructureKeys.section.descriptions(of: .init())
            keys["page"] = StructureKeys.page.descriptions(of: .init())
            let constant = FormStructure.Constant(id: "", text: "", isString: true, position: 0)
            keys["constant"] = StructureKeys.constant.descriptions(of: constant)
            keys["record"] = StructureKeys.record.descriptions(of: RecordNames())
            keys["document"] = DocumentPlace.ofFields.descriptions(of: DocumentPlace())
            keys["idle"] = IdlePolicy.keys.descriptions(of: IdlePolicy())
            keys["secrets"] = SubmissionDefinition.SealedSecrets.keys.descriptions(
                of: SubmissionDefinition.SealedSecrets()
            )
            keys["submission"] = SubmissionDefinition.keys.descriptions(of: SubmissionDefinition())
        }
        let sheet = StyleSheet.underlined
        keys["keyboard"] = Keyboard.keys.descriptions(of: Keyboard())
        keys["filter"] = CharacterFilter.keys.descriptions(of: CharacterFilter(sets: []))
        keys["options"] = OptionsInput.keys.descriptions(of: OptionsInput(options: []))
        keys["slider"] = SliderInput.keys.descriptions(of: SliderInput())
        keys["date input"] = DateInput.keys.descriptions(of: DateInput(formats: []))
        keys["style"] = StyleTable.keys.descriptions(of: StyleDraft(sheet: sheet, kind: .text))
        keys["floating"] = FloatingPlaceholderStyle.keys.descriptions(of: sheet.floating)
        keys["static"] = StaticPlaceholderStyle.keys.descriptions(of: sheet.fixed)
        keys["native"] = NativePlaceholderStyle.keys.descriptions(of: sheet.native)
        self.keys = keys
        form = FormDecoder.keys.schema()
    }
}

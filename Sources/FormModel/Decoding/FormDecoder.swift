/// Reads a form or a part of one. The readers of fields share its state while one text is read.
final class FormDecoder {
    let context: DecodingContext
    let kinds: DefinitionKinds
    var styles = StyleTable()
    /// The form's replacements of default messages, which are copied into its rules.
    private(set) var messages = FormMessages()
    /// The form's compatibility setting for its rules.
    private(set) var compatibility: RuleCompatibility?
    /// Whether the fields that are being read may belong to a page, a section or a group with a condition.
    var isInConditionalPart = false

    init(context: DecodingContext, kinds: DefinitionKinds) {
        self.context = context
        self.kinds = kinds
    }

    /// The form's own keys, without its fields and pages.
    struct Head {
        var title: LocalizedText?
        var description: LocalizedText?
        /// The text that is shown when the form has been submitted.
        var end: LocalizedText?
        var endWhen: Condition?
        var settings = FormSettings()
        let decoder: FormDecoder
    }

    /// The keys of a form. Keys that fields depend on, such as styles and messages, come first.
    static let keys = KeyTable<Head>("a form") {
        Key("$schema", .string(), "ignored; for editors that use the JSON Schema") { _, _ in }
        Key("title", \.title, .textWithAnswers, default: "the form's name")
        Key("description", \.description, .textWithAnswers)
            .described(as: "shown at the start of the form, as the note `form_description`")
        Key(
            "markup",
            .word(no: "none", yes: "basic"),
            default: "`none`",
            "`basic`: labels, hints and notes can contain markup, see below"
        ) { value, head in
            head.settings.usesMarkup = value
        }
        Key(
            "styles",
            "styles by identifier, at most \(DefinitionLimits.styles)",
            schema: {
                let limits: JSONText = [
                    "propertyNames": ValueReader.identifier.schema().json,
                    "maxProperties": .number(DefinitionLimits.styles),
                ]
                return .table(of: StyleTable.keys.schema().named("style"), limits)
            }
        ) { value, head, context in
            head.decoder.styles.read(value, context)
        }
        Key(
            "messages",
            "texts by name",
            schema: { .table(of: ValueReader.text.schema()) },
            "replace the default messages"
        ) { value, head, _ in
            let decoder = head.decoder
            decoder.read(value, named: decoder.kinds.messages.map { ($0.name, $0) }, into: &decoder.messages)
        }
        Key(
            "labels",
            "texts by name: " + ButtonLabel.allCases.map { "`\($0.rawValue)`" }.joined(separator: " "),
            schema: { .table(of: ValueReader.text.schema()) },
            "replace the default labels of buttons"
        ) { value, head, _ in
            head.decoder.read(
                value,
                named: ButtonLabel.allCases.map { ($0.rawValue, $0.message) },
                into: &head.settings.labels
            )
        }
        Key(
            "compatibility",
            ValueReader<RuleCompatibility>.choice(),
            """
            rules have the same results as in this library: they also evaluate empty texts, numbers are 64-bit \
            integers, and telephone numbers have its format; an edit that does not change the text clears the error
            """
        ) { value, head in
            head.decoder.compatibility = value
        }
        Key(
            "measurer",
            "a plug-in's type, or an object with its keys",
            schema: { measurerSchema },
            "measures the form's texts instead of the reference metrics"
        ) { value, head, _ in
            head.settings.measurer = head.decoder.measurer(value)
        }
        Key(
            "fields",
            "1 to \(DefinitionLimits.fields.grouped) fields, notes, sections and groups",
            schema: { StructureKeys.elementsSchema },
            isRequired: true,
            "the elements of the form, in order"
        )
        Key("end", \.end, .textWithAnswers, "shown after the form has been submitted, as the note `form_end`")
        Key("endWhen", \.endWhen, .condition)
            .described(as: "if it holds, the form ends after the page with the fields that the condition reads")
        Key("durable", \.settings.isDurable, .bool, "`false`: the form's sessions are never stored on disk")
        Key("record", \.settings.record, StructureKeys.record, "values that the daemon records, and their names")
        Key("idle", \.settings.idle, IdlePolicy.keys.reader(IdlePolicy()))
            .described(as: "the handling of an idle session, for example at a kiosk")
        Key(
            "submission",
            SubmissionDefinition.keys.words,
            schema: { SubmissionDefinition.keys.schema() },
            "where the answers go when the form is submitted; only for an installed form"
        ) { value, head, context in
            head.settings.submission = SubmissionDefinition.read(value, context)
        }
        Key("pages", "pages", schema: { StructureKeys.pagesSchema }, "together they contain all elements of `fields`")
    }

    /// Reads a whole form.
    func form(name: String, source: String) -> FormDefinition? {
        var head = Head(decoder: self)
        guard let root = Self.keys.read(context.document.root, into: &head, context) else { return nil }
        var structureDecoder = StructureDecoder(self)
        guard let structure = structureDecoder.structure(of: root, head), !context.hasErrors else { return nil }
        return FormDefinition(
            name: name,
            title: head.title ?? LocalizedText(name),
            structure: structure,
            source: source,
            messages: messages,
            languages: context.languages,
            settings: head.settings,
            stylesSource: root["styles"]?.sourceRange
        )
    }

    /// Reads texts that replace default ones.
    private func read(
        _ value: JSONValue,
        named defaults: [(name: String, message: DefaultMessage)],
        into texts: inout FormMessages
    ) {
        guard let object = value.object else { return context.mismatch("an object", at: value) }
        for member in object.members {
            guard let (_, message) = defaults.first(where: { $0.name == member.key }) else {
                context.unknown("key", member.key, at: member.site, allowed: Set(defaults.map(\.name)).sorted())
                continue
            }
            if let text = context.text(member.value) { texts.set(text, for: message.name) }
        }
    }

    // MARK: Fields

    /// Reads one field, with `next` and `previous` unresolved; returns `nil` if the field has no valid identifier.
    func field(_ value: JSONValue) -> FieldDefinition? {
        guard let own = FieldDraft.keys.shape.members(of: value, context) else { return nil }
        var field = field(FieldMembers(own: own))
        field.source = value.sourceRange
        return field.id.isEmpty ? nil : field
    }

    /// Reads the keys of one field and of its preset. A field without a valid identifier gets an empty one, so that the
    /// errors of its other keys are reported as well.
    func field(_ members: FieldMembers) -> FieldDefinition {
        var members = members
        if let extends = members[own: "extends"] {
            members.preset = Preset.reader.read(extends, context)?.definition?.object.map {
                ObjectMembers(of: $0, shape: FieldDraft.keys.shape)
            }
            context.preset = (extends.string ?? "", extends)
        }
        defer { context.preset = nil }
        var draft = FieldDraft(decoder: self)
        members.read(into: &draft, context)
        draft.finish()
        FieldChecks(members: members, context: context, standsInConditionalPart: isInConditionalPart)
            .run(draft.definition)
        return draft.definition
    }

    /// Reads a note; returns `nil` if it has no valid identifier.
    func note(_ value: JSONValue) -> FieldDefinition? {
        var draft = FieldDraft(decoder: self)
        guard FieldDraft.noteKeys.read(value, into: &draft, context) != nil else { return nil }
        draft.finishNote()
        draft.definition.source = value.sourceRange
        return draft.definition.id.isEmpty ? nil : draft.definition
    }

    /// Creates the note that shows a description of the form.
    func note(named id: String, saying text: LocalizedText) -> FieldDefinition {
        var draft = FieldDraft(decoder: self)
        draft.definition.id = id
        draft.definition.note = text
        draft.finishNote()
        return draft.definition
    }

    /// The style of fields whose definition names none. Lazy, because the form's own styles must have been read before.
    private lazy var usualStyle = styles.style(named: "underlined", context)

    /// The presentation of a field whose definition names no style.
    func usualLooks(of kind: FieldKind) -> StyleDraft {
        StyleDraft(sheet: usualStyle?[kind] ?? .underlined, kind: kind)
    }

    // MARK: Rules and formatters

    /// Reads `validators`.
    func rules(_ value: JSONValue) -> [Rule]? {
        context.elements(value, to: DefinitionLimits.rules, "validators")?.compactMap(rule)
    }

    /// Reads `inputValidators`, which validate a text without reading other fields.
    func inputRules(_ value: JSONValue) -> [Rule]? {
        context.elements(value, to: DefinitionLimits.rules, "validators")?.compactMap { element in
            let rule = rule(element)
            if rule?.kind.readsOthers == true {
                context.error("what is typed cannot be compared with another field at each key", at: element)
            }
            return rule
        }
    }

    private func rule(_ value: JSONValue) -> Rule? {
        guard let (name, site) = typeName(value, "a validator", "the name of a validator") else { return nil }
        guard let kind = kinds.rule(named: name, at: site, context) else { return nil }
        let isPlugin = kind == PluginRule.self
        let keys = isPlugin ? Rule.pluginKeys : Rule.keys
        guard var kind = kind.read(value, named: name, besides: keys.shape, context) else { return nil }
        if let key = type(of: kind).alternativesKey, let list = value.object?[key] {
            kind.alternatives = alternatives(list)
        }
        var rule = Rule(kind)
        if !isPlugin { rule.compatibility = compatibility }
        rule.formMessages = messages
        keys.read(value, into: &rule, context, besides: nil)
        return rule
    }

    /// Reads the rules of an either-or, of which one must accept a text. Together they can compare with one other field
    /// only.
    private func alternatives(_ value: JSONValue) -> [Rule] {
        let rules = rules(value) ?? []
        if value.elements?.isEmpty == true { context.error("there is no rule that could let a text pass", at: value) }
        if rules.contains(where: { $0.kind.plugin != nil }) {
            context.error("a plug-in's validator cannot be one of several", at: value)
        }
        if rules.contains(where: { $0.kind.condition != nil || !$0.kind.operands.isEmpty }) {
            context.error("a rule that works something out cannot be one of several", at: value)
        }
        if Set(rules.compactMap(\.kind.otherField)).count > 1 {
            context.error("the rules compare with more than one other field", at: value)
        }
        return rules
    }

    /// The key that every formatter has.
    private static let formatterKeys = ObjectShape(["type"])

    func formatter(_ value: JSONValue) -> FormatterDefinition? {
        guard let (name, site) = typeName(value, "a formatter", "the name of a formatter") else { return nil }
        guard let kind = kinds.formatter(named: name, at: site, context) else { return nil }
        return kind.read(value, named: name, besides: Self.formatterKeys, context).map { FormatterDefinition($0) }
    }

    /// Reads `measurer`: the name of a type, or an object with a type and its keys.
    private func measurer(_ value: JSONValue) -> TypeReference? {
        guard value.string != nil || value.object != nil else {
            return context.mismatch("the name of a text measurer or an object", at: value)
        }
        let named = value.string.map { (name: $0, site: value) }
        guard let (name, site) = named ?? typeName(value, "a text measurer", "the name of a text measurer"),
            context.isProvided("text measurer", name, at: site, context.types.measurers)
        else { return nil }
        return value.object.map { TypeReference($0, omitting: ["type"]) }
            ?? TypeReference(name: name, configuration: "{}")
    }

    private static var measurerSchema: ValueSchema {
        .any(of: [.of(type: "string", ["minLength": 1]), .ofTypedObject([], noun: "measurer")])
    }

    /// The `type` of an object, and the JSON value that contains it.
    func typeName(_ value: JSONValue, _ noun: String, _ expected: String) -> (name: String, site: JSONValue)? {
        guard let object = value.object else { return context.mismatch("an object", at: value) }
        guard let type = object["type"] else { return context.error("\(noun) needs the key “type”", at: value) }
        guard let name = type.string else { return context.mismatch(expected, at: type) }
        return (name, type)
    }
}

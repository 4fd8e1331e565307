import FormEngine
import FormModel
import FormPlugin
import Rules
import Testing

/// A form with fields built for one test, and what its transactions said.
struct FormDriver {
    var form: Form
    var changes: [Change] = []
    /// What plug-ins have answered; `nil` for a question that has not been put. Without plug-ins no type is to be had.
    var answers: (TypeQuestion) -> TypeReply? = { _ in .unavailable }

    init(
        _ fields: [FieldDefinition],
        types: FormTypes = .inAllLanguages,
        locale: String = "en",
        traits: LayoutTraits = LayoutTraits(),
        values: [String: String] = [:]
    ) throws {
        form = try Form(
            definition: FormDefinition(name: "test", title: LocalizedText("Test"), fields: fields, source: "{}"),
            types: types,
            locale: locale,
            traits: traits,
            values: values
        )
    }

    init(form: Form) {
        self.form = form
    }

    /// One field named `a`.
    init(_ kind: FieldKind = .text, width: Double = 320, _ change: (inout FieldDefinition) -> Void = { _ in }) throws {
        try self.init([Self.field("a", kind, change)], traits: LayoutTraits(width: width))
    }

    static func field(
        _ id: String,
        _ kind: FieldKind = .text,
        _ change: (inout FieldDefinition) -> Void = { _ in }
    ) -> FieldDefinition {
        var field = FieldDefinition(id: id, style: TestStyle.style(kind))
        field.kind = kind
        field.placeholders = [TestStyle.floating(kind)]
        change(&field)
        // As the decoder has it where a definition does not say.
        if case .password = field.mode { field.isSecret = true }
        return field
    }

    /// One transaction.
    @discardableResult
    mutating func perform(_ operations: Operation...) throws -> Outcome {
        let outcome = try form.perform(operations, attempt: Attempt(known: answers))
        changes = outcome.changes.map(\.withoutRevision)
        return outcome
    }

    /// One transaction on the first field.
    @discardableResult
    mutating func perform(_ operation: FieldOperation) throws -> Outcome {
        try perform(.field(0, operation))
    }

    /// One transaction a cluster.
    mutating func type(_ text: String, in index: Int = 0) throws {
        for cluster in text { try perform(.field(index, .insertText(String(cluster)))) }
    }

    var field: FieldReading {
        get throws { form.field(0) }
    }

    func field(_ index: Int) throws -> FieldReading {
        form.field(index)
    }

    /// The events of the last transaction, fields and session.
    var events: [Change] {
        changes.filter {
            switch $0 {
            case .field, .session: true
            case .fieldProperties, .sessionProperties, .rows: false
            }
        }
    }

    /// The events of the last transaction about one field.
    func events(of index: Int = 0) -> [FieldEvent] {
        changes.compactMap { change in
            if case .field(index, let event) = change { return event }
            return nil
        }
    }
}

extension Change {
    /// The change without the revision, which comes with every other property.
    var withoutRevision: Change {
        switch self {
        case .fieldProperties(let index, let properties):
            .fieldProperties(
                index,
                FieldProperties(FieldProperty.allCases.filter { $0 != .revision && properties.contains($0) })
            )
        case .sessionProperties(let properties):
            .sessionProperties(
                SessionProperties(SessionProperty.allCases.filter { $0 != .revision && properties.contains($0) })
            )
        case .field, .session, .rows: self
        }
    }
}

extension Rule {
    static func length(_ minimum: Int, _ maximum: Int? = nil, message: String? = nil) -> Rule {
        Rule(.length(LengthRule(minimum: minimum, maximum: maximum)), message: message.map { LocalizedText($0) })
    }

    /// The rule of the originals, which judges empty text itself.
    static func textField(
        _ minimum: Int = 0,
        _ maximum: Int? = nil,
        _ change: (inout TextFieldRule) -> Void = { _ in }
    ) -> Rule {
        var rule = TextFieldRule()
        rule.minLength = minimum
        rule.maxLength = maximum
        change(&rule)
        return Rule(.textField(rule))
    }
}

extension TypeQuestion {
    /// What a placeholder service is told of the field.
    var context: FieldContext? {
        if case .placeholder(let context) = question { context } else { nil }
    }
}

extension FormDefinition {
    /// A form without groups and pages.
    convenience init(
        name: String,
        title: LocalizedText,
        fields: [FieldDefinition],
        source: String,
        messages: FormMessages = FormMessages()
    ) {
        let structure = FormStructure(elements: fields.map { .field($0) })
        self.init(name: name, title: title, structure: structure, source: source, messages: messages)
    }
}

extension Form {
    /// Compiles the definition for this form alone.
    init(
        definition: FormDefinition,
        types: FormTypes,
        locale: String,
        traits: LayoutTraits = LayoutTraits(),
        values: [String: String],
        today: CalendarDay = .epoch
    ) throws(FormError) {
        let compiled = try CompiledForm(definition, types: types)
        try self.init(compiled, locale: locale, traits: traits, values: values, today: today)
    }
}

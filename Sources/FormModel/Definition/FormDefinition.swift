/// The definition of a form: decoded, checked and immutable. Sessions share it.
package final class FormDefinition: Sendable {
    /// The name of an installed form; empty for a form that a client sent.
    package let name: String
    package let title: LocalizedText
    package let structure: FormStructure
    /// The JSON that the form was decoded from.
    package let source: String
    /// The form's replacements of default messages.
    package let messages: FormMessages
    /// The languages of the form's texts, as BCP 47 tags in alphabetical order. Empty if each text is the same in all
    /// languages.
    package let languages: [String]
    /// Read through the properties below, without key paths: a key reads some of them.
    private let settings: FormSettings
    /// The range of the `styles` JSON in the source, in bytes.
    let stylesSource: Range<Int>?

    package init(
        name: String,
        title: LocalizedText,
        structure: FormStructure,
        source: String,
        messages: FormMessages = FormMessages(),
        languages: [String] = [],
        settings: FormSettings = FormSettings(),
        stylesSource: Range<Int>? = nil
    ) {
        self.name = name
        self.title = title
        self.structure = structure
        self.source = source
        self.messages = messages
        self.languages = languages
        self.settings = settings
        self.stylesSource = stylesSource
    }

    package var measurer: TypeReference? { settings.measurer }
    package var labels: FormMessages { settings.labels }
    package var record: RecordNames { settings.record }
    package var idle: IdlePolicy? { settings.idle }
    package var submission: SubmissionDefinition? { settings.submission }
    package var usesMarkup: Bool { settings.usesMarkup }
    package var isDurable: Bool { settings.isDurable }
}

/// What a form's own keys set for all of its fields and sessions.
package struct FormSettings: Sendable {
    /// The plug-in's type that measures the form's texts; `nil` for the reference metrics.
    package var measurer: TypeReference?
    /// The form's replacements of default button labels.
    package var labels = FormMessages()
    /// The names of the values that record when the form was filled in.
    package var record = RecordNames()
    /// The handling of idle sessions; `nil` if only the session's options determine it.
    package var idle: IdlePolicy?
    /// Where the answers go when the form is submitted; `nil` if only the caller of `Submit` gets them.
    package var submission: SubmissionDefinition?
    /// Whether labels, hints and notes contain `basic` markup.
    package var usesMarkup = false
    /// Whether sessions of the form may be stored on disk.
    package var isDurable = true

    package init() {}
}

/// The names of the values that record when a form was filled in; `nil` for values that are not recorded.
package struct RecordNames: Sendable, Hashable {
    /// The time at which the session was opened.
    package var started: String?
    /// The time at which the form was submitted.
    package var submitted: String?
    /// The seconds between the two.
    package var duration: String?

    package init() {}

    package var isEmpty: Bool { self == RecordNames() }
}

extension FormDefinition {
    /// Fields and groups in the form's order.
    package var elements: [FormStructure.Element] { structure.elements }
    package var groups: [GroupDefinition] { structure.groups }
    package var pages: [FormStructure.Page] { structure.pages }

    /// The fields in the form's order; a group's fields occur once, independent of its rows.
    package var fields: [FieldDefinition] { elements.allFields }

    /// The maximum number of fields with all rows that can be added.
    package var maximumFieldCount: Int { structure.maximumFieldCount }
}

/// The handling of an idle session, for example at a kiosk, where the next person must not see what the last one typed.
package struct IdlePolicy: Sendable, Hashable {
    /// The seconds without use after which the clients are warned.
    package var warn: Int
    /// The seconds between the warning and the action.
    package var grace: Int
    package var action: Action

    package enum Action: String, Sendable, CaseIterable {
        /// The form returns to its initial state, and waits for the next person.
        case reset
        /// The session is closed.
        case close
    }

    /// The range of `warn` and `grace`, in seconds.
    package static let seconds = 1...86_400

    package init(warn: Int = 60, grace: Int = 10, action: Action = .reset) {
        self.warn = warn
        self.grace = grace
        self.action = action
    }
}

extension IdlePolicy {
    static let keys = KeyTable<IdlePolicy>("an idle policy") {
        Key("warn", \.warn, .integer(in: seconds, "seconds"), isRequired: true)
            .described(as: "the time without use after which `IdleWarning` is sent")
        Key("grace", \.grace, .integer(in: seconds, "seconds"), "the time from the warning to the action")
        Key(
            "action",
            \.action,
            .choice(),
            "`reset` restores the initial state of the form, `close` closes the session; both erase what was typed"
        )
    }
}

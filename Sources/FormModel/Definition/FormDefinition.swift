/// What a form is: decoded, checked, and never changed again. Sessions share it.
package final class FormDefinition: Sendable {
    /// The installed form's name; empty for one that a client sent.
    package let name: String
    package let title: LocalizedText
    package let structure: FormStructure
    /// The plug-in's type that measures the form's texts; `nil` if the reference metrics do.
    package let measurer: TypeReference?
    /// The JSON that this was decoded from.
    package let source: String
    /// What the form says in place of the default messages.
    package let messages: FormMessages
    /// What the form says in place of the default words on buttons.
    package let labels: FormMessages
    /// The languages that the form's texts are in, as BCP 47 tags in alphabetical order. Empty if each text is the same in all.
    package let languages: [String]
    /// The names of the values that tell when the form was filled in.
    package let record: RecordNames
    /// What becomes of a session that nobody uses; `nil` if only its opener says.
    package let idle: IdlePolicy?
    /// Whether labels, hints and notes are written with `basic` markup.
    package let usesMarkup: Bool
    /// Whether sessions of the form may be kept on disk.
    package let isDurable: Bool
    /// Where the JSON of its `styles` stands in the source, in bytes.
    let stylesSource: Range<Int>?

    package init(
        name: String,
        title: LocalizedText,
        structure: FormStructure,
        measurer: TypeReference? = nil,
        source: String,
        messages: FormMessages = FormMessages(),
        labels: FormMessages = FormMessages(),
        languages: [String] = [],
        record: RecordNames = RecordNames(),
        idle: IdlePolicy? = nil,
        usesMarkup: Bool = false,
        isDurable: Bool = true,
        stylesSource: Range<Int>? = nil
    ) {
        self.name = name
        self.title = title
        self.structure = structure
        self.measurer = measurer
        self.source = source
        self.messages = messages
        self.labels = labels
        self.languages = languages
        self.record = record
        self.idle = idle
        self.usesMarkup = usesMarkup
        self.isDurable = isDurable
        self.stylesSource = stylesSource
    }
}

/// The names of the values that tell when a form was filled in; `nil` for what is not told.
package struct RecordNames: Sendable, Hashable {
    /// When the session was opened.
    package var started: String?
    /// When the form was submitted.
    package var submitted: String?
    /// The seconds between the two.
    package var duration: String?

    package init() {}

    package var isEmpty: Bool { self == RecordNames() }
}

extension FormDefinition {
    /// Fields and groups, in the form's order.
    package var elements: [FormStructure.Element] { structure.elements }
    package var groups: [GroupDefinition] { structure.groups }
    package var pages: [FormStructure.Page] { structure.pages }

    /// In the form's order; those of a group stand here once, whatever rows there are.
    package var fields: [FieldDefinition] { elements.allFields }

    /// The fields that there can be, whatever rows are added.
    package var maximumFieldCount: Int { structure.maximumFieldCount }
}

/// What becomes of a session that nobody uses, where the next person must not see what the last one typed: at a kiosk.
package struct IdlePolicy: Sendable, Hashable {
    /// The seconds without use after which the clients are warned.
    package var warn: Int
    /// The seconds between the warning and the action.
    package var grace: Int
    package var action: Action

    package enum Action: String, Sendable, CaseIterable {
        /// The form is as it was when it was opened, and waits for the next person.
        case reset
        /// The session is closed.
        case close
    }

    /// What `warn` and `grace` can be, in seconds.
    package static let seconds = 1...86_400

    package init(warn: Int = 60, grace: Int = 10, action: Action = .reset) {
        self.warn = warn
        self.grace = grace
        self.action = action
    }
}

extension IdlePolicy {
    static let keys = KeyTable<IdlePolicy>("an idle policy") {
        Key(
            "warn",
            \.warn,
            .integer(in: seconds, "seconds"),
            isRequired: true,
            "without use, before `IdleWarning` comes"
        )
        Key("grace", \.grace, .integer(in: seconds, "seconds"), "from the warning to the action")
        Key(
            "action",
            \.action,
            .choice(),
            "`reset`: the form is as it was opened; `close`: the session is closed. What was typed is wiped either way"
        )
    }
}

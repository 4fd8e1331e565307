package import FormPlugin

/// What a field's placeholder asks of a plug-in's type. The answer follows from these three and nothing else.
package struct PlaceholderQuestion: Sendable, Hashable {
    /// The type's name, as the definition has it in `"service"`.
    package var type: String
    /// A JSON object.
    package var configuration: String
    package var context: FieldContext

    package init(type: String, configuration: String, context: FieldContext) {
        self.type = type
        self.configuration = configuration
        self.context = context
    }
}

/// What becomes of a question.
package enum PlaceholderResult: Sendable, Hashable {
    /// Back to front; checked: finite, with colours that are colours.
    case layers([PlaceholderLayer])
    /// The answer has not come in time. Show the placeholder's own text; the answer may follow.
    case late
    /// There is no answer. Show the placeholder's own text. The reason has nothing of the field's text.
    case unavailable(reason: String)
}

extension PlaceholderResult {
    /// In bytes: what it costs to remember.
    var textLength: Int {
        switch self {
        case .layers(let layers): layers.reduce(0) { $0 + $1.text.utf8.count + 128 }
        case .late: 0
        case .unavailable(let reason): reason.utf8.count
        }
    }
}

/// What a form is: decoded, checked, and never changed again. Sessions share it.
package final class FormDefinition: Sendable {
    /// The installed form's name; empty for one that a client sent.
    package let name: String
    package let title: LocalizedText
    /// In the form's order.
    package let fields: [FieldDefinition]
    /// Where the field of a name stands in `fields`.
    package let indices: [String: Int]
    /// The plug-in's type that measures the form's texts; nil: the reference metrics.
    package let measurer: TypeReference?
    /// The JSON that this was decoded from.
    package let source: String
    /// What the form says in place of the default messages.
    package let messages: FormMessages
    /// Where the JSON of its `styles` stands in the source, in bytes.
    let stylesSource: Range<Int>?

    package init(
        name: String,
        title: LocalizedText,
        fields: [FieldDefinition],
        measurer: TypeReference? = nil,
        source: String,
        messages: FormMessages = FormMessages(),
        stylesSource: Range<Int>? = nil
    ) {
        self.measurer = measurer
        self.messages = messages
        self.stylesSource = stylesSource
        self.name = name
        self.title = title
        self.fields = fields
        self.source = source
        var indices: [String: Int] = [:]
        indices.reserveCapacity(fields.count)
        for index in fields.indices where indices[fields[index].id] == nil { indices[fields[index].id] = index }
        self.indices = indices
    }
}

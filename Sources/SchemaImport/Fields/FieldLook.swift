import FormModel

/// What a `uiSchema` says of one field, in a definition's words.
struct FieldLook {
    private(set) var members: [JSONText.Member] = []
    /// How a list of options would like to be shown.
    private(set) var display: String?
    private(set) var isSlider = false
    private(set) var isReadOnly = false
    private(set) var isHidden = false
    /// Where the widget is named.
    private(set) var widgetPlace: String?
    /// Texts for the values of `enum`, in their order.
    let enumNames: JSONValue?
    private(set) var omissions: [ImportOmission]

    /// - Parameter type: what the field asks for; `nil` for one of several options.
    init(_ schema: UserInterfaceSchema, type: SchemaType?) {
        enumNames = schema.option("enumNames")
        omissions = schema.omissions(besides: [
            "widget", "inline", "enumNames", "help", "placeholder", "title", "description", "readonly", "disabled",
            "autocomplete", "rows", "inputType",
        ])
        if let site = schema.option("inputType") ?? schema.option("widget") {
            widgetPlace = "ui:\(site.pointer)"
            if !read(site.string, type, schema) { refuseWidget() }
        }
        isReadOnly = schema.option("readonly")?.bool == true
        if schema.option("disabled")?.bool == true { members.append(.init("enabled", .literal("false"))) }
        if let token = schema.text("autocomplete") { members.append(.init("contentType", .string(token))) }
    }

    /// Lists the widget as left out.
    mutating func refuseWidget() {
        guard let widgetPlace else { return }
        omissions.append(ImportOmission(place: widgetPlace, reason: "no field of this kind has the widget"))
    }

    /// Whether a field can be shown by a widget.
    private mutating func read(_ widget: String?, _ type: SchemaType?, _ schema: UserInterfaceSchema) -> Bool {
        let isInline = schema.option("inline")?.bool == true
        switch widget {
        case "select": display = "menu"
        case "radio", "checkboxes": display = isInline ? "buttons" : "list"
        case "range": isSlider = true
        case "hidden": isHidden = true
        case "textarea": members.append(.init("type", .string("textView")))
        case "password": members.append(.init("mode", .object([.init("type", .string("password"))])))
        case "email", "url":
            members.append(.init("keyboard", .object([.init("purpose", .string(widget ?? "text"))])))
        case "uri": members.append(.init("keyboard", .object([.init("purpose", .string("url"))])))
        case "tel": members.append(.init("keyboard", .object([.init("purpose", .string("phone"))])))
        case "text", "updown", "checkbox", "date", "number", "toggle": break
        default: return false
        }
        return widget != "textarea" || type == .string
    }
}

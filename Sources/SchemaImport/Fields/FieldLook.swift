import FormImport
import FormModel

/// The looks of one field in a `uiSchema`, converted to keys of a definition.
struct FieldLook {
    private(set) var members: [JSONText.Member] = []
    /// The `display` of a list of options.
    private(set) var display: String?
    private(set) var isSlider = false
    private(set) var isReadOnly = false
    private(set) var isHidden = false
    /// The place of the widget's name.
    private(set) var widgetPlace: String?
    /// The labels for the values of `enum`, in their order.
    let enumNames: JSONValue?
    private(set) var omissions: [ImportOmission]

    /// - Parameter type: the type of the field's values; `nil` for a field with several options.
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

    /// Reports the widget as an omission.
    mutating func refuseWidget() {
        guard let widgetPlace else { return }
        omissions.append(ImportOmission(place: widgetPlace, reason: "no field of this kind has the widget"))
    }

    /// Reads a widget. Returns whether a form supports it.
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

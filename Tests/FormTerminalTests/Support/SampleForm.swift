import DBus
import FormClient
import FormTerminal

/// A session as a daemon would announce it, made of a few words.
struct SampleForm {
    struct Field {
        var name: String
        var properties: [(String, Value)]
        var kind = "field"
        var span: UInt32 = 12
        var isVisible = true
        var page = 0
    }

    var title = "Sample"
    var locale = "en"
    var languages: [String] = []
    var settings = ScreenSettings()
    var isRightToLeft = false
    var fields: [Field]
    var focus = ""
    var pages: [String] = []
    var page: UInt32 = 0
    /// Elements of the structure before a field, by its name.
    var before: [String: [(kind: String, name: String, title: String)]] = [:]
    var groups: [FormGroup] = []

    init(_ fields: Field..., focus: String = "") {
        self.fields = fields
        self.focus = focus
    }

    // MARK: The mirror

    private static let usual: [(String, Value)] = [
        ("Type", .string("text")), ("Input", .string("keyboard")), ("Visible", .boolean(true)),
        ("Enabled", .boolean(true)), ("Focusable", .boolean(true)), ("MaxLength", .uint32(.max)),
        ("Revision", .uint64(1)),
    ]

    private func neighbours(of place: Int) -> [(String, Value)] {
        let own = fields[place]
        let chain = fields.indices.filter { fields[$0].kind == "field" && fields[$0].page == own.page }
        let next = chain.first { $0 > place }.map { fields[$0].name } ?? ""
        let previous = chain.last { $0 < place }.map { fields[$0].name } ?? ""
        return [("NextField", .string(next)), ("PreviousField", .string(previous))]
    }

    func mirror() throws -> SessionMirror {
        var objects: [Value] = []
        for (place, field) in fields.enumerated() {
            let label = ("Label", Value.string(field.name.prefix(1).uppercased() + field.name.dropFirst()))
            let visible = ("Visible", Value.boolean(field.isVisible))
            let all = Self.usual + [label, visible] + neighbours(of: place) + field.properties
            objects.append(.structure([.string(field.name), .properties(Self.unique(all))]))
        }
        objects.append(.structure([.string(""), .properties(session)]))
        let arguments: [Value] = [.uint64(1), .array("(sa{sv})", objects)]
        let state = try SessionNews(.signal(path: "/s", interface: "a.b", member: "C", arguments: arguments))
        var mirror = try SessionMirror(state)
        for field in fields { mirror.index(field.name) }
        return mirror
    }

    /// Of two values with one name the later one counts.
    private static func unique(_ properties: [(String, Value)]) -> [(String, Value)] {
        Dictionary(properties) { $1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private var session: [(String, Value)] {
        let words = ["submit", "cancel", "next", "previous", "addRow", "removeRow", "show", "hide", "choose"]
        let labels = words.map { word in
            let label = ["previous": "Back", "addRow": "Add", "removeRow": "Remove"][word]
            return Value.Entry(.string(word), .string(label ?? word.prefix(1).uppercased() + word.dropFirst()))
        }
        var isInSection = false
        let structure = fields.flatMap { field -> [Value] in
            let above = before[field.name, default: []].map { element in
                if element.kind == "section" { isInSection = true }
                return self.element(
                    element.kind,
                    element.name,
                    element.kind == "row" ? 1 : 0,
                    page: element.kind == "review" ? self.pages.count - 1 : 0,
                    title: element.title
                )
            }
            let isInRow = groups.contains { field.name.hasPrefix($0.name + "_") }
            let depth: UInt32 = isInRow ? 2 : isInSection ? 1 : 0
            return above + [
                self.element(
                    field.kind,
                    field.name,
                    depth,
                    isVisible: field.isVisible,
                    page: field.page,
                    span: field.span
                )
            ]
        }
        let pages = self.pages.enumerated().map { number, title in
            Value.structure([.string(title), fields.filter { $0.page == number }.map(\.name).busValue])
        }
        return [
            ("Title", .string(title)), ("Locale", .string(locale)),
            ("Languages", languages.busValue),
            ("Direction", .string(isRightToLeft ? "rtl" : "ltr")), ("FocusedField", .string(focus)),
            ("Revision", .uint64(1)),
            ("Fields", .objectPaths(fields.map { ObjectPath(unchecked: "/s/field/\($0.name)") })),
            ("Structure", .array(.properties, structure)), ("Page", .uint32(page)),
            ("Pages", .array("(sas)", pages)), ("Labels", .dictionary(.string, .string, labels)),
            (
                "Groups",
                .array(
                    "(ssauuu)",
                    groups.map {
                        .structure([
                            .string($0.name), .string($0.label), $0.rows.busValue, .uint32($0.least),
                            .uint32($0.most),
                        ])
                    }
                )
            ),
        ]
    }

    private func element(
        _ kind: String,
        _ name: String,
        _ depth: UInt32,
        isVisible: Bool = true,
        page: Int = 0,
        title: String = "",
        span: UInt32 = 12
    ) -> Value {
        let group = groups.first { $0.name == name || name.hasPrefix($0.name + "_") }
        let rows = UInt32(group?.rows.count ?? 0)
        return .properties([
            ("kind", .string(kind)), ("id", .string(name)), ("depth", .uint32(depth)), ("visible", .boolean(isVisible)),
            ("page", .uint32(UInt32(page))), ("span", .uint32(span)), ("title", .string(title)),
            ("canAdd", .boolean(rows < group?.most ?? 0)), ("canRemove", .boolean(rows > group?.least ?? 0)),
        ])
    }

    // MARK: What becomes of it

    func drawn(_ width: Int, _ height: Int, _ state: ViewState = ViewState()) throws -> Canvas {
        Screen(LayoutContext(try mirror(), state, Size(width: width, height: height), settings)).canvas
    }

    /// The screen as text, without empty lines at the end of the form.
    func screen(_ width: Int, _ height: Int, _ state: ViewState = ViewState()) throws -> [String] {
        try drawn(width, height, state).text
    }
}

extension SampleForm.Field {
    static func text(_ name: String, _ text: String = "", _ properties: (String, Value)...) -> Self {
        let count = UInt32(text.unicodeScalars.count)
        let own: [(String, Value)] = [
            ("Text", .string(text)), ("Value", .string(text)), ("Caret", .uint32(count)),
            ("Selection", .structure([.uint32(count), .uint32(0)])),
        ]
        return Self(name: name, properties: own + properties)
    }

    static func toggle(_ name: String, isOn: Bool = false) -> Self {
        Self(name: name, properties: [("Input", .string("toggle")), ("Value", .string(String(isOn)))])
    }

    static func choice(
        _ name: String,
        _ options: [String],
        chosen: [UInt32] = [],
        display: String = "list",
        multiple: Bool = false
    ) -> Self {
        let properties: [(String, Value)] = [
            ("Input", .string("options")), ("Display", .string(display)), ("Multiple", .boolean(multiple)),
            ("Options", options.busValue), ("OptionCount", .uint32(UInt32(options.count))),
            ("SelectedOption", .int32(chosen.first.map(Int32.init) ?? -1)),
            ("SelectedOptions", chosen.busValue),
            ("Text", .string(chosen.map { options[Int($0)] }.joined(separator: ", "))),
        ]
        return Self(name: name, properties: properties)
    }

    static func date(
        _ name: String,
        _ day: String = "",
        _ range: (String, String, String) = ("", "", "2026-11-22")
    ) -> Self {
        let bounds: [Value] = [.string(range.0), .string(range.1), .string(range.2)]
        var field = text(name, day, ("Date", .string(day)), ("DateRange", .structure(bounds)))
        field.properties.append(("Input", .string("date")))
        return field
    }

    static func note(_ name: String, _ text: String) -> Self {
        var field = Self.text(name, text, ("Type", .string("note")), ("Focusable", .boolean(false)))
        field.kind = "note"
        return field
    }
}

/// The place and the type of a value in a submitted document, if they are not those of the element.
package struct DocumentPlace: Sendable, Hashable {
    /// The names of the objects around the value, and its own. Empty for a value that stands for its whole row; `nil`
    /// for the element's identifier.
    package var path: [String]?
    /// `nil` for the type of the field's kind.
    package var type: ValueType?
    /// Whether an empty field is null. Otherwise it is absent.
    package var isNullable = false

    package enum ValueType: String, Sendable, CaseIterable {
        case string, number, boolean
    }

    package init() {}
}

extension DocumentPlace {
    /// The keys for the value of a field.
    static let ofFields = KeyTable<DocumentPlace>("a place in the document") {
        place("the place of the value: the names of the objects around it, and its own")
        Key("type", \.type, .choice(), default: "the field's own")
            .described(as: "the type of the value, or of each chosen value")
        Key("null", \.isNullable, .bool, "an empty field is null, and not absent")
    }

    /// The keys for a group, a section or a constant.
    static let ofParts = KeyTable<DocumentPlace>("a place in the document") {
        place("the place: the names of the objects around it, and its own")
    }

    private static func place(_ about: String) -> Key<DocumentPlace> {
        Key("at", \.path, pointer, default: "`/ID`").described(as: about)
    }

    /// The maximum number of names in a path.
    private static let depth = 32

    private static let pointer = ValueReader<[String]>(
        "a JSON Pointer (RFC 6901)",
        schema: .of(type: "string", ["pattern": "^(/([^~/]|~[01])*)*$"]),
        show: { $0.map { "/" + $0 }.joined() }
    ) { value, context in
        guard let text = context.string(value, limit: DefinitionLimits.text) else { return nil }
        if text.isEmpty { return [] }
        let names = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard text.first == "/", names.count <= depth, names.allSatisfy(isName) else {
            return context.error("\(quoted(text)) is no JSON Pointer with at most \(depth) names", at: value)
        }
        return names.map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
    }

    /// Whether each `~` in a part of a pointer is followed by 0 or 1.
    private static func isName(_ text: Substring) -> Bool {
        text.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
            .allSatisfy { $0.first == "0" || $0.first == "1" }
    }

    /// Declares the key `document` of an element.
    static func key<Root>(
        _ path: any WritableKeyPath<Root, DocumentPlace?> & Sendable,
        _ table: KeyTable<DocumentPlace> = ofParts,
        _ about: String = "where `SubmitDocument` returns it, see below"
    ) -> Key<Root> {
        Key("document", path, table.reader(DocumentPlace()), about)
    }
}

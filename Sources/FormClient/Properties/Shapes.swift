public import DBus

/// A range of a text in code points, as in `Selection`.
public struct TextRange: Hashable, StructureItem {
    /// The first code point.
    public var start: UInt32
    /// The number of code points.
    public var length: UInt32

    /// How the value is read from a D-Bus structure.
    public static let structure = Structure(TextRange.init(start:length:))
}

extension TextRange: PropertyItem {
    /// An empty range at the start.
    public init() { self.init(start: 0, length: 0) }
}

/// A group with its rows.
public struct FormGroup: Hashable, StructureItem {
    /// The identifier.
    public var name: String
    /// The label of a row.
    public var label: String
    /// The row numbers, in order. The names of fields in row 3 of the group `item` start with `item_3_`.
    public var rows: [UInt32]
    /// The minimum number of rows.
    public var least: UInt32
    /// The maximum number of rows.
    public var most: UInt32

    /// How the value is read from a D-Bus structure.
    public static let structure = Structure(FormGroup.init(name:label:rows:least:most:))
}

/// A page of a form.
public struct FormPage: Hashable, StructureItem {
    /// The title for users.
    public var title: String
    /// The names of the fields on the page.
    public var fields: [String]

    /// How the value is read from a D-Bus structure.
    public static let structure = Structure(FormPage.init(title:fields:))
}

/// A field and its error.
public struct FieldError: Hashable, StructureItem {
    /// The name of the field.
    public var field: String
    /// The message for users.
    public var message: String

    /// Creates the value.
    public init(field: String, message: String) {
        self.field = field
        self.message = message
    }

    /// How the value is read from a D-Bus structure.
    public static let structure = Structure(FieldError.init(field:message:))
}

/// An element of a form, as `Structure` lists them from top to bottom. Entries that a daemon leaves out, or that have
/// another type, are empty, zero or false.
public struct FormElement: Hashable, Sendable {
    /// `field`, `note`, `section`, `group`, `row`, `review` or `end`.
    public var kind: String
    /// The field's name, the identifier of a section or group, or GROUP_ROW.
    public var identifier: String
    /// The number of sections, groups and rows that contain the element.
    public var depth: UInt32
    /// Whether the element is part of the form at present.
    public var isVisible: Bool
    /// The index of its page; 0 in a form without pages.
    public var page: UInt32
    /// The title of a section or a review, or the label of a group or row.
    public var title: String
    /// The width in columns of twelve.
    public var span: UInt32
    /// Whether users may add a row to the group.
    public var canAdd: Bool
    /// Whether users may remove or move the row.
    public var canRemove: Bool
    /// Whether users may move the row.
    public var canMove: Bool
}

extension FormElement: BusDecodable {
    /// The corresponding D-Bus type.
    public static var busType: ValueType { .properties }

    /// Creates the value from a D-Bus value of the right type.
    public init?(busValue: Value) {
        guard let members = busValue.properties else { return nil }
        func member<Item: PropertyItem>(_ name: String) -> Item {
            members[name].flatMap { Item(busValue: $0) } ?? Item()
        }
        kind = member("kind")
        identifier = member("id")
        depth = member("depth")
        isVisible = member("visible")
        page = member("page")
        title = member("title")
        span = member("span")
        canAdd = member("canAdd")
        canRemove = member("canRemove")
        canMove = member("canMove")
    }
}

/// An answer on a review page.
public struct ReviewedAnswer: Hashable, StructureItem {
    /// The name of the field.
    public var field: String
    /// The text for users.
    public var label: String
    /// The text that is shown.
    public var text: String

    /// How the value is read from a D-Bus structure.
    public static let structure = Structure(ReviewedAnswer.init(field:label:text:))
}

/// An option of a picker: its index in the whole list, its value and its label.
public struct FieldOption: Hashable, StructureItem {
    /// The index in the whole list.
    public var index: UInt32
    /// The value without format.
    public var value: String
    /// The text for users.
    public var label: String

    /// How the value is read from a D-Bus structure.
    public static let structure = Structure(FieldOption.init(index:value:label:))
}

/// A type that is decoded from a D-Bus structure. The types of the members are those of the initializer's parameters.
public protocol StructureItem: BusDecodable {
    static var structure: Structure<Self> { get }
}

extension StructureItem {
    /// The corresponding D-Bus type.
    public static var busType: ValueType { .structure(structure.members) }

    /// Creates the value from a D-Bus value of the right type.
    public init?(busValue: Value) {
        guard let members = busValue.members, let item = Self.structure.item(members) else { return nil }
        self = item
    }
}

/// How a value is made from the members of a structure.
public struct Structure<Item: Sendable>: Sendable {
    let members: [ValueType]
    /// `nil` if the values do not have the members' types.
    let item: @Sendable ([Value]) -> Item?

    init<each Member: BusDecodable>(_ make: @escaping @Sendable (repeat each Member) -> Item) {
        let members = Signature.types(repeat (each Member).self)
        self.members = members
        item = { values in
            guard values.count == members.count else { return nil }
            var reader = ArgumentReader(values)
            return try? make(repeat reader.next((each Member).self))
        }
    }
}

package import DBus

/// A range of a text in code points, as in `Selection`.
package struct TextRange: Hashable, Sendable {
    package var start: UInt32
    package var length: UInt32

    package init(start: UInt32, length: UInt32) {
        self.start = start
        self.length = length
    }
}

extension TextRange: StructureItem, PropertyItem {
    package static let structure = Structure(TextRange.init(start:length:))
    package static var absent: TextRange { TextRange(start: 0, length: 0) }
}

/// A group with its rows.
package struct FormGroup: Hashable, Sendable {
    package var name: String
    /// The label of a row.
    package var label: String
    /// The row numbers, in order. The names of fields in row 3 of the group `item` start with `item_3_`.
    package var rows: [UInt32]
    package var least: UInt32
    package var most: UInt32

    package init(name: String, label: String, rows: [UInt32], least: UInt32, most: UInt32) {
        self.name = name
        self.label = label
        self.rows = rows
        self.least = least
        self.most = most
    }
}

extension FormGroup: StructureItem {
    package static let structure = Structure(FormGroup.init(name:label:rows:least:most:))
}

/// A page of a form.
package struct FormPage: Hashable, Sendable {
    package var title: String
    package var fields: [String]

    package init(title: String, fields: [String]) {
        self.title = title
        self.fields = fields
    }
}

extension FormPage: StructureItem {
    package static let structure = Structure(FormPage.init(title:fields:))
}

/// A field and its error.
package struct FieldError: Hashable, Sendable {
    package var field: String
    package var message: String

    package init(field: String, message: String) {
        self.field = field
        self.message = message
    }
}

extension FieldError: StructureItem {
    package static let structure = Structure(FieldError.init(field:message:))
}

/// An element of a form, as `Structure` lists them from top to bottom. Entries that a daemon leaves out, or that have
/// another type, are empty, zero or false.
package struct FormElement: Hashable, Sendable {
    /// `field`, `note`, `section`, `group`, `row`, `review` or `end`.
    package var kind: String
    package var identifier: String
    package var depth: UInt32
    package var isVisible: Bool
    /// The index of its page; 0 in a form without pages.
    package var page: UInt32
    /// The title of a section or a review, or the label of a group or row.
    package var title: String
    /// The width in columns of twelve.
    package var span: UInt32
    /// Whether users may add a row to the group.
    package var canAdd: Bool
    /// Whether users may remove or move the row.
    package var canRemove: Bool
    package var canMove: Bool
}

extension FormElement: BusDecodable {
    package static var busType: ValueType { .properties }

    package init?(busValue: Value) {
        guard let members = busValue.properties else { return nil }
        func flag(_ name: String) -> Bool { members[name].flatMap(Bool.init(busValue:)) ?? false }
        func number(_ name: String) -> UInt32 { members[name].flatMap(UInt32.init(busValue:)) ?? 0 }
        func text(_ name: String) -> String { members[name]?.string ?? "" }
        kind = text("kind")
        identifier = text("id")
        depth = number("depth")
        isVisible = flag("visible")
        page = number("page")
        title = text("title")
        span = number("span")
        canAdd = flag("canAdd")
        canRemove = flag("canRemove")
        canMove = flag("canMove")
    }
}

/// An element of a page besides fields, as in `Frames`, from top to bottom: the header of a section, a row or a table,
/// or a button.
package struct SupplementaryFrame: Hashable, Sendable {
    /// `section`, `grid`, `row`, `removeRow`, `addRow`, `previous`, `next`, `submit` or `field`.
    package var kind: String
    /// The identifier of the section or the group; for a row followed by the row's number: `items_3`.
    package var name: String
    /// In the coordinates of the content, in logical pixels.
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
}

extension SupplementaryFrame: StructureItem {
    package static let structure = Structure(SupplementaryFrame.init(kind:name:x:y:width:height:))
}

/// An answer on a review page.
package struct ReviewedAnswer: Hashable, Sendable {
    package var field: String
    package var label: String
    package var text: String

    package init(field: String, label: String, text: String) {
        self.field = field
        self.label = label
        self.text = text
    }
}

extension ReviewedAnswer: StructureItem {
    package static let structure = Structure(ReviewedAnswer.init(field:label:text:))
}

/// An option of a picker: its index in the whole list, its value and its label.
package struct FieldOption: Hashable, Sendable {
    package var index: UInt32
    package var value: String
    package var label: String

    package init(index: UInt32, value: String, label: String) {
        self.index = index
        self.value = value
        self.label = label
    }
}

extension FieldOption: StructureItem {
    package static let structure = Structure(FieldOption.init(index:value:label:))
}

/// A type that is decoded from a D-Bus structure. The types of the members are those of the initializer's parameters.
package protocol StructureItem: BusDecodable {
    static var structure: Structure<Self> { get }
}

extension StructureItem {
    package static var busType: ValueType { .structure(structure.members) }

    package init?(busValue: Value) {
        guard let members = busValue.members, let item = Self.structure.item(members) else { return nil }
        self = item
    }
}

/// How a value is made from the members of a structure.
package struct Structure<Item: Sendable>: Sendable {
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

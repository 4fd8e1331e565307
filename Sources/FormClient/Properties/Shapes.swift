package import DBus

/// A part of a text in code points, as `Selection` has it.
package struct TextRange: Hashable, Sendable {
    package var start: UInt32
    package var length: UInt32

    package init(start: UInt32, length: UInt32) {
        self.start = start
        self.length = length
    }
}

extension TextRange: PropertyItem {
    package static var busType: ValueType { "(uu)" }
    package static var absent: TextRange { TextRange(start: 0, length: 0) }

    package init?(busValue: Value) {
        guard let (start, length) = busValue.members(UInt32.self, UInt32.self) else { return nil }
        self.init(start: start, length: length)
    }
}

/// A group of rows.
package struct FormGroup: Hashable, Sendable {
    package var name: String
    /// What a row is called.
    package var label: String
    /// The rows' numbers in their order. The fields of row 3 of the group `item` begin with `item_3_`.
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

extension FormGroup: BusDecodable {
    package static var busType: ValueType { "(ssauuu)" }

    package init?(busValue: Value) {
        guard
            let (name, label, rows, least, most) = busValue.members(
                String.self,
                String.self,
                [UInt32].self,
                UInt32.self,
                UInt32.self
            )
        else { return nil }
        self.init(name: name, label: label, rows: rows, least: least, most: most)
    }
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

extension FormPage: BusDecodable {
    package static var busType: ValueType { "(sas)" }

    package init?(busValue: Value) {
        guard let (title, fields) = busValue.members(String.self, [String].self) else { return nil }
        self.init(title: title, fields: fields)
    }
}

/// A field and what is wrong with it.
package struct FieldError: Hashable, Sendable {
    package var field: String
    package var message: String

    package init(field: String, message: String) {
        self.field = field
        self.message = message
    }
}

extension FieldError: BusDecodable {
    package static var busType: ValueType { "(ss)" }

    package init?(busValue: Value) {
        guard let (field, message) = busValue.members(String.self, String.self) else { return nil }
        self.init(field: field, message: message)
    }
}

/// An element of a form, as `Structure` lists them from top to bottom.
package struct FormElement: Hashable, Sendable {
    /// `field`, `note`, `section`, `group`, `row` or `review`.
    package var kind: String
    package var identifier: String
    package var depth: UInt32
    package var isVisible: Bool
    /// The title of a section or a review; what a row is called.
    package var title: String
    /// The columns of twelve that the element wants.
    package var span: UInt32
}

extension FormElement: BusDecodable {
    package static var busType: ValueType { "(ssubsu)" }

    package init?(busValue: Value) {
        guard
            let (kind, identifier, depth, isVisible, title, span) = busValue.members(
                String.self,
                String.self,
                UInt32.self,
                Bool.self,
                String.self,
                UInt32.self
            )
        else { return nil }
        self.init(kind: kind, identifier: identifier, depth: depth, isVisible: isVisible, title: title, span: span)
    }
}

/// What a page shows besides fields, as `Frames` lists it from top to bottom: the header of a section or a row, or a button.
package struct SupplementaryFrame: Hashable, Sendable {
    /// `section`, `row`, `removeRow`, `addRow`, `previous`, `next` or `submit`.
    package var kind: String
    /// The section's or the group's identifier, for a row with its number behind it: `items_3`.
    package var name: String
    /// In the content, in logical pixels.
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
}

extension SupplementaryFrame: BusDecodable {
    package static var busType: ValueType { "(ssdddd)" }

    package init?(busValue: Value) {
        guard
            let (kind, name, x, y, width, height) = busValue.members(
                String.self,
                String.self,
                Double.self,
                Double.self,
                Double.self,
                Double.self
            )
        else { return nil }
        self.init(kind: kind, name: name, x: x, y: y, width: width, height: height)
    }
}

/// An answer as a review shows it.
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

extension ReviewedAnswer: BusDecodable {
    package static var busType: ValueType { "(sss)" }

    package init?(busValue: Value) {
        guard let (field, label, text) = busValue.members(String.self, String.self, String.self) else { return nil }
        self.init(field: field, label: label, text: text)
    }
}

/// An option of a picker: its place in the whole list, what it stands for and what it is called.
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

extension FieldOption: BusDecodable {
    package static var busType: ValueType { "(uss)" }

    package init?(busValue: Value) {
        guard let (index, value, label) = busValue.members(UInt32.self, String.self, String.self) else { return nil }
        self.init(index: index, value: value, label: label)
    }
}

extension Value {
    /// The members of a structure that has members of these types.
    fileprivate func members<each Member: BusDecodable>(
        _ types: repeat (each Member).Type
    ) -> (repeat each Member)? {
        guard let members, members.count == Signature.types(repeat each types).count else { return nil }
        var reader = ArgumentReader(members)
        return try? (repeat reader.next(each types))
    }
}

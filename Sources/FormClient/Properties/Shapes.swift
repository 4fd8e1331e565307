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
        guard let members = busValue.members, members.count == 2, let start = members[0].uint32,
            let length = members[1].uint32
        else { return nil }
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
        guard let members = busValue.members, members.count == 5, let name = members[0].string,
            let label = members[1].string, let rows = [UInt32](busValue: members[2]), let least = members[3].uint32,
            let most = members[4].uint32
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
        guard let members = busValue.members, members.count == 2, let title = members[0].string,
            let fields = members[1].strings
        else { return nil }
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
        guard let members = busValue.members, members.count == 2, let field = members[0].string,
            let message = members[1].string
        else { return nil }
        self.init(field: field, message: message)
    }
}

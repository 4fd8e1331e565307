package import DBus
package import FormEngine
import FormModel

/// A structure of D-Bus, whose members have the Swift types in its name: `Row<String, UInt32>` is `(su)`.
struct Row<each Column: BusEncodable>: BusEncodable {
    private let columns: (repeat each Column)

    init(_ columns: repeat each Column) {
        self.columns = (repeat each columns)
    }

    static var busType: ValueType { .structure(Signature.types(repeat (each Column).self)) }
    var busValue: Value { .structure(Signature.values(repeat each columns)) }
}

/// `a{sv}` in the given order.
struct Properties: BusEncodable {
    var entries: [(String, Value)]

    init(_ entries: [(String, Value)]) {
        self.entries = entries
    }

    static let busType = ValueType.properties
    var busValue: Value { .properties(entries) }
}

/// `a{ss}`: texts by name in the given order.
struct Texts: BusEncodable {
    private let entries: [Value.Entry]

    init(_ entries: [(String, String)]) {
        self.entries = entries.map { Value.Entry(.string($0.0), .string($0.1)) }
    }

    init(_ values: [FieldValue]) {
        self.init(values.map { ($0.field, $0.value) })
    }

    static let busType: ValueType = "a{ss}"
    var busValue: Value { .dictionary(.string, .string, entries) }
}

/// `(ss)`: field and message.
extension FieldMessage: BusEncodable {
    package static var busType: ValueType { "(ss)" }
    package var busValue: Value { .structure([.string(field), .string(message)]) }
}

/// `(sss)`: field, label and shown text.
extension ReviewedAnswer: BusEncodable {
    package static var busType: ValueType { "(sss)" }
    package var busValue: Value { .structure([.string(field), .string(label), .string(text)]) }
}

/// `(uss)`: the option's index in the whole list, its value and its label.
extension ListedOption: BusEncodable {
    package static var busType: ValueType { "(uss)" }
    package var busValue: Value {
        .structure([.uint32(UInt32(clamping: index)), .string(value), .string(label)])
    }
}

/// `(sa{sv})`: the field and the result of one of its rules.
extension RuleExplanation: BusEncodable {
    package static var busType: ValueType { "(sa{sv})" }

    package var busValue: Value {
        var members: [(String, Value)] = [
            ("rule", .string(rule)),
            ("verdict", .string(verdict.rawValue)),
            ("message", .string(message)),
            ("parameters", Texts(parameters.map { ($0.name, $0.value) }).busValue),
            ("read", Texts(read).busValue),
            ("cost", .uint64(nanoseconds)),
        ]
        if let position { members.append(("position", .uint32(UInt32(clamping: position)))) }
        return .structure([.string(field), .properties(members)])
    }
}

import ArgumentParser
import DBus
import EventLoop
import FormClient

struct GetCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print properties of a session or a field.",
        discussion: """
            One property is printed as it is, on one line: control characters as \\n, \\t or \\u001b, a backslash \
            as two. Without a property all are printed, strings in quotation marks.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: FieldArgument.help) var field = FieldArgument.session
    @Argument(help: "A property's name, such as Text, Value or Error.") var property: String?
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        guard let property else {
            let properties = try await session.properties(of: field.name)
            let rows = properties.map { [$0.0.escapingControls, $0.1.notation()] }
            return try report(json: JSON(properties), lines: aligned(rows))
        }
        let value = try await session.get(property, of: field.name)
        try report(json: JSON(value), lines: [value.text])
    }
}

struct SetCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set a field's text, or a property.",
        usage: """
            formctl set SESSION FIELD TEXT
            formctl set SESSION FIELD PROPERTY VALUE
            """,
        discussion: """
            A text is set as an application does it: formatted and validated. "get" prints what became of it. \
            A property takes the arguments of "get", and the value after them.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: FieldArgument.help) var field: FieldArgument
    @Argument(help: ArgumentHelp("The text; or a property's name, and its value.", valueName: "text")) var words:
        [String]
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard words.count <= 2 else {
            throw ValidationError("Too many arguments: a text with spaces in it needs quotation marks.")
        }
    }

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        guard words.count == 2 else {
            try await session.field(field.required()).call("SetText", .string(words[0]), .properties([]))
            return
        }
        // The new value has to be of the same type as the present one.
        let present = try await session.get(words[0], of: field.name)
        guard let value = Value(words[1], as: present.type) else {
            let message = "\(words[0]) is of type \(present.type), which \(words[1].quoted) is not"
            throw CommandFailure(.usage, message.escapingControls)
        }
        try await session.set(words[0], of: field.name, to: value)
    }
}

extension Value {
    /// Reads a value of a basic type from the command line. nil if the text is not such a value, or the type is not basic.
    init?(_ text: String, as type: ValueType) {
        let value: Value? =
            switch type {
            case .string: .string(text)
            case .boolean: Bool(text).map(Value.boolean)
            case .byte: UInt8(text).map(Value.byte)
            case .int16: Int16(text).map(Value.int16)
            case .uint16: UInt16(text).map(Value.uint16)
            case .int32: Int32(text).map(Value.int32)
            case .uint32: UInt32(text).map(Value.uint32)
            case .int64: Int64(text).map(Value.int64)
            case .uint64: UInt64(text).map(Value.uint64)
            case .double: Double(text).map(Value.double)
            case .objectPath: ObjectPath(text).map(Value.objectPath)
            default: nil
            }
        guard let value else { return nil }
        self = value
    }
}

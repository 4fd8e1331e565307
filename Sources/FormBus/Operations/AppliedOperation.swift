import DBus
import EventLoop
import FormContract
import FormEngine

/// An operation in `Session.Apply`: the name of a method, and its arguments by their names in the contract.
///
/// With an argument `field` the method belongs to the Field interface, otherwise to the Session interface. The field ""
/// is the one that has the focus when the operation is performed.
struct AppliedOperation {
    private let method: OperationMethod
    /// The access level that the method requires of its caller.
    let access: AccessLevel
    private let field: String?
    private let arguments: [Value]
    private let argumentNames: [String]

    /// Throws if an entry does not name a method, or if an argument is missing, unknown or of the wrong type. The
    /// message contains the entry's number.
    static func decode(_ entries: [Value], limit: Int) throws -> [AppliedOperation] {
        guard entries.count <= limit else {
            throw FormError(.limitExceeded, "\(entries.count) operations; the limit is \(limit)")
        }
        return try entries.enumerated().map { index, entry in
            guard let members = entry.members, members.count == 2, let name = members[0].string,
                let values = members[1].properties
            else { throw BusError.invalidArgument("operation \(index + 1) is not a name and its arguments") }
            return try AppliedOperation(name: name, values: values, position: index + 1)
        }
    }

    private init(name: String, values: [String: Value], position: Int) throws {
        let place = "operation \(position), \(name.prefix(80))"
        let field = values["field"]?.string
        let found: NamedMethod
        if field != nil, let method = Self.fieldMethods[name] {
            found = method
            self.field = field
        } else if let method = Self.sessionMethods[name] {
            found = method
            self.field = nil
        } else if Self.fieldMethods[name] != nil {
            throw BusError.invalidArgument("\(place): the argument \"field\" is missing")
        } else {
            throw BusError.invalidArgument("\(place): there is no such operation")
        }
        method = found.method
        access = found.access
        argumentNames = found.arguments.map(\.name)
        var known = Set(found.arguments.map(\.name))
        if self.field != nil { known.insert("field") }
        if let unknown = values.keys.filter({ !known.contains($0) }).min() {
            throw BusError.invalidArgument("\(place): unknown argument \"\(unknown.prefix(80))\"")
        }
        arguments = try found.arguments.map { argument in
            guard let value = values[argument.name] else {
                throw BusError.invalidArgument("\(place): the argument \"\(argument.name)\" is missing")
            }
            guard value.type == argument.type else {
                let types = "of type \(value.type), not \(argument.type)"
                throw BusError.invalidArgument("\(place): the argument \"\(argument.name)\" is \(types)")
            }
            return value
        }
    }

    /// A method that was called directly, on a field if `field` is not `nil`.
    init?(_ method: OperationMethod, of field: String?, _ arguments: [Value]) {
        let methods = field == nil ? Self.sessionMethods : Self.fieldMethods
        guard let found = methods[method.name.string] else { return nil }
        self.method = method
        self.field = field
        self.arguments = arguments
        access = found.access
        argumentNames = found.arguments.map(\.name)
    }

    /// The method's name.
    var name: MemberName { method.name }

    /// The operation as it is recorded.
    var recorded: RecordedOperation {
        RecordedOperation(name: name.string, field: field, arguments: zip(argumentNames, arguments).map { ($0, $1) })
    }

    @LoopActor
    func operation(_ context: OperationContext) throws -> FormEngine.Operation {
        var context = context
        if let field { context.subject = field.isEmpty ? .focusedField : .field(try context.index(ofField: field)) }
        return try method.operation(arguments, context)
    }

    // MARK: The methods by name

    private typealias NamedMethod = (
        method: OperationMethod, access: AccessLevel, arguments: [InterfaceDescription.Argument]
    )

    private static let fieldMethods = methods(OperationMethod.field, of: Contract.field)
    private static let sessionMethods = methods(OperationMethod.session, of: Contract.session)

    private static func methods(
        _ methods: [OperationMethod],
        of interface: InterfaceDescription
    ) -> [String: NamedMethod] {
        let declared = Dictionary(uniqueKeysWithValues: interface.methods.map { ($0.name, $0) })
        return Dictionary(
            uniqueKeysWithValues: methods.compactMap { method in
                declared[method.name].map { (method.name.string, (method, $0.access, $0.inputs)) }
            }
        )
    }
}

/// The operations of an `Apply` before decoding: `a(sa{sv})`.
struct OperationList: BusDecodable {
    let entries: [Value]

    static let busType: ValueType = "a(sa{sv})"

    init?(busValue: Value) {
        guard let entries = busValue.elements else { return nil }
        self.entries = entries
    }
}

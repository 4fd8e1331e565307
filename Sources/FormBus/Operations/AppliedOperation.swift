import DBus
import EventLoop
import FormEngine

/// One entry of `Session.Apply`: a method's name, and its arguments by their names in the contract.
///
/// With a `field` the method is the Field interface's, else the Session's.
struct AppliedOperation {
    private let method: OperationMethod
    private let field: String?
    private let arguments: [Value]

    /// Throws when an entry names no method, or when an argument is missing, unknown or of the wrong type; the message
    /// says which entry.
    static func decode(_ list: Value, limit: Int) throws -> [AppliedOperation] {
        guard let entries = list.elements else { throw BusError.invalidArgument("operations is not an array") }
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
        if let field, let method = OperationMethod.fieldByName[name] {
            self.method = method
            self.field = field
        } else if let method = OperationMethod.sessionByName[name] {
            self.method = method
            self.field = nil
        } else if OperationMethod.fieldByName[name] != nil {
            throw BusError.invalidArgument("\(place): the argument \"field\" is missing")
        } else {
            throw BusError.invalidArgument("\(place): there is no such operation")
        }
        var known = Set(method.inputs.map(\.name))
        if self.field != nil { known.insert("field") }
        if let unknown = values.keys.filter({ !known.contains($0) }).min() {
            throw BusError.invalidArgument("\(place): unknown argument \"\(unknown.prefix(80))\"")
        }
        arguments = try method.inputs.map { input in
            guard let value = values[input.name] else {
                throw BusError.invalidArgument("\(place): the argument \"\(input.name)\" is missing")
            }
            guard value.type == input.type else {
                let types = "of type \(value.type), not \(input.type)"
                throw BusError.invalidArgument("\(place): the argument \"\(input.name)\" is \(types)")
            }
            return value
        }
    }

    @LoopActor
    func operation(_ context: OperationContext) throws -> FormEngine.Operation {
        var context = context
        if let field { context.field = try context.index(ofField: field) }
        return try method.operation(arguments, context)
    }
}

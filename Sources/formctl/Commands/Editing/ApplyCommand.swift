import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormContract
import FormModel
import FormPresentation

struct ApplyCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Perform many operations as one transaction, and print what they changed.",
        discussion: """
            The file is a JSON array with an object for each operation: "method" is the name of a method of the \
            Session interface or, with "field", of the Field interface; its arguments have the names that \
            org.formd.Forms1(5) lists, and options may be left out. Either all operations take effect or none.

            [{"method": "SetText", "field": "name", "text": "Ada"}, {"method": "FocusNext"}]

            Prints one line for each object that changed: the field or ".", and the changed properties by name.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: "The operations; \"-\" is standard input.", completion: .file(extensions: ["json"]))
    var file = "-"
    @Option(help: ArgumentHelp("Fail if the session is at another revision.", valueName: "revision"))
    var ifRevision: UInt64?
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let operations = try OperationsFile(try TextFile.read(file), name: file).operations
        let applied = try await forms.session(session).apply(operations, ifRevision: ifRevision)
        try report(
            json: [
                "revision": .number(applied.revision),
                "changes": .array(
                    applied.changes.map {
                        ["field": .string($0.field ?? "."), "properties": JSONText($0.properties)]
                    }
                ),
            ],
            lines: applied.changes.map { "\($0.field ?? ".") \($0.properties.line)" }
        )
    }
}

/// The operations in a JSON text.
struct OperationsFile {
    let operations: [Operation]

    init(_ text: String, name: String) throws(CommandFailure) {
        let name = name.escapingControls
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(text)
        } catch {
            throw CommandFailure(.refused, "\(name): \(error)".escapingControls)
        }
        guard let elements = document.root.elements else {
            throw CommandFailure(.refused, "\(name): the operations are not an array")
        }
        var operations: [Operation] = []
        for element in elements {
            do throws(Mistake) {
                operations.append(try Self.operation(element))
            } catch {
                throw CommandFailure(.refused, "\(name):\(element.pointer): \(error.message)".escapingControls)
            }
        }
        self.operations = operations
    }

    struct Mistake: Error {
        let message: String
    }

    /// - Parameter remarks: the keys of an operation that are not arguments.
    static func operation(_ json: JSONValue, besides remarks: [String] = []) throws(Mistake) -> Operation {
        guard let object = json.object, let name = object["method"]?.string else {
            throw Mistake(message: "an operation is an object with a \"method\"")
        }
        let field = object["field"]?.string
        func isNamed(_ method: InterfaceDescription.Method) -> Bool { method.name.string == name }
        // The daemon's rule: the Field method if a field is named and has such a method, otherwise the Session method.
        let ofField = field == nil ? nil : Contract.field.methods.first(where: isNamed)
        guard let method = ofField ?? Contract.session.methods.first(where: isNamed) else {
            throw Mistake(message: "there is no method \(name.quoted) of a \(field == nil ? "session" : "field")")
        }
        let known = ["method"] + remarks + (ofField == nil ? [] : ["field"]) + method.inputs.map(\.name)
        if let unknown = object.members.first(where: { !known.contains($0.key) }) {
            throw Mistake(message: "\(name) has no argument \(unknown.key.quoted)")
        }
        var arguments: [Value] = []
        for input in method.inputs {
            guard let json = object[input.name] else {
                guard input.type == .properties else {
                    throw Mistake(message: "\(name) needs the argument \(input.name.quoted)")
                }
                arguments.append(.properties([]))
                continue
            }
            guard let value = Value(json, as: input.type) else {
                throw Mistake(message: "the argument \(input.name.quoted) is not of type \(input.type)")
            }
            arguments.append(value)
        }
        let target: Operation.Target = if ofField != nil, let field { .field(field) } else { .session }
        return Operation(target, method.name, arguments)
    }
}

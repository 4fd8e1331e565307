import DBus
import FormClient
import FormContract
import FormModel
import FormPresentation

/// A frame from a page: it opens a session, continues one, or performs an operation.
struct PageRequest {
    /// The number that the page has given the request; the answer has it, too. Numbers increase from 1.
    let number: Int
    let call: Call

    enum Call {
        /// Opens a session of a form.
        case open(form: String, options: [SessionOption], page: String)
        /// Continues a session: `since` is the revision of the state that the page has, and `page` the number that it
        /// gave itself when it began.
        case follow(session: String, since: UInt64, page: String)
        case perform(Operation)
    }

    /// A frame that is no request. The connection ends then.
    struct Malformed: Error {}

    /// A request that is understood, but not granted. The page gets this answer.
    struct Refused: Error {
        let number: Int
        let error: BusError
    }

    init(_ bytes: [UInt8]) throws {
        guard let object = try JSONDocument(bytes).root.object, let number = object["id"]?.integer, number > 0,
            let call = object["call"]?.string
        else { throw Malformed() }
        self.number = number
        do throws(BusError) {
            self.call = try Self.call(call, object)
        } catch {
            throw Refused(number: number, error: error)
        }
    }

    private static func call(_ name: String, _ object: JSONObject) throws(BusError) -> Call {
        let page = object["page"]?.string ?? ""
        switch name {
        case "OpenSession":
            guard let form = object["form"]?.string else { throw .invalid("OpenSession needs a form") }
            return .open(form: form, options: try options(object["options"]?.object), page: page)
        case "Follow":
            guard let session = object["session"]?.string else { throw .invalid("Follow needs a session") }
            return .follow(session: session, since: UInt64(max(object["since"]?.integer ?? 0, 0)), page: page)
        default:
            return .perform(try operation(name, object["field"]?.string, object["arguments"]?.object))
        }
    }

    private static func options(_ given: JSONObject?) throws(BusError) -> [SessionOption] {
        var options: [SessionOption] = []
        for member in given?.members ?? [] {
            guard let type = Permitted.options[member.key], let value = Value(member.value, as: type) else {
                throw .invalid("a page cannot open a session with the option \(member.key.prefix(40))")
            }
            options.append(SessionOption(member.key, value))
        }
        return options
    }

    private static func operation(
        _ name: String,
        _ field: String?,
        _ given: JSONObject?
    ) throws(BusError) -> Operation {
        if name == "Set" {
            guard field == nil, let property = given?["property"]?.string, let type = Permitted.properties[property],
                let value = given?["value"].flatMap({ Value($0, as: type) })
            else { throw .invalid("a page cannot set this property to this value") }
            return .set(property, of: .session, to: value)
        }
        let interface = field == nil ? Contract.session : Contract.field
        let permitted = field == nil ? Permitted.ofSession : Permitted.ofField
        guard permitted.contains(name), let method = interface.methods.first(where: { $0.name.string == name }) else {
            throw BusError(Contract.Failure.accessDenied.name, "a page cannot call \(name.prefix(40))")
        }
        var arguments: [Value] = []
        for input in method.inputs {
            guard let value = given?[input.name].flatMap({ Value($0, as: input.type) }) else {
                throw .invalid("\(name) needs the argument \(input.name) of type \(input.type)")
            }
            arguments.append(value)
        }
        let target: Operation.Target = field.map { $0.isEmpty ? .focusedField : .field($0) } ?? .session
        return Operation(target, method.name, arguments)
    }
}

/// What a page may do of what the contract permits an owner: what a person does with a form, and nothing that a program
/// does with it.
enum Permitted {
    static let ofSession: Set<String> = [
        "AddRow", "Blur", "Close", "Extend", "FocusField", "FocusNext", "FocusPrevious", "GetReview", "MoveRow",
        "NextPage",
        "PreviousPage", "Redo", "RemoveRow", "RequestSubmit", "Reset", "SetViewport", "ShowPage", "Submit",
        "SubmitDocument", "Undo", "Validate",
    ]
    /// Without `Reveal`: a page knows the secrets that were typed into it, and gets no others.
    static let ofField: Set<String> = [
        "Blur", "Clear", "Delete", "DeleteBackward", "DeleteForward", "Focus", "InsertText", "ListOptions", "MoveCaret",
        "PerformEditAction", "PressActionButton", "PressReturn", "ReplaceRange", "Reset", "Select", "SelectDate",
        "SelectOption", "SelectOptions", "SetComposition", "StepDown", "StepUp", "Toggle", "Validate",
    ]
    /// The properties of the session that a page may set, with their types.
    static let properties: [String: ValueType] = [
        "ColorScheme": .string, "Locale": .string, "TextScale": .double, "Width": .double,
    ]
    /// The options with which a page may open a session, with their types.
    static let options: [String: ValueType] = ["colorScheme": .string, "locale": .string, "textScale": .double]
}

extension BusError {
    static func invalid(_ message: String) -> BusError { BusError(Contract.Failure.invalidArgument.name, message) }
}

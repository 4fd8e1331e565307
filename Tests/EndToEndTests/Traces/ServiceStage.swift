import DBus
import EventLoop
import FormContract
import FormTraces

/// Plays traces on a session of the daemon, with a client's calls and the signals that they cause.
@LoopActor
final class ServiceStage: @LoopActor TraceStage {
    private let session: SessionObject

    init(_ definition: String, on client: Client) async throws {
        let reply = try await client.manager(
            "OpenDefinition",
            [.string(definition), .properties([("audience", .string("members"))])]
        )
        session = SessionObject(client: client, path: try reply.objectPath())
        try await session.call("Subscribe")
    }

    @LoopActor
    func perform(_ actions: [TraceAction]) async throws -> [TraceEvent] {
        _ = session.client.takeSignals()
        do {
            if actions.count == 1 {
                try await perform(actions[0])
            } else {
                _ = try await session.apply(actions.map(operation))
            }
        } catch let error as BusError where error.name == .form(.actionDisabled) || error.name == .form(.disabled) {
            return []
        }
        return session.client.takeSignals().compactMap(event)
    }

    @LoopActor
    func focusedField() async throws -> String {
        try await session.get("FocusedField").string ?? ""
    }

    func close() async throws {
        try await session.call("Close")
    }

    // MARK: Actions

    private func perform(_ action: TraceAction) async throws {
        switch action {
        case .field(let name, .setHint(let hint)): try await session.field(name).set("Hint", .string(hint))
        case .field(let name, .setEnabled(let enabled)): try await session.field(name).set("Enabled", .boolean(enabled))
        case .field(let name, .setNext(let next)): try await session.field(name).set("NextField", .string(next ?? ""))
        case .field(let name, let action):
            let (method, arguments) = Self.method(action)
            try await session.field(name).call(method, arguments.map(\.value))
        case .blur: try await session.call("Blur")
        case .focusNext: try await session.call("FocusNext")
        case .focusPrevious: try await session.call("FocusPrevious")
        }
    }

    /// For `Apply`.
    private func operation(_ action: TraceAction) -> (String, [(String, Value)]) {
        switch action {
        case .field(let name, let action):
            let (method, arguments) = Self.method(action)
            return (method.string, [("field", .string(name))] + arguments.map { ($0.name, $0.value) })
        case .blur: return ("Blur", [])
        case .focusNext: return ("FocusNext", [])
        case .focusPrevious: return ("FocusPrevious", [])
        }
    }

    private typealias Arguments = [(name: String, value: Value)]

    private static func method(_ action: TraceAction.Field) -> (MemberName, Arguments) {
        switch action {
        case .focus: ("Focus", [])
        case .insert(let text): ("InsertText", [("text", .string(text))])
        case .deleteBackward: ("DeleteBackward", [])
        case .replace(let start, let length, let text):
            ("ReplaceRange", [("start", number(start)), ("length", number(length)), ("text", .string(text))])
        case .select(let start, let length): ("Select", [("start", number(start)), ("length", number(length))])
        case .editAction(let name, let text):
            ("PerformEditAction", [("action", .string(name)), ("text", .string(text))])
        case .setText(let text, let formats, let validates):
            (
                "SetText",
                [
                    ("text", .string(text)),
                    ("options", .properties([("format", .boolean(formats)), ("validate", .boolean(validates))])),
                ]
            )
        case .setError(let message): ("SetError", [("message", .string(message ?? ""))])
        case .resetError: ("ResetError", [])
        case .reset: ("Reset", [])
        case .validate(let force): ("Validate", [("force", .boolean(force))])
        case .configure(let json): ("Configure", [("definition", .string(json))])
        case .pressButton: ("PressActionButton", [])
        case .clear: ("Clear", [])
        case .pressReturn: ("PressReturn", [])
        case .selectOption(let index): ("SelectOption", [("index", number(index))])
        // These are properties, which are written one at a time.
        case .setHint, .setEnabled, .setNext: ("Set", [])
        }
    }

    private static func number(_ number: Int) -> Value {
        .uint32(UInt32(clamping: number))
    }

    // MARK: Signals

    private func event(_ signal: Client.Signal) -> TraceEvent? {
        let prefix = session.path.string + "/field/"
        guard signal.path.hasPrefix(prefix), signal.interface == Contract.field.name.string else { return nil }
        let arguments = signal.arguments
        let kind: TraceEvent.Kind
        switch signal.name {
        case "StateChanged": kind = .state(arguments[0].string ?? "")
        case "ValidationFailed": kind = .validationFailed
        case "HeightChanged": kind = .height(arguments[0].double ?? 0)
        case "EditingBegan": kind = .began
        case "EditingEnded": kind = .ended
        case "TextChanged":
            kind = .text(
                arguments[0].string ?? "",
                value: arguments[1].string ?? "",
                origin: arguments[2].string ?? ""
            )
        case "ReturnPressed": kind = .returnPressed
        case "ActionPressed": kind = .actionPressed
        case "DateChanged": kind = .date(arguments[0].string ?? "")
        default: return nil
        }
        return TraceEvent(field: String(signal.path.dropFirst(prefix.count)), kind: kind)
    }

    // MARK: What is shown

    @LoopActor
    func reading(of name: String) async throws -> TraceReading {
        let field = session.field(name)
        let interface = Value.string(Contract.field.name.string)
        let reply = try await field.client.call(field.path, .properties, "GetAll", [interface])
        guard let shown = reply.first?.properties else { throw UnexpectedReply(arguments: reply) }
        let button = shown["ActionButton"]?.properties ?? [:]
        var reading = TraceReading()
        reading.text = shown["Text"]?.string ?? ""
        reading.value = shown["Value"]?.string ?? ""
        reading.state = shown["State"]?.string ?? ""
        reading.maskStatus = shown["MaskStatus"]?.string ?? ""
        reading.hintText = shown["HintText"]?.string ?? ""
        reading.returnKey = shown["ReturnKey"]?.string ?? ""
        reading.isValid = shown["Valid"]?.bool ?? false
        reading.isHintVisible = shown["HintVisible"]?.bool ?? false
        reading.isSecureEntry = shown["SecureEntry"]?.bool ?? false
        reading.height = shown["Height"]?.double ?? -1
        reading.textHeight = shown["TextHeight"]?.double ?? -1
        reading.caret = (shown["Selection"]?.members ?? []).reduce(0) { $0 + Int($1.uint32 ?? 0) }
        reading.hasButton = button["present"]?.bool ?? false
        reading.showsButton = button["visible"]?.bool ?? false
        reading.placeholders = (shown["Placeholders"]?.elements ?? []).compactMap(\.properties).map { placeholder in
            TraceReading.Placeholder(
                service: placeholder["service"]?.string ?? "",
                text: placeholder["text"]?.string ?? "",
                isVisible: placeholder["visible"]?.bool ?? false,
                frame: (placeholder["frame"]?.members ?? []).compactMap(\.double),
                fontSize: placeholder["fontSize"]?.double ?? 0,
                color: placeholder["color"]?.string ?? "",
                position: placeholder["position"]?.string ?? ""
            )
        }
        return reading
    }
}

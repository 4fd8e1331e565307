import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct PressCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "press",
        abstract: "Press a key in a field or one of its buttons, and print the resulting text.",
        discussion: """
            A key moves the focus to the field first. The keys are return, backspace, delete, left, right, home and \
            end; the buttons are action (the button at the field's end, such as a password's eye), clear and toggle. \
            The caret is shown as "|".
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: FieldArgument.fieldHelp) var field: FieldArgument
    @Argument(help: "A key or a button.") var key: Key
    @OptionGroup var options: GlobalOptions

    enum Key: String, ExpressibleByArgument, CaseIterable {
        case `return`, backspace, delete, left, right, home, end
        case action, clear, toggle

        fileprivate var isButton: Bool {
            switch self {
            case .action, .clear, .toggle: true
            case .return, .backspace, .delete, .left, .right, .home, .end: false
            }
        }
    }

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        let field = session.field(try field.required())
        if !key.isButton { try await field.needsFocus() }
        switch key {
        case .return: try await field.call("PressReturn")
        case .backspace: try await field.call("DeleteBackward")
        case .delete: try await field.call("DeleteForward")
        case .left: try await field.moveCaret(.character, by: -1)
        case .right: try await field.moveCaret(.character, by: 1)
        case .home: try await field.moveCaret(.line, by: -1)
        case .end: try await field.moveCaret(.line, by: 1)
        case .action: try await field.call("PressActionButton")
        case .clear: try await field.call("Clear")
        case .toggle: _ = try await field.turn()
        }
        let shown = try await ShownText(of: field.name, in: session)
        try report(json: .object(shown.json), lines: [shown.line])
    }
}

extension SessionProxy.Field {
    fileprivate func moveCaret(_ unit: TextUnit, by count: Int32) async throws {
        try await call("MoveCaret", .string(unit.rawValue), .int32(count), .boolean(false))
    }
}

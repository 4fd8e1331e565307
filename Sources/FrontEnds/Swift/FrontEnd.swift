import DBus
import EventLoop
import FormClient
import Glibc

/// A form in a terminal: `front-end ADDRESS FORM`. Keys come from standard input and are sent at once; what is drawn is
/// what the daemon says. Control and S submits, the end of the input closes the session.
@main
@LoopActor
struct FrontEnd {
    private let session: FormSession

    nonisolated static func main() throws {
        guard CommandLine.arguments.count == 3 else { return print("usage: front-end ADDRESS FORM") }
        try EventLoop.run {
            let forms = try await Forms.connect(.at(CommandLine.arguments[1]))
            try await FrontEnd(session: forms.open(form: CommandLine.arguments[2])).run()
        }
    }

    private func run() async throws {
        session.focusNext()
        let input = try EventLoop.shared.addIO(descriptor: STDIN_FILENO, events: .readable) { _ in
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            for key in String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) { press(key) }
            if count <= 0 { LoopActor.task { try await session.close() } }
        }
        defer { input.cancel() }
        for await change in session.changes {
            draw()
            if case .refused(let refusal) = change { print("! \(refusal.error.message)") }
        }
    }

    private func press(_ key: Character) {
        switch key {
        case "\t": session.focusNext()
        case "\r", "\n": session.keyboard.pressReturn()
        case "\u{2}": session.keyboard.move(.character, by: -1)
        case "\u{6}": session.keyboard.move(.character, by: 1)
        case "\u{7f}": session.keyboard.delete()
        case "\u{17}": session.keyboard.delete(.word, by: -1)
        // If the form is not valid, that is drawn.
        case "\u{13}":
            LoopActor.task { for (field, value) in try await session.submit() { print("\(field)=\(value)") } }
        default: session.keyboard.insert(String(key))
        }
    }

    private func draw() {
        print("\u{1b}[H\u{1b}[J\(session.title)")
        for field in session.fields where field.visible {
            var text = field.text.unicodeScalars.map(String.init)
            if field.focused { text.insert("|", at: min(Int(field.caret), text.count)) }
            print("\(field.label): \(text.joined())")
            if field.hintVisible { print("    \(field.hintText)") }
        }
    }
}

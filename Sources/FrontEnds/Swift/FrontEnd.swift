import DBus
import EventLoop
import FormClient
import Glibc

/// A form in a terminal: `front-end ADDRESS FORM`. Keys come from standard input and are sent at once; what is drawn is
/// what formd says. Control and S submits, the end of the input closes the session.
@main
@LoopActor
struct FrontEnd {
    let session: FormSession

    nonisolated static func main() throws {
        guard CommandLine.arguments.count == 3 else { return print("usage: front-end ADDRESS FORM") }
        do {
            try EventLoop.run {
                let forms = try await Forms.connect(.at(CommandLine.arguments[1]))
                try await FrontEnd(session: forms.open(form: CommandLine.arguments[2])).run()
            }
        } catch let error as BusError {
            print("! \(error.message)")
            exit(1)
        }
    }

    func run() async throws {
        draw()
        session.focusNext()
        let observation = session.observe { show($0) }
        var input: EventSource?
        input = try EventLoop.shared.addIO(descriptor: STDIN_FILENO, events: .readable) { _ in
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            for key in String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) { press(key) }
            guard count <= 0 else { return }
            input?.cancel()
            Task.immediate {
                await session.settled()
                session.perform("Close")
            }
        }
        for await _ in session.changes {}  // until the session is closed
        observation.cancel()
    }

    func press(_ key: Character) {
        switch key {
        case "\t": session.focusNext()
        case "\r", "\n": session.keyboard.pressReturn()
        case "\u{2}": session.keyboard.move(.character, by: -1)
        case "\u{6}": session.keyboard.move(.character, by: 1)
        case "\u{7f}": session.keyboard.delete()
        case "\u{17}": session.keyboard.delete(.word, by: -1)
        case "\u{13}": Task.immediate { await submit() }
        default: session.keyboard.insert(String(key))
        }
    }

    func submit() async {
        do throws(BusError) {
            for (field, value) in try await session.submit() { print("\(field)=\(value)") }
        } catch {
            print("! \(error.message)")
        }
        fflush(nil)
    }

    func show(_ change: SessionChange) {
        if case .changed = change { draw() }
        if let error = change.error { print("! \(error.message)") }
        if case .closed(let reason) = change { print("closed: \(reason)") }
        fflush(nil)
    }

    func draw() {
        print("\u{1b}[H\u{1b}[J\(session.title)")
        for field in session.fields where field.visible {
            var text = field.text.unicodeScalars.map(String.init)
            if field.focused { text.insert("|", at: min(Int(field.caret), text.count)) }
            print("\(field.label): \(text.joined())")
            if field.hintVisible { print("    \(field.hintText)") }
        }
        fflush(nil)
    }
}

import DBus
import EventLoop
import FormClient
@preconcurrency import Glibc

// A form in a terminal: `front-end ADDRESS FORM`. Keys come from standard input and are sent at once; what is drawn is
// what formd says. Control and S submits, the end of the input closes the session.
setlinebuf(stdout)
do {
    let words = CommandLine.arguments
    guard words.count == 3 else { throw BusError(.invalidArgs, "usage: front-end ADDRESS FORM") }
    try EventLoop.run { try await FrontEnd(session: Forms.connect(.at(words[1])).open(form: words[2])).run() }
} catch let error as BusError {
    print("! \(error.message)")
    exit(1)
}

@LoopActor struct FrontEnd {
    let session: FormSession

    func run() async throws {
        draw()
        session.focusNext()
        var input: EventSource?
        input = try EventLoop.shared.addIO(descriptor: STDIN_FILENO, events: .readable) { _ in
            let keys = String(unsafeUninitializedCapacity: 4096) { max(0, read(STDIN_FILENO, $0.baseAddress, 4096)) }
            guard keys.isEmpty else { return keys.forEach(press) }
            input?.cancel()
            Task.immediate {
                await session.settled()
                session.perform("Close")
            }
        }
        for await change in session.changes {  // until the session is closed
            if case .changed = change { draw() }
            if let error = change.error { print("! \(error.message)") }
            if case .closed(let reason) = change { print("closed: \(reason)") }
        }
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
    }

    func draw() {
        print("\u{1b}[H\u{1b}[J\(session.title)")
        for field in session.fields where field.visible {
            var text = field.text.unicodeScalars.map(String.init)
            if field.focused { text.insert("|", at: min(Int(field.caret), text.count)) }
            print("\(field.label): \(text.joined())")
            if field.hintVisible { print("    \(field.hintText)") }
        }
    }
}

import DBus
import EventLoop
import FormClient

/// Asks for the fields of a form, one line of standard input each, and prints the values: `Example ADDRESS FORM`.
@main
struct Example {
    static func main() throws {
        guard CommandLine.arguments.count == 3 else { return print("usage: Example ADDRESS FORM") }
        do {
            try EventLoop.run {
                let forms = try await Forms.connect(.at(CommandLine.arguments[1]))
                try await fillIn(forms.open(form: CommandLine.arguments[2], .lifetime("connection")))
            }
        } catch let error as BusError {
            // The daemon's own words; `failure` is the case in the contract's list.
            print(error.failure == .unknownForm ? "no such form" : error.message)
        }
    }

    @LoopActor
    static func fillIn(_ session: FormSession) async throws {
        print(session.title)
        let observation = session.observe { change in
            if case .changed(let update) = change {
                for case let (name?, _) in update.changes where !session.field(name).error.isEmpty {
                    print("  \(session.field(name).label): \(session.field(name).error)")
                }
            }
        }
        defer { observation.cancel() }
        session.focusNext()
        await session.settled()
        while let field = session.focus, let line = readLine() {
            field.insert(line)
            session.focusNext()
            await session.settled()
            print("\(field.label): \(field.text)")
            if session.focus?.name == field.name { break }
        }
        for (field, value) in try await session.submit() { print("\(field)=\(value)") }
        try await session.close()
    }
}

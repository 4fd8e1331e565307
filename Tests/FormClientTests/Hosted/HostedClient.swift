import DBus
import EventLoop
import FormClient
import Glibc

/// A client whose loop is somebody else's, here `poll` of the C library: `hosted-client ADDRESS FORM TEXT` types a text
/// into the first field, prints what the field shows then, and closes the session. The host sleeps until the loop's
/// descriptor is readable; only its own keys wake it otherwise.
@main
enum HostedClient {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 4 else { return print("usage: hosted-client ADDRESS FORM TEXT") }
        let loop = try HostedLoop()
        let client = try loop.perform { Client() }
        try loop.perform { client.open(words[2], at: words[1]) }
        try wait(on: loop) { client.session != nil }
        // Keys come from the host's own events, outside of the loop.
        for key in words[3] { try loop.perform { client.session?.keyboard.insert(String(key)) } }
        try wait(on: loop) { client.text.unicodeScalars.count == words[3].unicodeScalars.count }
        try print(loop.perform { client.text })
        // A timer of the loop wakes the host, too.
        try loop.perform { client.closeSoon() }
        try wait(on: loop) { client.isClosed }
        print("closed")
    }

    private static func wait(on loop: HostedLoop, until condition: @LoopActor () -> Bool) throws {
        while try !loop.perform(condition) {
            var entry = pollfd(fd: loop.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, 20_000)
            guard entry.revents != 0 else { throw BusError(.noReply, "the loop slept for 20 s") }
            try loop.process()
        }
    }
}

@LoopActor
private final class Client {
    private(set) var session: FormSession?
    private(set) var isClosed = false
    private var observation: SessionObservation?

    var text: String { session?.focus?.text ?? "" }

    func open(_ form: String, at address: String) {
        LoopActor.task { [self] in
            let opened = try await Forms.connect(.at(address)).open(form: form)
            observation = opened.observe { [self] change in
                if case .closed = change { isClosed = true }
            }
            opened.focusNext()
            session = opened
        }
    }

    func closeSoon() {
        LoopActor.task { [self] in
            try await EventLoop.shared.sleep(for: .milliseconds(20))
            try await session?.close()
        }
    }
}

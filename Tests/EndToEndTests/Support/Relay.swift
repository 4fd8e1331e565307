import FormdTesting
import Glibc

/// The network between one daemon and a server, which can be cut.
final class Relay {
    let port: Int
    private let server: Int
    private var process: RunningTool?

    init(to server: Int) async throws {
        self.server = server
        let process = try RunningTool("/usr/bin/python3", ["-c", Self.program, "0", "\(server)"])
        try await process.waits(for: ";")
        port = Int(process.output.prefix { $0.isNumber }) ?? 0
        self.process = process
    }

    deinit { process?.send(9) }

    func cut() async throws {
        process?.send(9)
        _ = try await process?.result(within: .seconds(20))
        process = nil
    }

    /// - Parameter held: a text of a question whose answer, and all later ones, are held back until `letGo`.
    func mend(holding held: String? = nil) async throws {
        let arguments = ["-c", Self.program, "\(port)", "\(server)"] + (held.map { [$0] } ?? [])
        let process = try RunningTool("/usr/bin/python3", arguments)
        try await process.waits(for: ";")
        self.process = process
    }

    /// Waits until the question is asked whose answer is held back.
    func waitsForQuestion() async throws { try await process?.waits(for: "held") }

    func letGo() { process?.send(SIGUSR1) }

    private static let program = """
        import signal, socket, sys, threading
        held = sys.argv[3].encode() if len(sys.argv) > 3 else None
        going = threading.Event()
        going.set()
        def let_go(*_):
            global held
            held = None
            going.set()
        signal.signal(signal.SIGUSR1, let_go)
        def carry(one, other, asks):
            try:
                while data := one.recv(65536):
                    if asks and held and held in data:
                        going.clear()
                        print("held", flush=True)
                    if not asks: going.wait()
                    other.sendall(data)
            except OSError: pass
            for end in (one, other):
                try: end.shutdown(socket.SHUT_RDWR)
                except OSError: pass
        listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
        print(f"{listener.getsockname()[1]};", flush=True)
        while True:
            client = listener.accept()[0]
            try: server = socket.create_connection(("127.0.0.1", int(sys.argv[2])))
            except OSError:
                client.close()
                continue
            for ends in ((client, server, True), (server, client, False)):
                threading.Thread(target=carry, args=ends, daemon=True).start()
        """
}

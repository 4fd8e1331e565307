import FormdTesting

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

    func mend() async throws {
        let process = try RunningTool("/usr/bin/python3", ["-c", Self.program, "\(port)", "\(server)"])
        try await process.waits(for: ";")
        self.process = process
    }

    private static let program = """
        import socket, sys, threading
        def carry(one, other):
            try:
                while data := one.recv(65536): other.sendall(data)
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
            for pair in ((client, server), (server, client)): threading.Thread(target=carry, args=pair, daemon=True).start()
        """
}

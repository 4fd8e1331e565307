import FormdTesting
import Foundation
import Testing

/// A server that gets submissions over HTTPS and shows what it thinks of them by the name in them, and in which bundles of forms
/// are published. It asks for a certificate.
///
/// Made by Python's standard library.
final class SecureServer: Sendable {
    private let folder: TemporaryFolder
    private let certificates: Certificates
    private let process: RunningTool
    let port: Int

    convenience init() async throws {
        try await self.init(in: TemporaryFolder(), Certificates(), port: 0)
    }

    /// - Parameter port: 0 is any that is free.
    private init(in folder: TemporaryFolder, _ certificates: Certificates, port: Int) async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/published",
            withIntermediateDirectories: true
        )
        let files = [certificates.file("server"), certificates.file("server", "key"), certificates.file("house")]
        process = try RunningTool("/usr/bin/python3", ["-c", Self.program, folder.path, "\(port)"] + files)
        try await process.waits(for: ";")
        (self.folder, self.certificates) = (folder, certificates)
        self.port = Int(process.output.split(separator: "=").last?.prefix { $0.isNumber } ?? "") ?? 0
    }

    /// Ends the server, and begins another one at its address.
    func restarted() async throws -> SecureServer {
        _ = try await process.stop()
        return try await SecureServer(in: folder, certificates, port: port)
    }

    func stop() async throws { _ = try await process.stop() }

    /// The keys of a form's `submission` with which the server is content.
    func target(
        host: String = "127.0.0.1",
        authorities: String = "house",
        certificate: String? = "kiosk",
        wait: Int = 10
    ) -> String {
        let own = certificate.map { #", "certificate": "\#(file($0))", "privateKey": "\#(file($0, "key"))""# } ?? ""
        return """
            "type": "http", "url": "https://\(host):\(port)/answers?of=f", "authorities": "\(file(authorities))"\(own), \
            "wait": \(wait)
            """
    }

    func file(_ name: String, _ suffix: String = "pem") -> String { certificates.file(name, suffix) }

    /// The documents that have arrived, with their idempotency keys, in the order of their arrival.
    func arrived() throws -> [(key: String, document: Data)] {
        let lines = (try? String(contentsOfFile: folder.path + "/arrived", encoding: .utf8)) ?? ""
        return lines.split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return (String(parts[0]), Data((parts.last ?? "").utf8))
        }
    }

    func names() throws -> [String] {
        try arrived().map { arrival in
            let document = try JSONSerialization.jsonObject(with: arrival.document) as? [String: Any]
            return (document?["values"] as? [String: String])?["name"] ?? ""
        }
    }

    /// The folder in which bundles are published.
    var published: String { folder.path + "/published" }

    /// The settings of a bundle that is published here.
    var bundle: String {
        #""source": "https://127.0.0.1:\#(port)/bundles", "authorities": "\#(file("house"))", "#
            + #""certificate": "\#(file("kiosk"))", "privateKey": "\#(file("kiosk", "key"))""#
    }

    /// Lets the server answer in another manner who asks for a bundle; the empty one is how it should.
    func behave(_ manner: String) throws {
        try manner.write(toFile: folder.path + "/manner", atomically: true, encoding: .utf8)
    }

    /// The programs that have asked for bundles, with the paths that they asked for before.
    func asked() -> [String] {
        let text = (try? String(contentsOfFile: folder.path + "/asked", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Lets the server take what it could not take before.
    func recover() throws { try Data().write(to: URL(filePath: folder.path + "/well")) }

    private static let program = """
        import http.server, json, os, ssl, sys, threading, time
        folder, port = sys.argv[1], int(sys.argv[2])
        lock = threading.Lock()

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self, status, body=b"", headers={}):
                self.send_response(status)
                for name, value in headers.items(): self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                name = json.loads(body)["values"].get("name", "")
                assert self.path == "/answers?of=f" and self.headers["Content-Type"] == "application/json"
                if name == "refuse":
                    errors = {"name": "Nobody is called so", "other": "Unknown"}
                    return self.answer(422, json.dumps({"title": "Invalid", "errors": errors}).encode())
                if name == "garbage": return self.answer(400, b"<html>" + body)
                if name == "nothing": return self.answer(404, b"{}")
                if name == "moved": return self.answer(302, b"", {"Location": "https://127.0.0.1:1/"})
                if name == "endless": return self.answer(400, b"x" * (1 << 20))
                if name == "hang": return time.sleep(600)
                if name == "cut": self.close_connection = True; return
                if name == "later" and not os.path.exists(folder + "/well"): return self.answer(503, b"I am sick")
                with lock, open(folder + "/arrived", "ab") as file:
                    file.write(self.headers["Idempotency-Key"].encode() + b" " + body)
                self.answer(201, b"garbage, which nobody reads")

            def do_GET(self):
                with lock, open(folder + "/asked", "a") as file:
                    file.write(self.path + " " + self.headers["User-Agent"] + "\\n")
                manner = ""
                if self.path.endswith(".json") and os.path.exists(folder + "/manner"):
                    manner = open(folder + "/manner").read()
                if manner == "hang": return time.sleep(600)
                if manner == "garbage": return self.answer(200, b"<html>")
                if manner == "ill": return self.answer(503, b"I am sick")
                if manner == "moved": return self.answer(302, b"", {"Location": "https://127.0.0.1:1/"})
                if manner in ["huge", "endless"]:
                    self.send_response(200)
                    if manner == "huge": self.send_header("Content-Length", str(100 << 20))
                    self.send_header("Connection", "close")
                    self.end_headers()
                    try:
                        for _ in range(100): self.wfile.write(b"x" * (1 << 20))
                    except OSError: pass
                    return
                try: body = open(folder + "/published/" + os.path.basename(self.path), "rb").read()
                except OSError: return self.answer(404)
                if manner == "cut":
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body[:-10])
                    self.close_connection = True
                    return
                self.answer(200, body)

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*sys.argv[3:5])
        context.load_verify_locations(sys.argv[5])
        context.verify_mode = ssl.CERT_REQUIRED
        http.server.ThreadingHTTPServer.daemon_threads = True
        http.server.ThreadingHTTPServer.allow_reuse_address = True
        server = http.server.ThreadingHTTPServer(("0.0.0.0", port), Handler)
        # Hands are shaken in the thread of the connection.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        print(f"port={server.server_address[1]};", flush=True)
        server.serve_forever()
        """
}

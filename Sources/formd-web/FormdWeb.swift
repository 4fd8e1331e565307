import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormContract
import Glibc

/// Serves forms as pages for browsers.
@main
struct FormdWeb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formd-web",
        abstract: "Serves forms as pages for browsers: at a kiosk, or as a part of a website.",
        discussion: """
            Each page has a session of its own. When a form is submitted, its values are written as one line of JSON to \
            standard output or to a file. The gateway listens on the machine itself only; a proxy such as nginx brings it to a \
            network, with TLS.
            """,
        version: Contract.version
    )

    @Option(
        help: ArgumentHelp(
            "A form that pages may open. Can be repeated; the first is the one of the page.",
            valueName: "name"
        )
    )
    var form: [String]

    @Option(help: ArgumentHelp("HOST:PORT on the loopback interface, or unix:PATH.", valueName: "place"))
    var listen = "127.0.0.1:8080"

    @Flag(help: "Serve the page for a kiosk: an attract screen, languages, an on-screen keyboard, nothing is kept.")
    var kiosk = false

    @Option(
        help: ArgumentHelp(
            "An origin under which the page is reached, such as https://forms.example.org. Can be repeated. Required with unix:PATH.",
            valueName: "url"
        )
    )
    var origin: [String] = []

    @Flag(help: "Take the address of a visitor from the last entry of X-Forwarded-For, which the proxy must add.")
    var behindProxy = false

    @Option(
        help: ArgumentHelp(
            "Ask a visitor who does nothing for so long. Default: the form's own time; at a kiosk without one 60.",
            valueName: "seconds"
        )
    )
    var idle: UInt32?

    @Option(help: ArgumentHelp("How long a session waits for its page to be loaded again.", valueName: "seconds"))
    var grace: UInt32 = 30

    @Option(help: ArgumentHelp("How many pages one address may have open.", valueName: "count"))
    var pagesPerAddress = 64

    @Option(
        help: ArgumentHelp(
            "HOST:PORT on the loopback interface for a view of sessions, plug-ins, limits and latency, without values.",
            valueName: "place"
        )
    )
    var admin: String?

    @Option(
        help: ArgumentHelp(
            "Append the values of submitted forms to this file, which is made for its owner alone. Default: standard output.",
            valueName: "file"
        )
    )
    var output: String?

    @Flag(help: "Talk to formd on the system bus instead of the session bus.")
    var system = false

    @Option(help: ArgumentHelp("Talk to formd at this D-Bus address: unix:path=…", valueName: "address"))
    var address: String?

    private var place: BusAddress {
        if let address { return .at(address) }
        return system ? .system : .session
    }

    private var limits: Limits {
        var limits = Limits()
        limits.pagesPerAddress = pagesPerAddress
        limits.connectionsPerAddress = 4 * pagesPerAddress
        return limits
    }

    func validate() throws {
        _ = (try listeningPlace(), try adminPlace())
        guard !form.isEmpty else { throw ValidationError("Name at least one form with --form.") }
        for origin in origin
        where !origin.hasPrefix("http://") && !origin.hasPrefix("https://") || origin.hasSuffix("/") {
            throw ValidationError("--origin \(origin) is not of the form https://host[:port].")
        }
        if let idle, idle == 0 || idle > 86_400 { throw ValidationError("--idle takes 1 to 86400 seconds.") }
        guard pagesPerAddress > 0 else { throw ValidationError("--pages-per-address takes a positive number.") }
    }

    func listeningPlace() throws -> WebServer.Place {
        if listen.hasPrefix("unix:") {
            let path = String(listen.dropFirst(5))
            guard path.hasPrefix("/") else { throw ValidationError("--listen unix: takes an absolute path.") }
            guard !origin.isEmpty else { throw ValidationError("With --listen unix:PATH name the page's --origin.") }
            return .unix(path)
        }
        return try Self.loopback(listen, option: "--listen", otherwise: "HOST:PORT or unix:PATH")
    }

    func adminPlace() throws -> WebServer.Place? {
        try admin.map { try Self.loopback($0, option: "--admin", otherwise: "HOST:PORT") }
    }

    private static func loopback(
        _ text: String,
        option: String,
        otherwise forms: String
    ) throws -> WebServer.Place {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw ValidationError("\(option) takes \(forms).")
        }
        let host = String(text[..<colon])
        guard ["127.0.0.1", "[::1]", "localhost"].contains(host) else {
            throw ValidationError("\(option) takes 127.0.0.1, [::1] or localhost; a proxy serves other addresses.")
        }
        return .address(host: host.filter { $0 != "[" && $0 != "]" }, port: Int(port))
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        Self.permitConnections()
        if let output { try Self.redirectOutput(to: output) }
        let code = try EventLoop.serve {
            do {
                try await Service(self).begin()
            } catch let error as BusError {
                StandardError.remark("nothing answers at formd's address: \(error.message)")
                EventLoop.shared.exit(4)
            }
        }
        Glibc.exit(code)
    }

    /// Each connection is a descriptor; a process may usually have 1,024, but permit itself more.
    private static func permitConnections() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(2 * Limits().connections))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func redirectOutput(to path: String) throws {
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0, dup2(file, STDOUT_FILENO) >= 0 else {
            throw ValidationError("--output \(path): \(SystemError("open", code: errno).reason)")
        }
        close(file)
    }

    // MARK: The service

    @LoopActor
    private final class Service {
        private let command: FormdWeb
        private var signals: [EventSource] = []

        init(_ command: FormdWeb) { self.command = command }

        func begin() async throws {
            var server: WebServer?
            // Signals must be blocked before the server's thread starts. Sessions wait for the next process.
            signals = try [SIGINT, SIGTERM].map { number in
                try EventLoop.shared.addSignal(number) {
                    ServiceNotification.stopping()
                    try? server?.stop()
                    withExtendedLifetime(self) { EventLoop.shared.exit(0) }
                }
            }
            let forms = try await Forms.connect(command.place)
            let settings = Gateway.Settings(
                forms: command.form,
                isKiosk: command.kiosk,
                grace: .seconds(Int(command.grace)),
                idle: command.idle,
                limits: command.limits
            )
            server = try serve(Gateway(settings, forms, submissions: Self.write))
            _ = try EventLoop.shared.enableWatchdog()
            ServiceNotification.ready()
        }

        /// Writes the values of a submitted form to standard output.
        private static func write(_ line: String) {
            if puts(line) < 0 || fflush(nil) != 0 {
                StandardError.remark("cannot write the values of a submitted form")
            }
        }

        private func serve(_ gateway: Gateway) throws -> WebServer {
            let settings = Doorman.Settings(isBehindProxy: command.behindProxy, limits: command.limits)
            let start = command.kiosk ? "kiosk.html" : "index.html"
            let files = PageFiles(start: start, forms: command.form, idle: command.idle)
            let place = try command.listeningPlace()
            let admin = try command.adminPlace()
            let server = try WebServer(at: place, settings, origins: command.origin, files, admin: admin, gateway)
            switch place {
            case .address: StandardError.remark("serving at http://127.0.0.1:\(server.port)/")
            case .unix(let path): StandardError.remark("serving at \(path)")
            }
            if let port = server.adminPort {
                StandardError.remark("for administrators at http://127.0.0.1:\(port)/")
            }
            return server
        }
    }
}

extension StandardError {
    /// Writes a message for the administrator.
    static func remark(_ message: String) { write("formd-web: \(message)") }
}

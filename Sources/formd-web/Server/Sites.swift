import DBus
import EventLoop
import NIOHTTP1
import WebFiles

/// What the requests to one listener are answered with. Belongs to the server's thread.
protocol Site: AnyObject {
    func answer(_ head: HTTPRequestHead) throws(Doorman.Refusal) -> Answer
}

enum Answer {
    case file(PageFiles.File)
    case message(HTTPResponseStatus, String)
    /// JSON that formd's event loop writes.
    case document(@LoopActor @Sendable () async -> [UInt8])

    static let notFound = Answer.message(.notFound, "Not found.")
    static let notAllowed = Answer.message(.methodNotAllowed, "Not allowed.")
}

extension HTTPRequestHead {
    fileprivate var path: String { String(uri.prefix { $0 != "?" }) }
}

/// The page with its files, and the tokens for connections.
final class PageSite: Site {
    private let doorman: Doorman
    private let files: PageFiles
    private let peer: String

    /// - Parameter peer: where the connection comes from, as `Doorman` counts it.
    init(_ doorman: Doorman, _ files: PageFiles, for peer: String) {
        self.doorman = doorman
        self.files = files
        self.peer = peer
    }

    func answer(_ head: HTTPRequestHead) throws(Doorman.Refusal) -> Answer {
        try doorman.checkHost(head)
        switch (head.method, head.path) {
        case (.POST, "/token"):
            let token = try doorman.issueToken(for: head, from: peer)
            return .file(PageFiles.File(type: PageFiles.text, bytes: Array(token.utf8)))
        case (.GET, "/socket"):
            // A request for a WebSocket arrives here only if it was refused.
            try doorman.checkOrigin(head)
            throw .token
        case (.GET, let path), (.HEAD, let path): return files[path].map(Answer.file) ?? .notFound
        default: return .notAllowed
        }
    }
}

/// The view for administrators: numbers, and nothing that a visitor has typed. Nothing can be changed by it.
final class AdminSite: Site {
    /// Knows the origins of this listener.
    private let doorman: Doorman
    /// That of the pages.
    private let pages: Doorman
    private let files = PageFiles.ofAdministrators
    private let gateway: Gateway

    init(_ doorman: Doorman, pages: Doorman, _ gateway: Gateway) {
        self.doorman = doorman
        self.pages = pages
        self.gateway = gateway
    }

    func answer(_ head: HTTPRequestHead) throws(Doorman.Refusal) -> Answer {
        try doorman.checkHost(head)
        switch (head.method, head.path) {
        case (.GET, "/report"): return .document { [gateway, usage = pages.usage] in await gateway.report(usage) }
        case (.GET, let path), (.HEAD, let path): return files[path].map(Answer.file) ?? .notFound
        default: return .notAllowed
        }
    }
}

/// The files of a site, which are part of the program.
struct PageFiles: Sendable {
    struct File: Sendable {
        let type: String
        let bytes: [UInt8]
    }

    private var files: [String: File] = [:]

    static let text = "text/plain; charset=utf-8"
    static let json = "application/json"

    /// The files of pages.
    ///
    /// - Parameters:
    ///   - start: the file that `/` is.
    ///   - forms: the names of the forms, which the page asks for.
    ///   - idle: the seconds after which a visitor is asked; `nil` if the form determines that.
    init(start: String, forms: [String], idle: UInt32?) {
        self.init(web_files(), start: start)
        var list = JSONBytes()
        list.object { json in
            json.member("forms", .strings(forms))
            if let idle { json.member("idle", .uint32(idle)) }
        }
        files["/forms"] = File(type: Self.json, bytes: list.bytes)
    }

    /// The files of the view for administrators.
    static var ofAdministrators: PageFiles { PageFiles(web_admin_files(), start: "admin.html") }

    private init(_ first: UnsafePointer<web_file>?, start: String) {
        var place = first
        while let file = place?.pointee, let name = file.name, let text = file.text {
            let path = String(cString: name)
            let bytes = text.withMemoryRebound(to: UInt8.self, capacity: file.length) {
                Array(UnsafeBufferPointer(start: $0, count: file.length))
            }
            files["/" + path] = File(type: Self.type(of: path), bytes: bytes)
            place = place?.successor()
        }
        files["/"] = files["/" + start]
    }

    subscript(path: String) -> File? { files[path] }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: text
        }
    }
}

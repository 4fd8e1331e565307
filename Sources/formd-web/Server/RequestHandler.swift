import DBus
import EventLoop
import NIOCore
import NIOHTTP1
import NIOWebSocket
import WebFiles

/// Answers the request of a connection: for a file of the page, or for a token. WebSockets begin in `WebServer`.
///
/// Each connection serves one request: SwiftNIO begins a WebSocket only with the first, and a proxy may keep connections.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let doorman: Doorman
    private let files: PageFiles
    private var head: HTTPRequestHead?
    private var bodyBytes = 0
    private var deadline: Scheduled<Void>?

    init(_ doorman: Doorman, _ files: PageFiles) {
        self.doorman = doorman
        self.files = files
    }

    func handlerAdded(context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(Limits.requestTime)) {
            [channel = context.channel] in channel.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            bodyBytes = 0
        case .body(let body):
            bodyBytes += body.readableBytes
            // No request of a page has a body.
            if bodyBytes > 1_024 { context.close(promise: nil) }
        case .end:
            guard let head else { return }
            self.head = nil
            answer(head, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A WebSocket that was refused comes as a request, which is answered.
        if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
    }

    // MARK: Answers

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        do throws(Doorman.Refusal) {
            try doorman.checkHost(head)
            let path = String(head.uri.prefix { $0 != "?" })
            switch (head.method, path) {
            case (.POST, "/token"):
                respond(.ok, "text/plain; charset=utf-8", Array(try doorman.issueToken(for: head).utf8), head, context)
            case (.GET, "/socket"): try refuseSocket(head)
            case (.GET, _), (.HEAD, _):
                guard let file = files[path] else { return respond(.notFound, "Not found.", head, context) }
                respond(.ok, file.type, file.bytes, head, context)
            default: respond(.methodNotAllowed, "Not allowed.", head, context)
            }
        } catch {
            respond(.forbidden, error.rawValue, head, context)
        }
    }

    /// A request for a WebSocket arrives here only if it was refused.
    private func refuseSocket(_ head: HTTPRequestHead) throws(Doorman.Refusal) {
        try doorman.checkOrigin(head)
        throw .token
    }

    private func respond(
        _ status: HTTPResponseStatus,
        _ text: String,
        _ head: HTTPRequestHead,
        _ context: ChannelHandlerContext
    ) {
        respond(status, "text/plain; charset=utf-8", Array((text + "\n").utf8), head, context)
    }

    private func respond(
        _ status: HTTPResponseStatus,
        _ type: String,
        _ body: [UInt8],
        _ head: HTTPRequestHead,
        _ context: ChannelHandlerContext
    ) {
        var headers = HTTPHeaders(SecurityHeaders.all)
        headers.add(name: "Content-Type", value: type)
        headers.add(name: "Content-Length", value: "\(body.count)")
        headers.add(name: "Connection", value: "close")
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))),
            promise: nil
        )
        if head.method != .HEAD {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }
}

/// The headers of every answer.
enum SecurityHeaders {
    static let all = [
        // Scripts, styles and connections of the page itself only; no page may show this one in a frame.
        (
            "Content-Security-Policy",
            "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
        (
            "Permissions-Policy",
            "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
        ),
        ("Cache-Control", "no-store"),
    ]
}

/// The files of the page, which are part of the program.
struct PageFiles: Sendable {
    struct File: Sendable {
        let type: String
        let bytes: [UInt8]
    }

    private var files: [String: File] = [:]

    /// - Parameters:
    ///   - start: the file that `/` is.
    ///   - forms: the names of the forms, which the page asks for.
    init(start: String, forms: [String]) {
        var place = web_files()
        while let file = place?.pointee, let name = file.name, let text = file.text {
            let path = String(cString: name)
            let bytes = text.withMemoryRebound(to: UInt8.self, capacity: file.length) {
                Array(UnsafeBufferPointer(start: $0, count: file.length))
            }
            files["/" + path] = File(type: Self.type(of: path), bytes: bytes)
            place = place?.successor()
        }
        files["/"] = files["/" + start]
        var list = JSONBytes()
        list.object { $0.member("forms", .strings(forms)) }
        files["/forms"] = File(type: "application/json", bytes: list.bytes)
    }

    subscript(path: String) -> File? { files[path] }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "text/plain; charset=utf-8"
        }
    }
}

import EventLoop
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Reads the request of a connection and answers it as the site says. WebSockets begin in `WebServer`.
///
/// Each connection serves one request: SwiftNIO begins a WebSocket only with the first, and a proxy may keep connections.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let site: any Site
    private var head: HTTPRequestHead?
    private var bodyBytes = 0
    private var deadline: Scheduled<Void>?

    init(_ site: any Site) { self.site = site }

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
        let answer: Answer
        do throws(Doorman.Refusal) {
            answer = try site.answer(head)
        } catch {
            answer = .message(.forbidden, error.rawValue)
        }
        switch answer {
        case .file(let file): respond(.ok, file.type, file.bytes, head, context)
        case .message(let status, let text): respond(status, PageFiles.text, Array((text + "\n").utf8), head, context)
        case .document(let write):
            let loop = context.eventLoop
            let bound = NIOLoopBound((self, context), eventLoop: loop)
            LoopActor.task {
                let document = await write()
                loop.execute {
                    let (handler, context) = bound.value
                    guard context.channel.isActive else { return }
                    handler.respond(.ok, PageFiles.json, document, head, context)
                }
            }
        }
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

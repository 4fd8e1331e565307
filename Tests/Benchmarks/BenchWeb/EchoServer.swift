import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A bare server: one page with an input, and a WebSocket that sends each message back.
enum EchoServer {
    /// The page sends a key and shows it when it comes back.
    private static let page = """
        <!doctype html><html lang="en"><meta charset="utf-8"><title>Echo</title><label>Text <input id="text"></label>
        <script>
        const input = document.querySelector("input");
        const socket = new WebSocket(location.href.replace("http", "ws") + "socket");
        socket.onopen = () => document.title = "open";
        socket.onmessage = ({data}) => {
          const {text, start, end} = JSON.parse(data);
          input.setRangeText(text, start, end, "end");
        };
        input.addEventListener("beforeinput", (event) => {
          event.preventDefault();
          const [start, end] = [input.selectionStart, input.selectionEnd];
          const isDeletion = event.inputType === "deleteContentBackward";
          socket.send(JSON.stringify({text: event.data ?? "", start: isDeletion && start === end ? start - 1 : start, end}));
        });
        </script>
        """

    static func run(on group: MultiThreadedEventLoopGroup) async throws {
        let listener = try await ServerBootstrap(group: group)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let upgrader = NIOWebSocketServerUpgrader(
                        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
                        upgradePipelineHandler: { channel, _ in
                            channel.eventLoop.makeCompletedFuture {
                                try channel.pipeline.syncOperations.addHandler(EchoHandler())
                            }
                        }
                    )
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withServerUpgrade: (
                            upgraders: [upgrader],
                            completionHandler: { $0.pipeline.syncOperations.removeHandler(name: "page", promise: nil) }
                        )
                    )
                    try channel.pipeline.syncOperations.addHandler(PageHandler(page), name: "page")
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        print("serving at http://127.0.0.1:\(listener.localAddress?.port ?? 0)/")
        fflush(nil)
        try await listener.closeFuture.get()
    }
}

private final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let page: String

    init(_ page: String) { self.page = page }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let headers: HTTPHeaders = ["Content-Type": "text/html", "Content-Length": "\(page.utf8.count)"]
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: page)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}

private final class EchoHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let answer = WebSocketFrame(fin: true, opcode: frame.opcode, data: frame.unmaskedData)
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }
}

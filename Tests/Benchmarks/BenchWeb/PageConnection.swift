import NIOCore
import NIOPosix

/// A page's connection to the gateway, without a browser: it is opened as a page opens it, and then sends whatever it is given.
final class PageConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Stage { case connecting, open }

    private let head: String
    private var stage = Stage.connecting
    private var unread = ByteBuffer()
    /// Called when messages can be sent, and with each message.
    var onOpen: (PageConnection) -> Void = { _ in }
    var onMessage: (PageConnection, ByteBuffer) -> Void = { _, _ in }
    private(set) var channel: (any Channel)?

    init(port: Int, token: String) {
        head = """
            GET /socket HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Origin: http://127.0.0.1:\(port)\r
            Connection: Upgrade\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
            Sec-WebSocket-Protocol: formd.1, token.\(token)\r
            \r

            """
    }

    func channelActive(context: ChannelHandlerContext) {
        channel = context.channel
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var data = unwrapInboundIn(data)
        unread.writeBuffer(&data)
        if stage == .connecting {
            let text = String(buffer: unread)
            guard let end = text.firstRange(of: "\r\n\r\n") else { return }
            unread.moveReaderIndex(forwardBy: text.utf8.distance(from: text.startIndex, to: end.upperBound))
            guard text.hasPrefix("HTTP/1.1 101") else { return context.close(promise: nil) }
            stage = .open
            onOpen(self)
        }
        while let message = nextMessage() { onMessage(self, message) }
        unread.discardReadBytes()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// The content of the next frame, whose head the server writes without a mask.
    private func nextMessage() -> ByteBuffer? {
        let start = unread.readerIndex
        guard let short = unread.getInteger(at: start + 1, as: UInt8.self) else { return nil }
        let (length, head): (Int?, Int) =
            switch short & 127 {
            case 126: (unread.getInteger(at: start + 2, as: UInt16.self).map(Int.init), 4)
            case 127: (unread.getInteger(at: start + 2, as: UInt64.self).map(Int.init), 10)
            case let length: (Int(length), 2)
            }
        guard let length, unread.readableBytes >= head + length else { return nil }
        unread.moveReaderIndex(forwardBy: head)
        return unread.readSlice(length: length)
    }

    func send(_ text: String, opcode: UInt8 = 1) { sendFrame(ByteBuffer(string: text), opcode: opcode) }

    func sendFrame(_ data: ByteBuffer, opcode: UInt8) {
        var frame = ByteBuffer()
        frame.writeInteger(128 | opcode)
        if data.readableBytes < 126 {
            frame.writeInteger(128 | UInt8(data.readableBytes))
        } else {
            frame.writeInteger(UInt8(254))
            frame.writeInteger(UInt16(clamping: data.readableBytes))
        }
        // A mask of zeros is a mask.
        frame.writeInteger(UInt32(0))
        frame.writeImmutableBuffer(data)
        write(frame)
    }

    func write(_ bytes: ByteBuffer) { channel?.writeAndFlush(bytes, promise: nil) }
}

/// Opens connections to the gateway.
struct Connector: Sendable {
    let group: MultiThreadedEventLoopGroup
    let port: Int

    /// A plain connection.
    ///
    /// - Parameter source: the address of the loopback network that it comes from.
    func connect(
        from source: String = "127.0.0.1",
        _ handler: @escaping @Sendable () -> some ChannelHandler
    ) -> EventLoopFuture<any Channel> {
        group.next().makeCompletedFuture { try SocketAddress(ipAddress: source, port: 0) }.flatMap { address in
            ClientBootstrap(group: group)
                .bind(to: address)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(handler())
                    }
                }
                .connect(host: "127.0.0.1", port: port)
        }
    }

    /// A token for a page.
    func token(from source: String = "127.0.0.1") -> EventLoopFuture<String> {
        let promise = group.next().makePromise(of: String.self)
        let request =
            "POST /token HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\nContent-Length: 0\r\n\r\n"
        connect(from: source) { WholeAnswer(request, promise) }.cascadeFailure(to: promise)
        return promise.futureResult
    }

    /// A page's connection.
    func page(
        from source: String = "127.0.0.1",
        _ prepare: @escaping @Sendable (PageConnection) -> Void
    ) -> EventLoopFuture<any Channel> {
        token(from: source).flatMap { token in
            connect(from: source) { [port] in
                let page = PageConnection(port: port, token: token)
                prepare(page)
                return page
            }
        }
    }
}

/// Sends a request and reads the body of the answer until the connection is closed.
private final class WholeAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let request: String
    private let promise: EventLoopPromise<String>
    private var answer = ""

    init(_ request: String, _ promise: EventLoopPromise<String>) {
        self.request = request
        self.promise = promise
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { answer += String(buffer: unwrapInboundIn(data)) }

    func channelInactive(context: ChannelHandlerContext) {
        let body = answer.firstRange(of: "\r\n\r\n").map { String(answer[$0.upperBound...]) } ?? ""
        promise.succeed(body)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

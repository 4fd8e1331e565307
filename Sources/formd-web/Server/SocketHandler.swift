import EventLoop
import NIOCore
import NIOWebSocket
import Synchronization

/// One page's WebSocket, on the server's thread: bounds what the page sends, finds out whether it is still there, and hands
/// its frames to the `Page`.
final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let page: Page
    private let link: SocketChannel
    private var frames: [[UInt8]] = []
    private var traffic = Limits.traffic
    private let address: AddressUse
    private var isPausing = false
    private var lastSign = Moment.now
    private var nextPing: Scheduled<Void>?
    private var hasEnded = false

    init(_ page: Page, _ link: SocketChannel, _ address: AddressUse) {
        self.page = page
        self.link = link
        self.address = address
    }

    func handlerAdded(context: ChannelHandlerContext) {
        schedulePing(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        nextPing?.cancel()
        // A page may close its session and then the connection.
        deliver()
        link.forget()
        LoopActor.task { [page] in page.ended() }
    }

    // MARK: From the page

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        lastSign = .now
        let data = frame.unmaskedData
        switch frame.opcode {
        case .text: frames.append(Array(data.readableBytesView))
        case .ping: write(WebSocketFrame(fin: true, opcode: .pong, data: data), context)
        case .pong: break
        case .connectionClose: close(context, .normalClosure)
        default:
            link.offend()
            close(context, .unacceptableData)
        }
        traffic.take(bytes: data.readableBytes, at: lastSign)
        address.traffic.take(bytes: data.readableBytes, at: lastSign)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        deliver()
        pause(context)
        context.fireChannelReadComplete()
    }

    private func deliver() {
        guard !frames.isEmpty else { return }
        let frames = frames
        self.frames = []
        LoopActor.task { [page] in page.receive(frames) }
    }

    /// The time until the page may send again.
    private var timeToWait: Duration {
        let now = Moment.now
        return max(traffic.timeToWait(at: now), address.traffic.timeToWait(at: now))
    }

    /// Whether the page does not read what it was sent, also not the answers to its pings, or has sent more than was
    /// performed.
    private func mustWait(_ context: ChannelHandlerContext) -> Bool {
        link.isFull || link.isBusy || !context.channel.isWritable
    }

    /// Reads no further until the page may send again, and while it must wait.
    private func pause(_ context: ChannelHandlerContext) {
        let wait = timeToWait
        guard !isPausing, wait > .zero || mustWait(context) else { return }
        isPausing = true
        context.channel.setOption(.autoRead, value: false).assumeIsolated().whenComplete { _ in }
        resume(context, after: max(wait, .milliseconds(10)))
    }

    private func resume(_ context: ChannelHandlerContext, after delay: Duration) {
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(delay)) { [self] in
            guard !hasEnded else { return }
            let wait = timeToWait
            if wait > .zero || mustWait(context) { return resume(context, after: max(wait, .milliseconds(20))) }
            isPausing = false
            context.channel.setOption(.autoRead, value: true).assumeIsolated().whenComplete { _ in }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is NIOWebSocketError || error is NIOWebSocketFrameAggregator.Error { link.offend() }
        context.close(promise: nil)
    }

    // MARK: To the page

    private func schedulePing(_ context: ChannelHandlerContext) {
        nextPing = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(Limits.pingInterval)) { [self] in
            ping(context)
        }
    }

    private func ping(_ context: ChannelHandlerContext) {
        guard Moment.now - lastSign < Limits.silence, !link.isStuck else { return context.close(promise: nil) }
        write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()), context)
        schedulePing(context)
    }

    private func write(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data), context)
        context.close(promise: nil)
    }
}

/// What the loop's thread sends to a page.
final class SocketChannel: PageChannel {
    private struct State {
        /// The bytes that the kernel has not taken yet.
        var unread = 0
        /// Since when there are too many; `nil` while there are not.
        var fullSince: Moment?
        var isBusy = false
    }

    private let channel: any Channel
    /// What counts the connection's offence; `nil` after it.
    private let address: NIOLoopBoundBox<AddressUse?>
    private let state = Mutex(State())
    private let page = Mutex<Page?>(nil)

    init(_ channel: any Channel, _ address: AddressUse) {
        self.channel = channel
        self.address = NIOLoopBoundBox(address, eventLoop: channel.eventLoop)
    }

    /// Notes that the connection ends because of what was sent. To be called on the server's thread.
    func offend() {
        address.value?.offend()
        address.value = nil
    }

    /// To be called once, before anything is sent.
    func serve(_ page: Page) { self.page.withLock { $0 = page } }

    /// Lets go of the page, which holds this. To be called once the connection ends.
    func forget() { page.withLock { $0 = nil } }

    var isFull: Bool { state.withLock { $0.fullSince != nil } }

    var isBusy: Bool {
        get { state.withLock(\.isBusy) }
        set { state.withLock { $0.isBusy = newValue } }
    }

    /// Whether the page has read nothing for so long that it is taken for gone.
    var isStuck: Bool { state.withLock { state in state.fullSince.map { Moment.now - $0 > Limits.silence } ?? false } }

    func send(_ messages: [[UInt8]]) {
        let size = messages.reduce(0) { $0 + $1.count }
        state.withLock { state in
            state.unread += size
            if state.unread > Limits.unreadBytes { state.fullSince = state.fullSince ?? .now }
        }
        channel.eventLoop.execute { [self] in
            for message in messages.dropLast() { channel.write(Self.frame(message), promise: nil) }
            guard let last = messages.last else { return }
            channel.writeAndFlush(Self.frame(last)).whenComplete { [self] _ in sent(size) }
        }
    }

    private func sent(_ size: Int) {
        let isDrained = state.withLock { state in
            state.unread -= size
            guard state.fullSince != nil, state.unread < Limits.unreadBytes / 4 else { return false }
            state.fullSince = nil
            return true
        }
        guard isDrained, let page = page.withLock(\.self) else { return }
        LoopActor.task { page.drained() }
    }

    func close(because reason: PageEnding) {
        channel.eventLoop.execute { [self, channel] in
            if reason.isOffence { offend() }
            var data = ByteBuffer()
            data.write(webSocketErrorCode: .policyViolation)
            data.writeString(reason.rawValue)
            channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)).whenComplete { _ in
                channel.close(promise: nil)
            }
        }
    }

    private static func frame(_ message: [UInt8]) -> WebSocketFrame {
        WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: message))
    }
}

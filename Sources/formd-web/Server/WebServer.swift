import EventLoop
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// The HTTP server, on one thread of its own: a connection begins with requests and may become a page's WebSocket.
final class WebServer: Sendable {
    /// The address or the path of the socket at which the server accepts connections.
    enum Place: Sendable, Hashable {
        case address(host: String, port: Int)
        case unix(String)
    }

    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let listener: any Channel

    /// Throws if the place cannot be listened at.
    ///
    /// - Parameter origins: the origins of pages; the port is the one that was chosen if 0 was given.
    init(
        at place: Place,
        _ settings: Doorman.Settings,
        origins: (_ port: Int) -> [String],
        _ files: PageFiles,
        _ gateway: Gateway
    ) throws {
        let loop = group.next()
        let doorman = try loop.submit { NIOLoopBound(Doorman(settings), eventLoop: loop) }.wait()
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try Visit(channel, doorman, files, gateway).begin()
                }
            }
        switch place {
        case .address(let host, let port):
            listener = try bootstrap.childChannelOption(.tcpOption(.tcp_nodelay), value: 1).bind(host: host, port: port)
                .wait()
        case .unix(let path):
            listener = try bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).wait()
        }
        let given = Set(origins(listener.localAddress?.port ?? 0).map { $0.lowercased() })
        try loop.submit { doorman.value.origins = given }.wait()
    }

    /// The port, which the system chooses if 0 was given.
    var port: Int { listener.localAddress?.port ?? 0 }

    func stop() throws {
        try listener.close().wait()
        try group.syncShutdownGracefully()
    }
}

/// One connection, from its beginning to its end.
private struct Visit: Sendable {
    private struct NoRoom: Error {}

    private let channel: any Channel
    private let doorman: NIOLoopBound<Doorman>
    private let files: PageFiles
    private let gateway: Gateway
    private let peer: String

    private static let requestsName = "requests"

    init(_ channel: any Channel, _ doorman: NIOLoopBound<Doorman>, _ files: PageFiles, _ gateway: Gateway) {
        self.channel = channel
        self.doorman = doorman
        self.files = files
        self.gateway = gateway
        peer = channel.remoteAddress?.ipAddress ?? "local"
    }

    /// Throws if the address has too many connections; the connection is closed then.
    func begin() throws {
        guard doorman.value.admitConnection(from: peer) else { throw NoRoom() }
        channel.closeFuture.assumeIsolated().whenComplete { [doorman, peer] _ in
            doorman.value.releaseConnection(from: peer)
        }
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: Limits.messageBytes,
            shouldUpgrade: { channel, head in channel.eventLoop.makeCompletedFuture(withResultOf: { admit(head) }) },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture { try serveSocket() }
            }
        )
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = Limits.headerBytes
        limits.maxHeaderListSize = Limits.headerBytes
        limits.maxHeaderFieldCount = Limits.headers
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withServerUpgrade: (
                upgraders: [upgrader],
                completionHandler: { $0.pipeline.syncOperations.removeHandler(name: Self.requestsName, promise: nil) }
            ),
            withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
            withDecoderLimitConfiguration: limits
        )
        try pipeline.addHandler(RequestHandler(doorman.value, files), name: Self.requestsName)
    }

    /// The headers of the answer; `nil` if the request is refused. `RequestHandler` answers it then.
    private func admit(_ head: HTTPRequestHead) -> HTTPHeaders? {
        guard head.uri == "/socket" else { return nil }
        do throws(Doorman.Refusal) {
            try doorman.value.admitSocket(head)
            let address = doorman.value.address(of: head, from: peer)
            try doorman.value.admitPage(of: address)
            channel.closeFuture.assumeIsolated().whenComplete { [doorman] _ in doorman.value.releasePage(of: address) }
            return ["Sec-WebSocket-Protocol": Doorman.version]
        } catch {
            return nil
        }
    }

    private func serveSocket() throws {
        let link = SocketChannel(channel)
        let page = Page(gateway, link)
        link.serve(page)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 1,
                maxAccumulatedFrameCount: Limits.fragments,
                maxAccumulatedFrameSize: Limits.messageBytes
            )
        )
        try pipeline.addHandler(SocketHandler(page, link))
    }
}

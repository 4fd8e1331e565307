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
    private let pages: any Channel
    private let administrators: (any Channel)?

    /// Throws if a place cannot be listened at.
    ///
    /// - Parameters:
    ///   - origins: the origins of pages; if empty, those of the loopback interface.
    ///   - admin: where the view for administrators is; `nil` if nowhere.
    init(
        at place: Place,
        _ settings: Doorman.Settings,
        origins: [String],
        _ files: PageFiles,
        admin: Place?,
        _ gateway: Gateway
    ) throws {
        let loop = group.next()
        let doorman = try loop.submit { NIOLoopBound(Doorman(settings), eventLoop: loop) }.wait()
        pages = try Self.listen(at: place, on: group, doorman, origins) { channel in
            let visit = Visit(channel, doorman, gateway)
            try visit.begin(PageSite(doorman.value, files, for: visit.peer))
        }
        guard let admin else {
            administrators = nil
            return
        }
        let other = try loop.submit {
            NIOLoopBound(Doorman(Doorman.Settings(limits: .ofAdministrators)), eventLoop: loop)
        }.wait()
        administrators = try Self.listen(at: admin, on: group, other, []) { channel in
            try Visit(channel, other, nil).begin(AdminSite(other.value, pages: doorman.value, gateway))
        }
    }

    private static func listen(
        at place: Place,
        on group: MultiThreadedEventLoopGroup,
        _ doorman: NIOLoopBound<Doorman>,
        _ origins: [String],
        visit: @escaping @Sendable (any Channel) throws -> Void
    ) throws -> any Channel {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try visit(channel) } }
        let listener =
            switch place {
            case .address(let host, let port):
                try bootstrap.childChannelOption(.tcpOption(.tcp_nodelay), value: 1).bind(host: host, port: port).wait()
            case .unix(let path):
                try bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).wait()
            }
        let port = listener.localAddress?.port ?? 0
        let known = origins.isEmpty ? ["127.0.0.1", "localhost", "[::1]"].map { "http://\($0):\(port)" } : origins
        try group.next().submit { doorman.value.origins = Set(known.map { $0.lowercased() }) }.wait()
        return listener
    }

    /// The ports, which the system chooses if 0 was given.
    var port: Int { pages.localAddress?.port ?? 0 }
    var adminPort: Int? { administrators?.localAddress?.port }

    func stop() throws {
        try pages.close().wait()
        try administrators?.close().wait()
        try group.syncShutdownGracefully()
    }
}

/// One connection, from its beginning to its end.
private struct Visit: Sendable {
    /// The client's address and its use of the limits; known once the connection is admitted as a page's.
    private struct Origin {
        let address: String
        let use: AddressUse
    }

    private struct NoRoom: Error {}

    private let channel: any Channel
    private let doorman: NIOLoopBound<Doorman>
    /// `nil` if there are no pages here.
    private let gateway: Gateway?
    let peer: String

    private static let requestsName = "requests"

    init(_ channel: any Channel, _ doorman: NIOLoopBound<Doorman>, _ gateway: Gateway?) {
        self.channel = channel
        self.doorman = doorman
        self.gateway = gateway
        peer = Doorman.countedAddress(channel.remoteAddress?.ipAddress ?? "local")
    }

    /// Throws if the address has too many connections; the connection is closed then.
    func begin(_ site: any Site) throws {
        guard doorman.value.admitConnection(from: peer) else { throw NoRoom() }
        channel.closeFuture.assumeIsolated().whenComplete { [doorman, peer] _ in
            doorman.value.releaseConnection(from: peer)
        }
        let upgrader = gateway.map { gateway in
            let origin = NIOLoopBoundBox<Origin?>(nil, eventLoop: channel.eventLoop)
            return NIOWebSocketServerUpgrader(
                maxFrameSize: Limits.messageBytes,
                shouldUpgrade: { channel, head in
                    origin.value = admit(head)
                    let headers: HTTPHeaders? = origin.value.map { _ in ["Sec-WebSocket-Protocol": Doorman.version] }
                    return channel.eventLoop.makeSucceededFuture(headers)
                },
                upgradePipelineHandler: { channel, _ in
                    channel.eventLoop.makeCompletedFuture { try origin.value.map { try serveSocket($0, gateway) } }
                }
            )
        }
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = Limits.headerBytes
        limits.maxHeaderListSize = Limits.headerBytes
        limits.maxHeaderFieldCount = Limits.headers
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withServerUpgrade: (
                upgraders: upgrader.map { [$0] } ?? [],
                completionHandler: { $0.pipeline.syncOperations.removeHandler(name: Self.requestsName, promise: nil) }
            ),
            withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
            withDecoderLimitConfiguration: limits
        )
        try pipeline.addHandler(RequestHandler(site), name: Self.requestsName)
    }

    /// `nil` if the request is refused. `RequestHandler` answers it then.
    private func admit(_ head: HTTPRequestHead) -> Origin? {
        guard head.uri == "/socket" else { return nil }
        do throws(Doorman.Refusal) {
            try doorman.value.admitSocket(head)
            let address = doorman.value.address(of: head, from: peer)
            let use = try doorman.value.admitPage(of: address)
            channel.closeFuture.assumeIsolated().whenComplete { [doorman] _ in doorman.value.releasePage(of: address) }
            return Origin(address: address, use: use)
        } catch {
            return nil
        }
    }

    private func serveSocket(_ origin: Origin, _ gateway: Gateway) throws {
        let link = SocketChannel(channel, origin.use)
        let page = Page(gateway, link, address: origin.address)
        link.serve(page)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 1,
                maxAccumulatedFrameCount: Limits.fragments,
                maxAccumulatedFrameSize: Limits.messageBytes
            )
        )
        try pipeline.addHandler(SocketHandler(page, link, origin.use))
    }
}

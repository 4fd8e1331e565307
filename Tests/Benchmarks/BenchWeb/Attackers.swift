import Glibc
import NIOCore
import NIOPosix

/// Connections that do harm, from many addresses, each begun again when the gateway has ended it: a third sends a part of a
/// request and no more, a third asks for much and reads nothing, a third sends frames at random.
struct Attackers: Sendable {
    private static let addresses = 16
    /// The time until an ended connection is begun again.
    private static let pause = TimeAmount.seconds(1)
    private let connector: Connector

    init(_ group: MultiThreadedEventLoopGroup, port: Int) { connector = Connector(group: group, port: port) }

    func attack(_ count: Int) async throws {
        for number in 0..<count {
            begin(number)
            try await Task.sleep(for: .milliseconds(2))
        }
        print("attacking with \(count) connections")
        fflush(nil)
        try await Task.sleep(for: .seconds(3_600))
    }

    private func begin(_ number: Int) {
        let source = "127.0.0.\(2 + number % Self.addresses)"
        let channel =
            switch number % 3 {
            case 0: connector.connect(from: source) { HalfRequest() }
            case 1: connector.page(from: source, Self.doNotRead)
            default: connector.page(from: source, Self.sendNonsense)
            }
        channel.flatMap(\.closeFuture).whenComplete { _ in
            connector.group.next().scheduleTask(in: Self.pause) { begin(number) }
        }
    }

    @Sendable private static func doNotRead(_ page: PageConnection) {
        page.onOpen = { page in
            page.channel?.setOption(.autoRead, value: false).whenComplete { _ in }
            page.send(#"{"id":1,"call":"OpenSession","form":"checkout","page":"reader"}"#)
            for number in 2..<200 { page.send(#"{"id":\#(number),"call":"GetReview"}"#) }
        }
    }

    @Sendable private static func sendNonsense(_ page: PageConnection) {
        page.onOpen = { page in
            page.send(#"{"id":1,"call":"OpenSession","form":"checkout","page":"nonsense"}"#)
            let bytes = (0..<Int.random(in: 1..<400)).map { _ in UInt8.random(in: 0...255) }
            switch Int.random(in: 0..<4) {
            case 0: page.write(ByteBuffer(bytes: bytes))
            case 1: page.sendFrame(ByteBuffer(bytes: bytes), opcode: UInt8.random(in: 0...15))
            case 2: page.send(#"{"id":2,"call":"InsertText","arguments":\#(String(repeating: "[", count: 10_000))"#)
            default: page.sendFrame(ByteBuffer(repeating: 0x20, count: 60_000), opcode: 1)
            }
        }
    }
}

private final class HalfRequest: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: ")), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

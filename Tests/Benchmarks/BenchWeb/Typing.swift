import Glibc
import NIOCore
import NIOPosix

/// Pages that type at a fixed rate, each into a session of its own.
final class TypingOffice: Sendable {
    private let connector: Connector
    private let rate: Int

    init(_ group: MultiThreadedEventLoopGroup, port: Int, rate: Int) {
        connector = Connector(group: group, port: port)
        self.rate = rate
    }

    /// The times from a key until its answer, sorted, in nanoseconds.
    func type(pages: Int, seconds: Int) async throws -> [Int64] {
        let loop = connector.group.next()
        let typists = NIOLoopBoundBox.makeBoxSendingValue([], as: [Typist].self, eventLoop: loop)
        for number in 0..<pages {
            let opened = loop.makePromise(of: Void.self)
            let channel = try await connector.page { page in
                typists.value.append(Typist(page, name: number, opened))
            }.get()
            channel.closeFuture.whenComplete { _ in opened.fail(Refused()) }
            try await opened.futureResult.get()
        }
        let interval = TimeAmount.nanoseconds(1_000_000_000 / Int64(rate))
        try await loop.submit { [typists] in
            for (number, typist) in typists.value.enumerated() {
                let first = interval.nanoseconds * Int64(number) / Int64(pages)
                typist.begin(after: .nanoseconds(first), every: interval, on: loop)
            }
        }.get()
        // The first second warms up.
        try await Task.sleep(for: .seconds(1))
        try await loop.submit { for typist in typists.value { typist.times = [] } }.get()
        try await Task.sleep(for: .seconds(seconds))
        return try await loop.submit { typists.value.flatMap(\.times).sorted() }.get()
    }
}

/// The gateway has closed a page's connection.
private struct Refused: Error {}

private final class Typist {
    var times: [Int64] = []
    private let page: PageConnection
    private var number = 2
    private var sent: [Int: NIODeadline] = [:]
    private var opened: EventLoopPromise<Void>?

    init(_ page: PageConnection, name: Int, _ opened: EventLoopPromise<Void>) {
        self.page = page
        self.opened = opened
        page.onOpen = { page in
            page.send(#"{"id":1,"call":"OpenSession","form":"checkout","page":"typist\#(name)"}"#)
            page.send(#"{"id":2,"call":"FocusField","arguments":{"field":"name"}}"#)
        }
        page.onMessage = { [unowned self] _, message in receive(message) }
    }

    func begin(after delay: TimeAmount, every interval: TimeAmount, on loop: any EventLoop) {
        let typist = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleRepeatedTask(initialDelay: delay, delay: interval) { _ in typist.value.press() }
    }

    /// A letter and a deletion in turn.
    private func press() {
        number += 1
        sent[number] = .now()
        let call =
            number.isMultiple(of: 2)
            ? #""Delete","field":"","arguments":{"unit":"character","count":-1}"#
            : #""InsertText","field":"","arguments":{"text":"a"}"#
        page.send(#"{"id":\#(number),"call":\#(call)}"#)
    }

    private func receive(_ message: ByteBuffer) {
        // An answer begins with its number.
        let start = String(
            buffer: message.getSlice(at: message.readerIndex, length: min(16, message.readableBytes)) ?? message
        )
        guard start.hasPrefix(#"{"id":"#), let number = Int(start.dropFirst(6).prefix { $0.isNumber }) else { return }
        if number == 2 {
            opened?.succeed()
            opened = nil
        } else if let began = sent.removeValue(forKey: number) {
            times.append((NIODeadline.now() - began).nanoseconds)
        }
    }
}

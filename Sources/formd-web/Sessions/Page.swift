import DBus
import EventLoop
import FormClient

/// One connection of a page, on the loop's side: it reads requests and is sent frames.
///
/// A page that reads slowly gets no more transactions until it has read what was sent, and then the state as it is by
/// then: as much is kept for it as one state.
@LoopActor
final class Page {
    /// The name that the page has given itself, which is the same after an interruption.
    private(set) var name = ""
    private let gateway: Gateway
    private let channel: any PageChannel
    private let address: String
    private var stage = Stage.new
    /// The revision of the state that the page was sent last.
    private var revision: UInt64 = 0
    private var isBehind = false
    private var outgoing: [[UInt8]] = []

    /// The frames that wait for answers to earlier ones, or until the session is open.
    private var waiting: ArraySlice<[UInt8]> = []
    private var unanswered = 0

    private enum Stage {
        case new, opening
        case open(PageSession)
        case ended
    }

    /// The operations of one page that formd is asked to perform at a time: what many pages send at once delays others
    /// by no more than that.
    private static let maximumUnanswered = 32
    /// The waiting frames from which on no more are read, and those with which the connection ends.
    private static let manyWaiting = 64, maximumWaiting = 4_096

    /// - Parameter address: where the connection comes from.
    nonisolated init(_ gateway: Gateway, _ channel: any PageChannel, address: String) {
        self.gateway = gateway
        self.channel = channel
        self.address = address
    }

    // MARK: From the page

    func receive(_ frames: [[UInt8]]) {
        if case .ended = stage { return }
        waiting.append(contentsOf: frames)
        guard waiting.count <= Self.maximumWaiting else { return close(because: .flood) }
        work()
    }

    private func work() {
        while unanswered < Self.maximumUnanswered, canPerform, let frame = waiting.popFirst() {
            do {
                try perform(PageRequest(frame))
            } catch let refused as PageRequest.Refused {
                send(PageMessage.error(refused.error, to: refused.number))
            } catch {
                close(because: .malformed)
            }
        }
        channel.isBusy = waiting.count > Self.manyWaiting
    }

    private var canPerform: Bool {
        switch stage {
        case .new, .open: true
        case .opening, .ended: false
        }
    }

    private func perform(_ request: PageRequest) throws {
        switch (request.call, stage) {
        case (.perform(let operation), .open(let session)):
            if session.perform(operation, number: request.number, of: self) { unanswered += 1 }
        case (.open(let form, let options, let page), .new):
            begin(page, request.number, since: 0) { [address] gateway async throws(BusError) in
                try await gateway.open(form, options, for: address)
            }
        case (.follow(let key, let since, let page), .new):
            begin(page, request.number, since: since) { gateway async throws(BusError) in
                try await gateway.session(key)
            }
        default: throw PageRequest.Malformed()
        }
    }

    private func begin(
        _ name: String,
        _ number: Int,
        since: UInt64,
        _ find: @escaping @LoopActor @Sendable (Gateway) async throws(BusError) -> PageSession
    ) {
        self.name = String(name.unicodeScalars.prefix(64))
        stage = .opening
        LoopActor.task { [self] in
            let result: Result<PageSession, BusError>
            do throws(BusError) {
                result = .success(try await find(gateway))
            } catch {
                result = .failure(error)
            }
            opened(result, number, since)
        }
    }

    private func opened(_ result: Result<PageSession, BusError>, _ number: Int, _ since: UInt64) {
        guard case .opening = stage else {
            // The page has gone meanwhile; the session waits for it.
            if case .success(let session) = result { session.leave(self) }
            return
        }
        switch result {
        case .success(let session) where session.hasRoom(for: self):
            stage = .open(session)
            session.join(self)
            session.greet(self, number: number, since: since)
        case .success: refuse(.busy, number)
        case .failure(let error): refuse(error, number)
        }
        work()
    }

    private func refuse(_ error: BusError, _ number: Int) {
        stage = .new
        send(PageMessage.error(error, to: number))
    }

    /// The connection has ended.
    func ended() {
        if case .open(let session) = stage { session.leave(self) }
        stage = .ended
        waiting = []
    }

    // MARK: To the page

    /// Everything that is sent in one turn of the loop goes together.
    func send(_ message: [UInt8]) {
        if case .ended = stage { return }
        outgoing.append(message)
        if outgoing.count == 1 { EventLoop.shared.post { [weak self] in self?.flush() } }
    }

    /// Sends the answer to an operation.
    func answer(_ message: [UInt8]) {
        unanswered -= 1
        send(message)
        work()
    }

    private func flush() {
        guard !outgoing.isEmpty else { return }
        channel.send(outgoing)
        outgoing = []
    }

    func tellState(at revision: UInt64, _ message: [UInt8]) {
        self.revision = revision
        send(message)
    }

    func tellChange(_ message: [UInt8], of session: PageSession) {
        isBehind = isBehind || channel.isFull
        guard !isBehind else { return }
        tellState(at: session.session.mirror.revision, message)
    }

    /// The page has read what was sent.
    func drained() {
        guard isBehind, case .open(let session) = stage else { return }
        isBehind = false
        tellState(at: session.session.mirror.revision, session.state(since: revision))
    }

    /// The page stays, and may open another session.
    func sessionEnded(_ reason: String) {
        stage = .new
        isBehind = false
        send(PageMessage.closed(reason))
    }

    func close(because reason: PageEnding) {
        ended()
        outgoing = []
        channel.close(because: reason)
    }
}

/// Why the gateway ends a page's connection.
enum PageEnding: String {
    /// The page has another connection by now.
    case replaced
    /// It has sent more than any page would.
    case flood
    /// It has sent something that is no request.
    case malformed

    var isOffence: Bool { self != .replaced }
}

/// The way to a page's connection, which belongs to another thread.
protocol PageChannel: AnyObject, Sendable {
    /// Whether more is unread than a page that reads would leave.
    var isFull: Bool { get }
    /// Whether no more is to be read from the page.
    var isBusy: Bool { get set }
    func send(_ messages: [[UInt8]])
    func close(because reason: PageEnding)
}

import DBus
import EventLoop
import FormClient
import FormContract
import FormPresentation

/// A session with the pages that show it: nearly always one, two while a page is loaded again.
///
/// It outlives its pages for the time of a reload. While formd is unreachable operations wait here, because the pages'
/// requests need answers.
@LoopActor
final class PageSession {
    /// The secret with which a page continues the session. The last part of the session's path is made of it.
    let key: String
    let session: FormSession
    /// By which administrators know the session.
    let number: Int
    private let inputs: DefinedInputs
    private let gateway: Gateway
    private var observation: SessionObservation?
    private(set) var pages: [Page] = []
    /// Of each page, the number of the last operation that has arrived: after an interruption the page sends those behind
    /// it. The page that came last is the last one.
    private var received: [(page: String, number: Int)] = []
    private var isReachable = true
    private var waiting: [Request] = []
    private var grace: EventSource?
    private(set) var operations = 0
    private(set) var unanswered = 0
    private(set) var lastOperation = Moment.now

    private struct Request {
        let operation: Operation
        let number: Int
        let arrival: Moment
        weak var page: Page?
    }

    private static let maximumPages = 8
    /// Pages whose numbers are kept. A page that is loaded again is another one.
    private static let maximumNames = 32
    private static let maximumWaiting = 1_000

    init(_ session: FormSession, number: Int, key: String, inputs: DefinedInputs, gateway: Gateway) {
        self.session = session
        self.number = number
        self.key = key
        self.inputs = inputs
        self.gateway = gateway
        observation = session.observe { [weak self] in self?.tell($0) }
    }

    // MARK: Pages

    /// Whether another page may show the session. A page that comes back replaces its earlier connection.
    func hasRoom(for page: Page) -> Bool {
        pages.contains { $0.name == page.name } || pages.count < Self.maximumPages
    }

    func join(_ page: Page) {
        for former in pages where former.name == page.name { former.close(because: .replaced) }
        pages.removeAll { $0.name == page.name }
        pages.append(page)
        grace = nil
    }

    /// Without pages the session is closed after a while.
    func leave(_ page: Page) {
        pages.removeAll { $0 === page }
        guard pages.isEmpty, grace == nil, !session.isClosed else { return }
        // Of a session in which nobody has done anything, a page that is loaded again loses nothing.
        let time = operations == 0 ? min(gateway.settings.grace, .seconds(5)) : gateway.settings.grace
        grace = try? EventLoop.shared.addTimer(after: time, tolerance: .seconds(1)) { [weak self] in
            self?.session.perform("Close")
        }
    }

    /// The answer to `OpenSession` and `Follow`: the state, and what else a page needs to show it.
    func greet(_ page: Page, number: Int, since: UInt64) {
        let mirror = session.mirror
        let last = received.first { $0.page == page.name }?.number
        if last == nil {
            received.append((page.name, 0))
            let oldest = received.firstIndex { entry in !pages.contains { $0.name == entry.page } }
            if received.count > Self.maximumNames, let oldest { received.remove(at: oldest) }
        }
        page.tellState(
            at: mirror.revision,
            PageMessage.answer(number) { json in
                json.member("session", .string(key))
                json.state(mirror, since: since > mirror.revision ? 0 : since)
                json.key("last")
                json.literal(last.map { "\($0)" } ?? "null")
                json.key("words")
                json.words(of: session.locale)
                json.formats(inputs, of: mirror.fieldNames, in: mirror)
            }
        )
        if !isReachable { page.send(PageMessage.status("lost")) }
    }

    /// The state since a revision, for a page that could not follow each transaction.
    func state(since revision: UInt64) -> [UInt8] {
        let mirror = session.mirror
        return PageMessage.caughtUp(mirror, since: revision) { $0.formats(inputs, of: mirror.fieldNames, in: mirror) }
    }

    // MARK: Operations

    /// Whether there will be an answer: the page may have sent the operation before it was interrupted.
    func perform(_ operation: Operation, number: Int, of page: Page) -> Bool {
        guard let index = received.firstIndex(where: { $0.page == page.name }), number > received[index].number else {
            return false
        }
        received[index].number = number
        lastOperation = .now
        operations += 1
        let request = Request(operation: operation, number: number, arrival: lastOperation, page: page)
        if isReachable {
            send(request)
        } else if waiting.count < Self.maximumWaiting {
            waiting.append(request)
        } else {
            page.answer(PageMessage.error(.busy, to: number))
        }
        return true
    }

    private func send(_ request: Request) {
        unanswered += 1
        // A session that is closed is forgotten before the operation is answered that closes it.
        session.send(request.operation) { [self, weak page = request.page] result in
            unanswered -= 1
            gateway.latencies.note(from: request.arrival, to: .now)
            switch result {
            case .success(let values): finish(request.operation, values, request.number, page)
            case .failure(let error): page?.answer(PageMessage.error(error, to: request.number))
            }
        }
    }

    private func finish(_ operation: Operation, _ values: [Value], _ number: Int, _ page: Page?) {
        var values = values
        if operation.target == .session, ["Submit", "SubmitDocument"].contains(operation.method.string) {
            gateway.deliver(values.first, of: session)
            // The page gets no secret, also none of its own.
            values = values.map { session.withoutSecrets($0) }
        }
        if operation.method == "Set" {
            // A front end's own texts follow the session's language.
            page?.answer(
                PageMessage.answer(number) { [locale = session.locale] json in
                    json.key("words")
                    json.words(of: locale)
                }
            )
        } else {
            page?.answer(PageMessage.result(of: operation, values, to: number))
        }
    }

    // MARK: Changes

    private func tell(_ change: SessionChange) {
        switch change {
        case .changed(let update):
            let message = PageMessage.changed(update) { json in
                if !update.added.isEmpty { json.formats(inputs, of: update.added, in: session.mirror) }
            }
            for page in pages { page.tellChange(message, of: self) }
        case .signal(let event): send(PageMessage.signal(event))
        case .lost:
            isReachable = false
            send(PageMessage.status("lost"))
        case .failed: send(PageMessage.status("failed"))
        case .resumed: resume(PageMessage.status("resumed"))
        case .reopened(let missing): resume(PageMessage.status("reopened", missing: missing))
        case .closed(let reason):
            for request in waiting { request.page?.answer(PageMessage.error(.unreachable, to: request.number)) }
            waiting = []
            grace = nil
            gateway.forget(self)
            for page in pages { page.sessionEnded(reason) }
            pages = []
        case .refused: break  // Only of operations without an answer, which pages do not send.
        }
    }

    private func resume(_ message: [UInt8]) {
        isReachable = true
        send(message)
        let requests = waiting
        waiting = []
        for request in requests { send(request) }
    }

    private func send(_ message: [UInt8]) {
        for page in pages { page.send(message) }
    }
}

extension FormSession {
    /// The values of a submission without those of secret fields; any other reply as it is.
    fileprivate func withoutSecrets(_ values: Value) -> Value {
        switch values {
        case .dictionary(.string, .string, let entries):
            .dictionary(.string, .string, entries.filter { !field($0.key.string ?? "").isSecret })
        default: .string("")
        }
    }
}

extension SessionField {
    fileprivate var isSecret: Bool { self["Secret"]?.bool ?? true }
}

extension BusError {
    static var busy: BusError { BusError(Contract.Failure.limitExceeded.name, "too many operations wait") }
    static var unreachable: BusError { BusError(.disconnected, "formd is out of reach") }
}

extension JSONBytes {
    /// The front end's own texts in a language, by name.
    fileprivate mutating func words(of locale: String) {
        let words = InterfaceWords.nearest(to: locale)
        object { json in for word in InterfaceWord.allCases { json.member("\(word)", .string(words[word])) } }
    }

    /// The member `formats`: the ranges of sliders and the formats of dates, which no property has, by field.
    fileprivate mutating func formats(_ inputs: DefinedInputs, of fields: [String], in mirror: SessionMirror) {
        key("formats")
        object { json in
            for name in fields {
                let range = inputs.range(of: name)
                let format = inputs.format(of: name, in: mirror[SessionProperties.all.locale, of: nil])
                guard range != nil || format != nil else { continue }
                json.key(name)
                json.object { json in
                    if let range {
                        json.member("least", .double(range.lowerBound))
                        json.member("most", .double(range.upperBound))
                        json.member("step", .double(inputs.step(of: name) ?? 1))
                    }
                    if let format { json.member("format", .string(format)) }
                }
            }
        }
    }
}

import EventLoop
import FormPlugin
import Logging
import PluginWire

/// Runs one plug-in for one user: performs the actions of its supervisor, and reports events to it.
@LoopActor
final class PluginRunner {
    /// A reply to a question: possibly `late`, followed by exactly one of the others.
    enum Reply {
        case late
        case answer(PluginAnswer)
        case refused(Refusal)
        /// - isCulprit: the process died of this very question, twice.
        case unavailable(String, isCulprit: Bool)
    }

    struct Question {
        let asked: TypeQuestion
        var frame: AskFrame
        /// The time at which the asker continues without the answer; `nil` if the asker waits for it.
        let lateAt: EventLoop.Instant?
        /// May be called before `ask` returns, and may ask again.
        let handler: @LoopActor (Reply) -> Void
    }

    private typealias QuestionID = PluginSupervisor.QuestionID

    let plugin: InstalledPlugin
    private let launcher: String?
    private let limits: PluginLimits
    private let loop: EventLoop
    private let logger: Logger
    private var supervisor: PluginSupervisor
    private var process: PluginProcess?
    /// Whether the process has said hello.
    private var hasGreeted = false
    private var instances = PluginInstances()
    private var pending = PendingQuestions<Question>()
    private var nextID: QuestionID = 1
    private lazy var timer = DeadlineTimer { [weak self] in self?.tick() }
    private var counters = PluginCounters()
    private var lastFailure = ""
    private var promptness = Promptness()

    /// Replies that are sent after an event has been handled completely, because a handler may ask again.
    private var replies: [@LoopActor () -> Void] = []
    private var isReplying = false

    /// - Parameter launcher: the path of `formd-plugin-launcher`; `nil` if it is not installed, so that the plug-in
    ///   cannot be started.
    init(_ plugin: InstalledPlugin, launcher: String?, limits: PluginLimits, loop: EventLoop, logger: Logger) {
        self.plugin = plugin
        self.launcher = launcher
        self.limits = limits
        self.loop = loop
        var logger = logger
        logger[metadataKey: "plugin"] = "\(plugin.manifest.name)"
        self.logger = logger
        supervisor = PluginSupervisor(limits: limits)
    }

    /// Asks questions of one asker, in one packet if they fit.
    ///
    /// - Returns: whether the answers may arrive so soon that it pays to wait for them with `awaitAnswers`.
    func ask(_ questions: [Question]) -> Bool {
        let isPrompt = supervisor.isIdle && promptness.isExpected()
        var ids: [QuestionID] = []
        for question in questions {
            let id = unusedID()
            pending[id] = question
            counters.questions += 1
            ids.append(id)
        }
        perform(supervisor.ask(ids, lateAt: questions.first?.lateAt, now: EventLoop.now))
        return isPrompt
    }

    /// Blocks until the questions that were sent at `start` are answered, at most until `end`; see `Promptness`.
    func awaitAnswers(since start: EventLoop.Instant, until end: EventLoop.Instant) {
        while let process, supervisor.pendingCount > 0, process.readSoon(since: start, until: end) {}
        promptness.note(isPrompt: supervisor.pendingCount == 0)
    }

    /// Starts the process if there is none and the plug-in is not in quarantine.
    func prepare() {
        perform(supervisor.prepare(now: EventLoop.now))
    }

    /// Ends a process that knows what has to be erased; the next question starts another one.
    func forget() {
        // Answers that have arrived count.
        process?.readNow()
        perform(supervisor.forget(now: EventLoop.now))
    }

    /// Ends the process. Returns the pending questions without replying to them, oldest first.
    func stop() -> [Question] {
        process?.stop()
        process = nil
        timer.cancel()
        defer { pending = PendingQuestions() }
        return pending.all
    }

    var status: PluginStatus {
        PluginStatus(
            name: plugin.manifest.name,
            version: plugin.manifest.version,
            folder: plugin.folder,
            types: plugin.manifest.types,
            state: PluginStatus.State(supervisor.phase),
            pid: process?.pid,
            starts: supervisor.starts,
            recentFailures: supervisor.failureCount,
            lastFailure: lastFailure,
            pendingQuestions: supervisor.pendingCount,
            counters: counters
        )
    }

    /// Numbers are reused after four thousand million questions.
    private func unusedID() -> QuestionID {
        repeat {
            nextID = nextID == .max ? 1 : nextID + 1
        } while pending[nextID] != nil
        return nextID
    }
}

// MARK: - Actions of the supervisor

extension PluginRunner {
    private func perform(_ actions: [PluginSupervisor.Action], arrived reply: Reply? = nil) {
        for action in actions {
            switch action {
            case .start: start()
            case .send(let ids): send(ids)
            case .late(let id):
                counters.late += 1
                self.reply(to: id, .late, isLast: false)
            case .deliver(let id):
                counters.answers += 1
                if let reply { self.reply(to: id, reply, isLast: true) }
            case .giveUp(let id, let reason, let isCulprit):
                self.reply(to: id, .unavailable(reason, isCulprit: isCulprit), isLast: true)
            case .stop:
                process?.stop()
                process = nil
            case .kill:
                process?.kill()
                process = nil
            case .report(let reason, let delay): report(reason, delay)
            case .measure:
                guard let used = process?.processorTime else { continue }
                perform(supervisor.measured(used, now: EventLoop.now))
            }
        }
        schedule()
        deliverReplies()
    }

    private func start() {
        instances = PluginInstances()
        hasGreeted = false
        guard let launcher else {
            perform(supervisor.refused("formd-plugin-launcher, which confines plug-ins, is not installed beside formd"))
            return
        }
        do {
            let process = try PluginProcess(
                plugin,
                launcher: launcher,
                limits: limits,
                loop: loop,
                logger: logger,
                onPacket: { [weak self] packet in self?.received(packet) },
                onWithheldLines: { [weak self] count in self?.counters.withheldLines += count },
                onEnd: { [weak self] reason in self?.ended(reason) }
            )
            self.process = process
            logger.debug("started", metadata: ["pid": "\(process.pid)"])
            var hello = PacketWriter()
            try hello.append(.hello, Hello(types: plugin.manifest.types))
            process.send(hello)
        } catch {
            perform(supervisor.failed("\(error)", now: EventLoop.now))
        }
    }

    private func send(_ ids: [QuestionID]) {
        var frames = PacketWriter()
        do {
            for id in ids {
                guard let asked = pending[id]?.asked else { continue }
                let (instance, isNew) = instances.number(of: asked.type, asked.configuration)
                if isNew {
                    let configure = Configure(instance: instance, type: asked.type, configuration: asked.configuration)
                    try frames.append(.configure, configure)
                }
                pending.update(id) { question in
                    question.frame.address(request: id, instance: instance)
                    frames.append(question.frame)
                }
            }
            process?.ask(frames)
        } catch {
            // Does not happen, because the asker has checked the sizes. It would not be the plug-in's fault.
            logger.error("a question cannot be sent", metadata: ["reason": "\(error)"])
        }
    }

    private func report(_ reason: String, _ delay: Duration?) {
        lastFailure = reason
        if let delay {
            logger.warning("failed; it is started again in \(delay)", metadata: ["reason": "\(reason)"])
        } else {
            logger.error("quarantined until plug-ins are reloaded", metadata: ["reason": "\(reason)"])
        }
    }

    private func reply(to id: QuestionID, _ reply: Reply, isLast: Bool) {
        guard let question = pending[id] else { return }
        if isLast { pending[id] = nil }
        replies.append { question.handler(reply) }
    }

    private func deliverReplies() {
        guard !isReplying else { return }
        isReplying = true
        defer { isReplying = false }
        while !replies.isEmpty {
            let ready = replies
            replies = []
            for reply in ready { reply() }
        }
    }

    private func schedule() {
        guard let deadline = supervisor.nextDeadline else { return }
        do {
            try timer.schedule(at: deadline)
        } catch {
            logger.error("the timer for deadlines cannot be set", metadata: ["reason": "\(error)"])
        }
    }

    private func tick() {
        process?.readNow()
        perform(supervisor.tick(now: EventLoop.now))
    }
}

// MARK: - Events of the process

extension PluginRunner {
    private func ended(_ reason: String) {
        process = nil
        perform(supervisor.failed(reason, now: EventLoop.now))
    }

    private func received(_ packet: [UInt8]) {
        do throws(WireError) {
            var frames = try PacketReader(packet[...])
            // This frame may have ended the process.
            while process != nil, let frame = try frames.next() { try received(frame) }
        } catch {
            guard case .starting = supervisor.phase else {
                perform(supervisor.failed("it broke the protocol: \(error)", now: EventLoop.now))
                return
            }
            perform(supervisor.refused("it does not speak the protocol: \(error)"))
        }
    }

    private func received(_ frame: WireFrame) throws(WireError) {
        guard hasGreeted else {
            guard frame.kind == .hello else { throw .unexpected(frame.kind) }
            receivedHello(try Hello(payload: frame.payload))
            return
        }
        switch frame.kind {
        case .answer:
            guard let asked = pending[frame.request]?.asked else { throw .unknownRequest(frame.request) }
            answered(frame.request, .answer(try PluginAnswer(kind: asked.question.kind, payload: frame.payload)))
        case .refusal:
            guard pending[frame.request] != nil else { throw .unknownRequest(frame.request) }
            answered(frame.request, .refused(try Refusal(payload: frame.payload)))
        case .hello, .configure, .ask, .goodbye:
            throw .unexpected(frame.kind)
        }
    }

    private func receivedHello(_ hello: Hello) {
        hasGreeted = true
        if let missing = plugin.manifest.types.first(where: { !hello.types.contains($0) }) {
            perform(supervisor.refused("its manifest promises the type \(missing), which it does not have"))
        } else {
            perform(supervisor.receivedHello(now: EventLoop.now))
        }
    }

    private func answered(_ id: QuestionID, _ reply: Reply) {
        perform(supervisor.answered(id, now: EventLoop.now), arrived: reply)
    }
}

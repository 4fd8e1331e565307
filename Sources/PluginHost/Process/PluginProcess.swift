import EventLoop
import Glibc
import Logging
import PluginWire
import Sandbox

/// One run of a plug-in's program, from its start until it is reaped.
///
/// Packets are sent and received without blocking. `onEnd` is called once, with the reason, when the process ends or
/// closes its socket, but not after `kill` or `stop`. The object keeps itself alive until the process is reaped.
@LoopActor
final class PluginProcess {
    private var process: ConfinedProcess?
    var pid: pid_t { process?.pid ?? 0 }
    private let loop: EventLoop
    private let logger: Logger

    private var onPacket: (@LoopActor ([UInt8]) -> Void)?
    private var onEnd: (@LoopActor (String) -> Void)?
    private let onWithheldLines: @LoopActor (Int) -> Void

    private let socket: Descriptor
    private let errors: Descriptor
    private var socketSource: EventSource?
    private var errorsSource: EventSource?
    private var graceTimer: EventSource?

    /// Packets for which the socket had no room, oldest first.
    private var outbox: [ArraySlice<UInt8>] = []
    private var log = PluginLog()
    /// Whether its standard error is logged. It is until the first question, because the process has no data of users
    /// before that; afterwards only if the administrator's settings allow it.
    private var logsErrors = true
    private let logsErrorsWhenAsked: Bool
    private var hasWithheld = false
    /// The reason that was found before the process ended.
    private var cause: String?
    private var isKilled = false

    private static let closedSocket = "it closed its socket"
    /// The number of packets that are read in a row before a deadline is checked, and when the process has ended.
    private static let packetsPerTurn = 16
    /// The buffer for packets, which is created when the first one arrives.
    private static var buffer = [UInt8](repeating: 0, count: WirePacket.maximumLength)
    /// No answer arrives sooner, and reading from the socket would delay the plug-in that is about to write to it.
    private static let shortestAnswer: Duration = .microseconds(7)
    /// The time from the goodbye, or from the end of the socket, to SIGKILL.
    private static let grace: Duration = .milliseconds(500)

    /// Starts the program; its events are passed to the handlers in later iterations of the loop. Throws `SystemError`
    /// if it cannot be started.
    init(
        _ plugin: InstalledPlugin,
        launcher: String,
        limits: PluginLimits,
        loop: EventLoop,
        logger: Logger,
        onPacket: @escaping @LoopActor ([UInt8]) -> Void,
        onWithheldLines: @escaping @LoopActor (Int) -> Void,
        onEnd: @escaping @LoopActor (String) -> Void
    ) throws {
        self.loop = loop
        self.logger = logger
        self.onPacket = onPacket
        self.onWithheldLines = onWithheldLines
        logsErrorsWhenAsked = plugin.logsErrors
        self.onEnd = onEnd

        let theirSocket: Descriptor
        let theirErrors: Descriptor
        (socket, theirSocket) = try ConfinedProcess.sockets(.packets(room: WirePacket.maximumLength * 2))
        (errors, theirErrors) = try ConfinedProcess.pipe()
        process = try ConfinedProcess(
            ConfinedProgram(plugin, limits),
            launcher: launcher,
            socket: theirSocket,
            errors: theirErrors,
            loop: loop
        ) { status in self.ended(status) }
        do {
            try watch()
        } catch {
            kill()
            throw error
        }
    }

    /// Sends packets in order. Those for which the socket has no room are sent when it has.
    func send(_ frames: PacketWriter) {
        guard socketSource != nil else { return }
        // Nearly always the packet is written at once.
        if outbox.isEmpty, let packet = frames.onlyPacket, write(packet) { return }
        outbox += frames.packets
        flush()
    }

    /// Sends questions, which may contain users' texts.
    func ask(_ frames: PacketWriter) {
        if logsErrors, !logsErrorsWhenAsked {
            while readErrors() {}
            logRest()
            logsErrors = false
        }
        send(frames)
    }

    /// Reads the packets that have arrived, before a deadline is checked: the loop may be late instead of the plug-in.
    func readNow() {
        readPackets()
    }

    /// Reads the next packet if it arrives before `end`.
    ///
    /// - Parameter start: the time at which the question was asked.
    /// - Returns: whether a packet arrived.
    func readSoon(since start: EventLoop.Instant, until end: EventLoop.Instant) -> Bool {
        let earliest = start + Self.shortestAnswer
        while EventLoop.now < earliest { sched_yield() }
        while let onPacket, socketSource != nil {
            if let packet = nextPacket() {
                onPacket(packet)
                return true
            }
            guard EventLoop.now < end else { break }
            // The scheduler may have assigned this processor to the plug-in.
            sched_yield()
        }
        return false
    }

    /// The processor time that the process has used since its start; `nil` if it is unknown.
    var processorTime: Duration? {
        var clock = clockid_t()
        var time = timespec()
        guard let process, !process.isReaped, unsafe clock_getcpuclockid(process.pid, &clock) == 0,
            unsafe clock_gettime(clock, &time) == 0
        else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Kills the process.
    func kill() {
        silence()
        sendKill()
    }

    /// Sends a goodbye, and kills the process if it still runs half a second later.
    func stop() {
        var goodbye = PacketWriter()
        try? goodbye.append(.goodbye)
        send(goodbye)
        silence()
        killLater()
    }
}

// MARK: - Events

extension PluginProcess {
    private func watch() throws {
        socketSource = try loop.addIO(descriptor: socket.number, events: .readable) { [weak self] events in
            self?.socketIsReady(events)
        }
        errorsSource = try loop.addIO(descriptor: errors.number, events: .readable) { [weak self] _ in
            self?.readErrors()
        }
    }

    /// Removes all handlers.
    private func silence() {
        onPacket = nil
        onEnd = nil
        socketSource?.cancel()
        socketSource = nil
        outbox = []
    }

    private func ended(_ status: ExitStatus) {
        // Reads what the process had written before it ended.
        while readPackets() {}
        while readErrors() {}
        if logsErrors { logRest() }
        errorsSource?.cancel()
        graceTimer?.cancel()
        let reason = isKilled ? cause ?? "it was killed" : Self.reason(status)
        let onEnd = self.onEnd
        silence()
        onEnd?(reason)
    }

    private func socketIsReady(_ events: IOEvents) {
        if events.contains(.writable) {
            flush()
        }
        // Reads one packet. There is rarely another one; if there is, this is called again.
        readPackets(atMost: 1)
    }

    /// Handles a socket that cannot be used any more. Usually the process is about to end, and its exit status tells
    /// more.
    private func closed(_ cause: String) {
        self.cause = self.cause ?? cause
        socketSource?.cancel()
        socketSource = nil
        killLater()
    }

    private func killLater() {
        guard graceTimer == nil else { return }
        graceTimer = try? loop.addTimer(after: Self.grace) { [weak self] in self?.sendKill() }
        if graceTimer == nil { sendKill() }
    }

    private func sendKill() {
        guard let process, !process.isReaped else { return }
        isKilled = true
        process.kill()
    }

    private static func reason(_ status: ExitStatus) -> String {
        switch status {
        case .exited(let code): "it exited with status \(code)"
        case .killed(let signal): "it was ended by signal \(signal)"
        case .unknown: "it ended"
        }
    }
}

// MARK: - Bytes

extension PluginProcess {
    private func flush() {
        var sent = 0
        while sent < outbox.count, write(outbox[sent]) { sent += 1 }
        outbox.removeFirst(sent)
        socketSource?.setEvents(outbox.isEmpty ? .readable : [.readable, .writable])
    }

    /// Returns whether the packet was written. If not, it is tried again when the socket is ready.
    private func write(_ packet: ArraySlice<UInt8>) -> Bool {
        if Self.send(packet, to: socket.number) >= 0 { return true }
        if errno != EAGAIN, errno != EINTR { closed(errno == EPIPE ? Self.closedSocket : "it cannot be written to") }
        return false
    }

    private nonisolated static func send(_ packet: ArraySlice<UInt8>, to socket: Int32) -> Int {
        unsafe packet.withUnsafeBytes { packet in
            unsafe Glibc.send(socket, packet.baseAddress, packet.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Returns whether there may be more.
    @discardableResult
    private func readPackets(atMost count: Int = packetsPerTurn) -> Bool {
        for _ in 0..<count {
            guard let onPacket, socketSource != nil, let packet = nextPacket() else { return false }
            onPacket(packet)
        }
        return true
    }

    private func nextPacket() -> [UInt8]? {
        // With MSG_TRUNC the result is the packet's whole length.
        let room = Self.buffer.count
        var length = unsafe recv(socket.number, &Self.buffer, room, Int32(MSG_TRUNC))
        if length < 0, errno == ECONNRESET {
            // The process ended without reading everything. The kernel reports that once, before its last packets.
            length = unsafe recv(socket.number, &Self.buffer, room, Int32(MSG_TRUNC))
        }
        if length < 0 {
            if errno != EAGAIN, errno != EINTR { closed("it cannot be read from") }
            return nil
        }
        guard length > 0 else {
            closed(Self.closedSocket)
            return nil
        }
        guard length <= room else {
            closed("it sent a packet of \(length) bytes")
            return nil
        }
        return Array(Self.buffer[..<length])
    }

    /// Returns whether there may be more.
    @discardableResult
    private func readErrors() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = unsafe read(errors.number, &buffer, buffer.count)
        guard length > 0 else {
            if length == 0 || errno != EAGAIN { errorsSource?.cancel() }
            return false
        }
        if logsErrors {
            for line in log.receive(buffer[..<length], now: EventLoop.now) { logger.notice("\(line)") }
        } else {
            withhold(buffer[..<length].count { $0 == 0x0A })
        }
        return true
    }

    private func logRest() {
        for line in log.finish(now: EventLoop.now) { logger.notice("\(line)") }
    }

    private func withhold(_ lines: Int) {
        if !hasWithheld {
            logger.notice(
                "the plug-in writes to its standard error, which is not logged because it could contain a user's text"
            )
        }
        hasWithheld = true
        onWithheldLines(lines)
    }
}

extension ConfinedProgram {
    fileprivate init(_ plugin: InstalledPlugin, _ limits: PluginLimits) {
        self.init(
            plugin.program,
            in: plugin.folder,
            addressSpace: limits.addressSpace,
            descriptors: limits.descriptors
        )
        reads = plugin.reads
        usesThreads = plugin.manifest.threads
    }
}

import EventLoop
import Glibc
import PostgreSQLAddress
import Sandbox

/// One run of `formd-postgresql`, which is one connection: it connects first, performs requests, and ends when the connection
/// is lost.
///
/// `onEnd` is called once, with the reason, when it has ended, but not after `stop`. The object keeps itself alive until the
/// process is reaped.
@LoopActor
final class DatabaseProcess {
    private var process: ConfinedProcess?
    private let socket: Descriptor
    private let errors: Descriptor
    private var socketSource: EventSource?
    private var errorsSource: EventSource?
    private var onAnswer: (@LoopActor (DatabaseAnswer) -> Void)?
    private var onEnd: (@LoopActor (String) -> Void)?
    /// Frames that wait for the socket, and how many of their bytes were sent.
    private var output: [UInt8] = []
    private var sent = 0
    private var isFlushing = false
    private var input: [UInt8] = []
    private var complaint: [UInt8] = []
    /// Why the process was killed.
    private var cause: String?

    private static let longestComplaint = 2_048
    private static var buffer = [UInt8](repeating: 0, count: 128 << 10)

    /// Starts the program. Throws `SystemError`.
    init(
        _ address: DatabaseAddress,
        launcher: String,
        limits: DatabaseLimits,
        loop: EventLoop,
        onAnswer: @escaping @LoopActor (DatabaseAnswer) -> Void,
        onEnd: @escaping @LoopActor (String) -> Void
    ) throws {
        self.onAnswer = onAnswer
        self.onEnd = onEnd
        // The launcher's folder has formd's other programs.
        let folder = "/" + launcher.split(separator: "/").dropLast().joined(separator: "/")
        var program = ConfinedProgram(
            folder + "/formd-postgresql",
            in: folder,
            addressSpace: limits.addressSpace,
            descriptors: limits.descriptors
        )
        program.arguments = address.parameters
        program.reads = address.files
        program.usesNetwork = true
        let theirSocket: Descriptor
        let theirErrors: Descriptor
        (socket, theirSocket) = try ConfinedProcess.sockets(.stream)
        (errors, theirErrors) = try ConfinedProcess.pipe()
        process = try ConfinedProcess(
            program,
            launcher: launcher,
            input: theirSocket,
            output: theirSocket,
            errors: theirErrors,
            loop: loop
        ) { status in self.ended(status) }
        do {
            socketSource = try loop.addIO(descriptor: socket.number, events: .readable) { [weak self] events in
                if events.contains(.writable) { self?.flush() }
                self?.readAnswers()
            }
            errorsSource = try loop.addIO(descriptor: errors.number, events: .readable) { [weak self] _ in
                self?.readErrors()
            }
        } catch {
            kill("\(error)")
        }
    }

    /// Sends a frame with the others of this turn.
    func send(_ frame: [UInt8]) {
        output += frame
        guard !isFlushing else { return }
        isFlushing = true
        EventLoop.shared.post { [weak self] in
            self?.isFlushing = false
            self?.flush()
        }
    }

    /// Kills the process. `onEnd` is called with the reason when it has ended.
    func kill(_ reason: String) {
        cause = cause ?? reason
        process?.kill()
    }

    /// Ends the process without a word.
    func stop() {
        (onAnswer, onEnd) = (nil, nil)
        socketSource?.cancel()
        process?.kill()
    }

    private func flush() {
        while sent < output.count {
            let count = unsafe output.withUnsafeBytes { bytes in
                unsafe Glibc.send(
                    socket.number,
                    bytes.baseAddress.map { unsafe $0 + sent },
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else {
                // The process has ended, or is about to, and its status says why.
                if errno != EAGAIN, errno != EINTR { (output, sent) = ([], 0) }
                break
            }
            sent += count
        }
        if sent == output.count { (output, sent) = ([], 0) }
        socketSource?.setEvents(output.isEmpty ? .readable : [.readable, .writable])
    }

    /// - Returns: whether there may be more.
    @discardableResult
    private func readAnswers() -> Bool {
        let room = Self.buffer.count
        let count = unsafe recv(socket.number, &Self.buffer, room, 0)
        guard count > 0 else {
            if count == 0 || errno != EAGAIN && errno != EINTR { socketSource?.cancel() }
            return false
        }
        input += Self.buffer[..<count]
        var start = 0
        while let onAnswer, cause == nil, input.count - start >= DatabaseFrame.lengthSize {
            let length = unsafe input.withUnsafeBytes {
                Int(unsafe $0.loadUnaligned(fromByteOffset: start, as: UInt32.self))
            }
            guard length <= DatabaseFrame.maximumLength else {
                kill("formd-postgresql has sent a frame of \(length) bytes")
                break
            }
            let end = start + DatabaseFrame.lengthSize + length
            guard input.count >= end else { break }
            guard let answer = try? DatabaseAnswer(input[(start + DatabaseFrame.lengthSize)..<end]) else {
                kill("formd-postgresql has sent garbage")
                break
            }
            start = end
            onAnswer(answer)
        }
        // What has arrived keeps its memory alive; the rest is short.
        if start > 0 { input = Array(input[start...]) }
        return true
    }

    /// - Returns: whether there may be more.
    @discardableResult
    private func readErrors() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let count = unsafe read(errors.number, &buffer, buffer.count)
        guard count > 0 else {
            if count == 0 || errno != EAGAIN && errno != EINTR { errorsSource?.cancel() }
            return false
        }
        complaint += buffer[..<min(count, Self.longestComplaint - complaint.count)]
        return true
    }

    private func ended(_ status: ExitStatus) {
        while readAnswers() {}
        while readErrors() {}
        socketSource?.cancel()
        errorsSource?.cancel()
        let reason = cause ?? reason(status)
        let onEnd = self.onEnd
        stop()
        onEnd?(reason)
    }

    private func reason(_ status: ExitStatus) -> String {
        let lines = String(decoding: complaint, as: UTF8.self).split(separator: "\n")
        let line = lines.joined(separator: "; ").printable(limit: 512)
        return switch status {
        case .exited(ConfinedProcess.launcherFailed): "formd-plugin-launcher: \(line)"
        case .exited where !line.isEmpty: line
        case .exited(let code): "formd-postgresql has ended with status \(code)"
        case .killed(let signal): "formd-postgresql was ended by signal \(signal)"
        case .unknown: "formd-postgresql has ended"
        }
    }
}

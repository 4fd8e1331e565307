import DBus
import EventLoop
import FormBus
import FormRuntime
import FormStore
import Logging
import PluginHost

/// The names of what one program of the daemon leaves to the next. The socket is left to the service manager as well.
enum Bequest {
    /// The private socket, which listens without a break.
    static let socket = "formd-socket"
    /// The sessions that are not kept on disk, in a file in memory.
    static let sessions = "formd-sessions"
    /// The lock of the state folder: no other daemon gets in between.
    static let lock = "formd-state"
}

/// What SIGUSR1 does: the process runs the program anew that is installed under its path, as after an upgrade.
///
/// Connections are closed when everything that was answered is written; nothing is answered after that. The next program has the
/// sessions, the private socket and the state folder, and requests the name on the bus. If it cannot be run, this one goes on.
extension Daemon {
    func changeProgram() {
        guard !isStopping, !isChanging else { return }
        isChanging = true
        LoopActor.task { [self] in
            do {
                try await runProgramAnew()
            } catch {
                logger.error("formd goes on as it is: \(error)")
            }
            isChanging = false
        }
    }

    private func runProgramAnew() async throws {
        let program = settings.program
        logger.notice("running \(program.program) anew")
        try await program.check()
        ServiceNotification.reloading()
        await leaveClients()
        guard !isStopping else { return }
        do {
            var bequest = [(name: Bequest.sessions, descriptor: try runtime.handOver(within: 1_000))]
            if let listener = server?.listener { bequest.append((Bequest.socket, listener)) }
            if let folder = runtime.store?.folder { bequest.append((Bequest.lock, folder.lock)) }
            try program.perform(handingOver: bequest)
        } catch {
            await serveAgain()
            throw error
        }
    }

    /// Writes what clients were answered, closes their connections, and ends plug-ins.
    private func leaveClients() async {
        runtime.outlivesConnections = true
        async let peers: Void = service.leavePeers(within: Self.farewell)
        await bus?.close(within: Self.farewell)
        bus = nil
        await peers
        service.busClosed()
        runtime.forgetConnections()
        runtime.plugins.stop()
        try? await ProgramChange.waitForChildren(within: Self.farewell)
    }

    private func serveAgain() async {
        runtime.outlivesConnections = false
        runtime.reload()
        server?.isAccepting = true
        do {
            if let choice = settings.bus { try await join(choice) }
            ServiceNotification.ready()
        } catch {
            logger.error("formd cannot serve the message bus again: \(error)")
            if server == nil { stop(code: 1) }
        }
    }
}

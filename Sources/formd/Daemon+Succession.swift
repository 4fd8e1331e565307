import DBus
import EventLoop
import FormBus
import FormRuntime
import FormStore
import Logging
import PluginHost

/// The names of the descriptors that the daemon passes to its next program. The socket is also stored in the service
/// manager.
enum Bequest {
    /// The listening private socket, which stays open.
    static let socket = "formd-socket"
    /// The same socket if a socket unit of the service manager owns it, which then also owns its path.
    static let activation = "formd-activation"
    /// The sessions that are not stored on disk, in a file in memory.
    static let sessions = "formd-sessions"
    /// The lock of the state folder, which stays locked so that no other daemon can take it.
    static let lock = "formd-state"
}

/// The next program would not start with these settings.
private struct UnusableSettings: Error, CustomStringConvertible {
    let problems: [String]

    var description: String { "the settings cannot be used: " + problems.joined(separator: "; ") }
}

/// The handling of SIGUSR1: the process executes the program that is now installed at its path, for example after an
/// upgrade.
///
/// Connections are closed after all replies have been sent; later calls are not answered. The next program takes over
/// the sessions, the private socket and the state folder, and requests the name on the bus. If it cannot be executed,
/// this program continues.
extension Daemon {
    func changeProgram() {
        guard !isStopping, !isChanging else { return }
        isChanging = true
        LoopActor.task { [self] in
            do {
                try await runProgramAnew()
            } catch {
                logger.error("formd was not replaced by the new program, and continues: \(error)")
            }
            isChanging = false
        }
    }

    private func runProgramAnew() async throws {
        let program = setup.program
        logger.notice("executing \(program.program) again")
        let problems = setup.problems()
        guard problems.isEmpty else { throw UnusableSettings(problems: problems) }
        try await program.check()
        ServiceNotification.reloading()
        await leaveClients()
        guard !isStopping else { return }
        do {
            var bequest = [
                (name: Bequest.sessions, descriptor: try await runtime.handOver(within: Self.closingTimeout))
            ]
            // Waiting for the disk, the daemon may have been told to stop.
            guard !isStopping else { return }
            if let listener = server?.listener {
                bequest.append((server?.keepsPath == true ? Bequest.activation : Bequest.socket, listener))
            }
            if let folder = runtime.store?.folder { bequest.append((Bequest.lock, folder.lock)) }
            try program.perform(handingOver: bequest)
        } catch {
            await serveAgain()
            throw error
        }
    }

    /// Sends the remaining replies, closes the clients' connections, and stops the plug-ins.
    private func leaveClients() async {
        runtime.outlivesConnections = true
        runtime.turns.isPaused = true
        runtime.bundles?.isPaused = true
        runtime.delivery?.pause()
        // Replies wait for the disk.
        await runtime.store?.finish(within: Self.closingTimeout)
        async let peers: Void = service.leavePeers(within: Self.closingTimeout)
        await bus?.close(within: Self.closingTimeout)
        bus = nil
        await peers
        service.busClosed()
        runtime.forgetConnections()
        runtime.plugins.stop()
        runtime.store?.shared?.pause()
        try? await ProgramChange.waitForChildren(within: Self.closingTimeout)
    }

    private func serveAgain() async {
        runtime.outlivesConnections = false
        runtime.turns.isPaused = false
        runtime.bundles?.isPaused = false
        runtime.delivery?.resume()
        runtime.store?.shared?.resume()
        runtime.reload()
        server?.isAccepting = true
        do {
            if let choice = setup.bus { try await join(choice) }
            ServiceNotification.ready()
        } catch {
            logger.error("formd cannot serve the message bus again: \(error)")
            if server == nil { stop(code: 1) }
        }
    }
}

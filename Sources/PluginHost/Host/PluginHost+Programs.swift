package import EventLoop
package import FormModel
import Glibc

/// Programs that run once, for a submission or a file, and are confined as plug-ins are.
extension PluginHost {
    /// Runs the program of a target with a submission as its standard input.
    ///
    /// - Parameters:
    ///   - key: the submission's idempotency key.
    ///   - document: the submission; its position is at the beginning.
    ///   - limit: how long the program may run before it is killed.
    ///   - completion: called once, never before this function returns.
    package func deliver(
        _ document: Descriptor,
        _ key: String,
        to target: SubmissionDefinition,
        within limit: Duration,
        completion: @escaping @LoopActor (TargetAnswer) -> Void
    ) {
        run(document, to: TargetAnswer.maximumLength) {
            try TargetCommand(target, key, beside: $0, within: limit, limits)
        } completion: { ending in
            completion(TargetAnswer(ending, isOurs: target.target == .http))
        }
    }

    package enum FetchFailure: Error, Sendable, Hashable {
        case tooLarge(String)
        case failed(String)
    }

    /// Fetches a file from a server.
    ///
    /// - Parameters:
    ///   - agent: the header `User-Agent`.
    ///   - bytes: the maximum length of the file.
    ///   - limit: how long that may take.
    ///   - completion: called once, never before this function returns.
    package func fetch(
        _ file: SubmissionDefinition.Server,
        as agent: String,
        to bytes: Int,
        within limit: Duration,
        completion: @escaping @LoopActor (Result<[UInt8], FetchFailure>) -> Void
    ) {
        let nothing = Descriptor(owning: unsafe open("/dev/null", O_RDONLY | O_CLOEXEC))
        run(nothing, to: bytes) {
            try TargetCommand(http: ["get", agent, String(bytes)], file, beside: $0, within: limit, limits)
        } completion: { ending in
            switch ending.status {
            case .success(0): completion(.success(ending.output))
            case .success(TargetCommand.refused): completion(.failure(.tooLarge(ending.complaint)))
            case .success: completion(.failure(.failed(ending.complaint)))
            case .failure(.tooLong): completion(.failure(.tooLarge("it has more than \(bytes) bytes")))
            case .failure(.ended(let reason)): completion(.failure(.failed(reason)))
            }
        }
    }

    /// - Parameter command: makes the command; its argument is the path of the launcher.
    private func run(
        _ document: Descriptor,
        to length: Int,
        _ command: (String) throws -> TargetCommand,
        completion: @escaping @LoopActor (ProgramRun.Ending) -> Void
    ) {
        func fail(_ reason: String) {
            let ending = ProgramRun.Ending(status: .failure(.ended(reason)), output: [], complaint: "")
            EventLoop.shared.post { completion(ending) }
        }
        guard let launcher else {
            return fail("formd-plugin-launcher, which confines programs, is not installed beside formd")
        }
        do {
            runCount += 1
            let number = runCount
            runs[number] = try ProgramRun(
                try command(launcher),
                launcher: launcher,
                document: document,
                maximumLength: length,
                loop: loop
            ) { [weak self] ending in
                self?.runs[number] = nil
                completion(ending)
            }
        } catch {
            fail("\(error)")
        }
    }

    /// Kills the programs. What they were run for has failed then.
    package func stopPrograms() {
        for run in runs.values { run.kill(.ended("formd has stopped it")) }
    }
}

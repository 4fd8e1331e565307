import EventLoop
import FormEngine
import FormModel
import FormRuntime
import FormStore
import FormdTesting
import Foundation
import Logging
import PluginHost

/// A runtime with folders of its own, and what it told its observer.
@LoopActor
final class RuntimeHarness: FormRuntimeObserver {
    let runtime: FormRuntime
    /// What the lives of sessions are measured with: the time, which a test may hurry.
    let clock = Clock()
    private let folder: TemporaryFolder
    private(set) var told: [String] = []

    /// - Parameters:
    ///   - zoo: what the plug-in that does what it is told does at its start; nil: there is none.
    ///   - answersWithin: how long a transaction waits for it.
    init(
        limits: Limits = Limits(),
        zoo: String? = nil,
        answersWithin: Duration = .milliseconds(200),
        dead: Duration = .seconds(60),
        keys: [String: String] = [:],
        mayReadSecrets: Set<String> = [],
        failures: Int = 3,
        install: (String) throws -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        if let zoo { try PluginFolder.installZoo(into: folder.path + "/plugins", behaviour: zoo, keys: keys) }
        try install(folder.path + "/plugins")
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var pluginLimits = PluginLimits()
        pluginLimits.late = answersWithin
        pluginLimits.dead = dead
        pluginLimits.failures = failures
        let plugins = PluginHost(
            paths: [folder.path + "/plugins"],
            settings: [folder.path + "/plugins/plugins.json"],
            reserved: RegisteredType.reserved,
            launcher: BuiltProducts.path(of: "formd-plugin-launcher"),
            mayReadSecrets: mayReadSecrets,
            limits: pluginLimits,
            loop: EventLoop.shared,
            logger: logger
        )
        runtime = FormRuntime(
            library: FormLibrary(
                folders: FormLibrary.Folders(local: [folder.path + "/forms"]),
                compiler: FormCompiler(plugins: plugins),
                logger: logger
            ),
            plugins: plugins,
            limits: limits,
            logger: logger,
            clock: { [clock] in clock.now },
            knowsUser: { $0 < 1_000 }
        )
        runtime.observer = self
    }

    isolated deinit {
        runtime.shutDown()
    }

    /// Keeps sessions in a folder from now on, and takes up those that are there.
    func keepSessions(in path: String, _ calls: FileCalls) throws {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let store = try SessionStore(try StateFolder(at: path), calls: calls, logger: logger)
        try runtime.takeUpSessions(of: store)
    }

    /// The folder of installed forms, which is missing at first.
    var formFolder: String { folder.path + "/forms" }

    func drafts(of user: UInt32) async throws -> [Draft] {
        try await withCheckedThrowingContinuation { continuation in
            do { try runtime.listDrafts(of: user) { continuation.resume(returning: $0) } } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    @LoopActor
    final class Clock {
        private var lead = Duration.zero

        var now: ContinuousClock.Instant { .now + lead }

        /// Seconds.
        func advance(by seconds: Int, in runtime: FormRuntime) {
            lead += .seconds(seconds)
            runtime.checkIdleSessions()
        }
    }

    /// How each plug-in fares for the user of the tests' sessions.
    var states: [PluginStatus] { runtime.plugins.plugins(of: 1).states }

    // MARK: Sessions

    /// A form with so many fields.
    func form(fields: Int = 1, placeholder: String = "static") throws -> CompiledForm {
        let list = (0..<fields).map {
            #"{"id": "f\#($0)", "placeholders": [{"service": "\#(placeholder)", "text": "P"}]}"#
        }
        return try runtime.library.compiler.compile(
            #"{"fields": [\#(list.joined(separator: ", "))]}"#,
            name: "form"
        )
    }

    @discardableResult
    func open(
        _ form: CompiledForm,
        token: String,
        user: UInt32 = 1,
        connection: String = ":1.1",
        lifetime: SessionOptions.Lifetime = .detached,
        idleTimeout: UInt32 = 0
    ) async throws -> Session {
        var options = SessionOptions(idleTimeout: idleTimeout, audience: .members)
        options.token = try SessionIdentifier.Token(token)
        options.lifetime = lifetime
        let client = Client(user: user, connection: .bus(connection))
        return try await withCheckedThrowingContinuation { continuation in
            runtime.open(form, options: options, for: client) { continuation.resume(with: $0) }
        }
    }

    /// A session, which is read if it is on disk; `nil` if there is none.
    func session(_ token: String) async throws -> Session? {
        try await session(SessionIdentifier(owner: 1, token: SessionIdentifier.Token(token)))
    }

    func session(_ identifier: SessionIdentifier) async throws -> Session? {
        if let stored = runtime.sessions.storedSession(identifier) {
            _ = try? await withCheckedThrowingContinuation { continuation in
                read(stored) { continuation.resume(with: $0) }
            }
        }
        return runtime.sessions[identifier]
    }

    func read(_ stored: StoredSession, completion: @escaping @LoopActor (Result<Void, any Error>) -> Void) {
        do {
            try runtime.read(stored, for: nil, completion: completion)
        } catch {
            completion(.failure(error))
        }
    }

    /// The error that opening fails with.
    func refusal(_ form: CompiledForm, token: String, user: UInt32 = 1) async throws -> RuntimeError? {
        do {
            try await open(form, token: token, user: user)
            return nil
        } catch let error as RuntimeError {
            return error
        }
    }

    func revoke(_ user: UInt32, in session: Session) async throws {
        try await withCheckedThrowingContinuation { continuation in
            runtime.revoke(user, in: session) { continuation.resume(with: $0) }
        }
    }

    func grant(_ role: Role, to user: UInt32, in session: Session) async throws {
        try await withCheckedThrowingContinuation { continuation in
            runtime.grant(role, to: user, in: session) { continuation.resume(with: $0) }
        }
    }

    /// Types into the first field. `completion` gets the text there is then, or the code of the error.
    func type(_ text: String, into session: Session, completion: @escaping @LoopActor (String) -> Void = { _ in }) {
        func fail(_ error: any Error) {
            let code: Any? = (error as? RuntimeError)?.code ?? (error as? FormError)?.code
            completion("\(code ?? error)")
        }
        runtime.perform([.field(0, .insertText(text))], on: session) { result in
            session.say {
                switch result {
                case .success(let transaction):
                    guard case .edit(let text, _, _) = transaction.results.first else { return completion("no edit") }
                    completion(text)
                case .failure(let error): fail(error)
                }
            } refuse: {
                fail($0)
            }
        }
    }

    /// Carries out operations: what came of them, or the error.
    @discardableResult
    func perform(_ operations: [FormEngine.Operation], on session: Session) async throws -> Transaction {
        try await withCheckedThrowingContinuation { continuation in
            runtime.perform(operations, on: session) { result in
                session.say {
                    continuation.resume(with: result)
                } refuse: {
                    continuation.resume(throwing: $0)
                }
            }
        }
    }

    /// A session of a form in JSON.
    func open(json: String, token: String = "a") async throws -> Session {
        try await open(try runtime.library.compiler.compile(json, name: "form"), token: token)
    }

    // MARK: FormRuntimeObserver

    func sessionOpened(_ session: Session) { told.append("opened \(session.identifier.token)") }

    func session(_ session: Session, changed changes: [Change], revision: UInt64) {
        session.say { [self] in told.append("changed \(session.identifier.token) \(revision)") }
    }

    func sessionClosed(_ session: Session, reason: CloseReason) {
        told.append("closed \(session.identifier.token) \(reason.rawValue)")
    }

    func subscriptionsEnd(to session: Session, of clients: [Client], reason: SubscriptionEnd) {
        told.append("ended \(session.identifier.token) \(clients.count) \(reason.rawValue)")
    }

    func sessionIdles(_ session: Session, secondsLeft: Int) {
        told.append("idle \(session.identifier.token) \(secondsLeft)")
    }

    func typesChanged() { told.append("types") }

    func submissionsWait(_ count: Int, oldest seconds: Int) { told.append("\(count) submissions wait") }
}

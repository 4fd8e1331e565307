import EventLoop
import FormEngine
import FormModel
import FormRuntime
import FormdTesting
import Foundation
import Logging

/// A runtime with folders of its own, and what it told its observer.
@LoopActor
final class RuntimeHarness: FormRuntimeObserver {
    let runtime: FormRuntime
    private let folder: TemporaryFolder
    private(set) var told: [String] = []

    /// - Parameters:
    ///   - script: a plug-in in shell that offers the placeholder `echo`.
    ///   - answersWithin: how long a transaction waits for it.
    init(limits: Limits = Limits(), script: String? = nil, answersWithin: Duration = .milliseconds(200)) throws {
        folder = try TemporaryFolder()
        if let script { try Self.addPlugin(script, to: folder.path) }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var pluginLimits = PluginLimits()
        pluginLimits.late = answersWithin
        pluginLimits.dead = .seconds(60)
        let plugins = PluginHost(
            paths: [folder.path + "/plugins"],
            limits: pluginLimits,
            loop: EventLoop.shared,
            logger: logger
        )
        runtime = FormRuntime(
            library: FormLibrary(
                folders: [folder.path + "/forms"],
                compiler: FormCompiler { TypeNames(placeholders: Set(plugins.types.map(\.name))) },
                logger: logger
            ),
            plugins: plugins,
            limits: limits,
            logger: logger
        )
        runtime.observer = self
    }

    isolated deinit {
        runtime.shutDown()
    }

    /// A plug-in that says hello and then does not answer.
    static let silent = """
        printf 'FRMP\\001\\000\\001\\000\\000\\000\\000\\000\\013\\000\\000\\000\\001\\000\\001\\004\\000\\000\\000echo' >&3
        exec sleep 60
        """

    private static func addPlugin(_ script: String, to path: String) throws {
        let folder = path + "/plugins/echo"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        let manifest = """
            {"name": "echo", "version": "1", "program": "run", "protocol": 1,
             "types": [{"kind": "placeholder", "name": "echo"}], "secrets": false, "reads": []}
            """
        for (file, text, mode) in [("plugin.json", manifest, 0o644), ("run", "#!/bin/sh\n\(script)\n", 0o755)] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(folder)/\(file)")
        }
    }

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
        lifetime: SessionOptions.Lifetime = .detached
    ) async throws -> Session {
        var options = SessionOptions(idleTimeout: 0, audience: .members)
        options.token = try SessionIdentifier.Token(token)
        options.lifetime = lifetime
        let client = Client(user: user, connection: .bus(connection))
        return try await withCheckedThrowingContinuation { continuation in
            runtime.open(form, options: options, for: client) { continuation.resume(with: $0) }
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

    /// Types into the first field. `completion` gets the text there is then, or the code of the error.
    func type(_ text: String, into session: Session, completion: @escaping @LoopActor (String) -> Void = { _ in }) {
        runtime.perform([.field(0, .insertText(text))], on: session) { result in
            switch result {
            case .success(let transaction):
                guard case .edit(let text, _, _) = transaction.results.first else { return completion("no edit") }
                completion(text)
            case .failure(let error): completion((error as? RuntimeError).map { "\($0.code)" } ?? "\(error)")
            }
        }
    }

    // MARK: FormRuntimeObserver

    func sessionOpened(_ session: Session) { told.append("opened \(session.identifier.token)") }

    func session(_ session: Session, changed changes: [Change], revision: UInt64) {
        told.append("changed \(session.identifier.token) \(revision)")
    }

    func sessionClosed(_ session: Session, reason: CloseReason) {
        told.append("closed \(session.identifier.token) \(reason.rawValue)")
    }

    func typesChanged() { told.append("types") }
}

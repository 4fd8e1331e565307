import DBus
import EventLoop
import FormBundles
import FormContract
import FormEngine
import FormModel
import FormRuntime
import FormStore
import PluginHost
import PluginWire
import Rules
import TextEditing

/// The buses that a daemon serves.
package enum BusKind: Sendable {
    /// All clients belong to one user.
    case session
    /// The clients belong to different users, who must not learn anything about each other.
    case system
}

/// The daemon as a D-Bus object.
struct ManagerObject: Sendable {
    let runtime: FormRuntime
    let version: String
    /// The bus that the daemon serves; `nil` if it serves only a private socket.
    let bus: BusKind?

    static let interface = Interface<ManagerObject>(
        Contract.manager,
        [
            .method("OpenSession", ManagerObject.openSession),
            .method("OpenDefinition", ManagerObject.openDefinition),
            .method("ListForms", ManagerObject.listForms),
            .method("ListSessions", ManagerObject.listSessions),
            .method("GetDefinition", ManagerObject.getDefinition),
            .method("CheckDefinition", ManagerObject.checkDefinition),
            .method("ListTypes", ManagerObject.listTypes),
            .method("Format", ManagerObject.format),
            .method("Check", ManagerObject.check),
            .method("ListDrafts", ManagerObject.listDrafts),
            .method("DiscardDraft", ManagerObject.discardDraft),
            .method("ListSubmissions", ManagerObject.listSubmissions),
            .method("GetSubmission", ManagerObject.getSubmission),
            .method("RetrySubmission", ManagerObject.retrySubmission),
            .method("DiscardSubmission", ManagerObject.discardSubmission),
            .method("ListElsewhere", ManagerObject.listElsewhere),
            .method("Attach", ManagerObject.attach),
            .method("Watch", ManagerObject.watch),
            .method("Reload", ManagerObject.reload),
            .method("UpdateBundle", ManagerObject.updateBundle),
            .method("RollBackBundle", ManagerObject.rollBackBundle),
            .method("ResumeBundle", ManagerObject.resumeBundle),
            .method("GetStatistics", ManagerObject.getStatistics),
            .property("Version", .string, get: { .string($0.version) }),
        ]
    )
}

@LoopActor
extension ManagerObject {
    // MARK: Sessions

    private func openSession(_ request: Request<ObjectPath>, form: String, options: [String: Value]) throws {
        try open(try runtime.library.form(named: form), options, request)
    }

    private func openDefinition(_ request: Request<ObjectPath>, definition: String, options: [String: Value]) throws {
        // What opening takes grows with the definition, and is charged to the caller.
        let budget = runtime.budget(times: 1 + definition.utf8.count / FormRuntime.bytesInCallTime)
        let user = request.caller.uid
        let form = try runtime.library.compiler.compile(definition, name: "", of: user, within: budget) {
            try runtime.accounts[user].checkRoom(for: $0)
        }
        try open(form, options, request, within: budget)
    }

    private func open(
        _ form: CompiledForm,
        _ given: [String: Value],
        _ request: Request<ObjectPath>,
        within budget: WorkBudget? = nil
    ) throws {
        let client = Client(request.caller)
        runtime.open(form, options: try options(given, for: client), for: client, within: budget) { result in
            switch result {
            case .success(let session): request.reply(session.path)
            case .failure(let error): request.fail(error)
            }
        }
    }

    private func options(_ given: [String: Value], for client: Client) throws -> SessionOptions {
        let given = try Options(given, allowed: Self.optionNames)
        var options = SessionOptions(audience: .members)
        if case .bus = client.connection, bus == .session { options.audience = .bus }
        options.token = try given.value("token", String.self).map { try SessionIdentifier.Token($0) }
        options.attaches = try given.value("attach") ?? false
        options.locale = try given.value("locale") ?? options.locale
        options.traits.width = try given.value("width") ?? options.traits.width
        options.traits.textScale = try given.value("textScale") ?? options.traits.textScale
        if let layout = try given.value("layout", String.self) {
            options.traits.mode = try LayoutMode(word: layout, argument: "layout")
        }
        if let scheme = try given.value("colorScheme", String.self) {
            options.traits.colorScheme = try ColorScheme(word: scheme, argument: "colorScheme")
        }
        options.values = try given.value("values") ?? [:]
        options.idleTimeout = try given.value("idleTimeout")
        options.idle = try given.value("idle", [String: Value].self).map { try IdlePolicy(option: $0) }
        options.isDurable = try given.value("durable") ?? true
        options.draft = try given.value("draft")
        if let lifetime = try given.value("lifetime", String.self) {
            options.lifetime = try SessionOptions.Lifetime(word: lifetime, argument: "lifetime")
        }
        if let audience = try given.value("audience", String.self) {
            options.audience = try SessionOptions.Audience(word: audience, argument: "audience")
            guard options.audience == .members || bus != .system else {
                throw RuntimeError(
                    .accessDenied,
                    "audience \"bus\" is not allowed on the system bus, because every user would receive the signals"
                )
            }
        }
        return options
    }

    private static let optionNames = Set(Contract.sessionOptions.map(\.name))

    private func listSessions(_ request: Request<[Row<ObjectPath, String, UInt32>]>) {
        let sessions = runtime.sessions.entries(visibleTo: request.caller.uid)
        request.reply(sessions.map { Row($0.identifier.path, $0.form, $0.identifier.owner) })
    }

    private func listElsewhere(_ request: Request<[Row<String, String, String, String, UInt64>]>) throws {
        try runtime.listElsewhere(of: request.caller.uid) { result in
            switch result {
            case .success(let sessions):
                request.reply(sessions.map { Row($0.id, $0.token, $0.form, $0.kiosk, UInt64(clamping: $0.changed)) })
            case .failure(let error): request.fail(error)
            }
        }
    }

    private func watch(_ request: Request<ObjectPath>, session: String) throws {
        try runtime.watch(session, for: Client(request.caller)) { result in
            switch result {
            case .success(let session): request.reply(session.path)
            case .failure(let error): request.fail(error)
            }
        }
    }

    private func attach(_ request: Request<ObjectPath>, session: String) throws {
        try runtime.attach(session, for: request.caller.uid) { result in
            switch result {
            case .success(let identifier): request.reply(identifier.path)
            case .failure(let error): request.fail(error)
            }
        }
    }

    // MARK: Drafts

    private func listDrafts(_ request: Request<[Row<String, String, UInt64>]>) throws {
        try runtime.listDrafts(of: request.caller.uid) { drafts in
            request.reply(drafts.map { Row($0.form, $0.name, UInt64(clamping: $0.changed)) })
        }
    }

    private func discardDraft(_ request: Request<>, form: String, name: String) throws {
        try runtime.discardDraft(of: request.caller.uid, form: form, name: name) { result in
            switch result {
            case .success: request.reply()
            case .failure(let error): request.fail(error)
            }
        }
    }

    // MARK: Submissions

    private func listSubmissions(
        _ request: Request<[Row<String, String, UInt32, UInt64, String, UInt32, String>]>
    ) {
        let entries = runtime.delivery?.entries ?? []
        request.reply(
            entries.map { entry in
                let submission = entry.submission
                return Row(
                    submission.key,
                    submission.form,
                    submission.user,
                    UInt64(clamping: submission.submitted),
                    entry.state.word,
                    UInt32(clamping: entry.attempts),
                    submission.refusal ?? entry.lastFailure
                )
            }
        )
    }

    private func getSubmission(_ request: Request<String>, key: String) throws {
        try delivery().read(key) { result in
            switch result {
            case .success(let document): request.reply(document)
            case .failure(let error): request.fail(error)
            }
        }
    }

    private func retrySubmission(_ request: Request<>, key: String) throws {
        try delivery().retry(key)
        request.reply()
    }

    private func discardSubmission(_ request: Request<>, key: String) throws {
        try delivery().discard(key)
        request.reply()
    }

    private func delivery() throws -> SubmissionDelivery {
        guard let delivery = runtime.delivery else {
            throw FormError(.storeUnavailable, "formd stores nothing on disk, so there are no submissions")
        }
        return delivery
    }

    // MARK: Forms and types

    private func listForms(_ request: Request<[Row<String, String>]>) {
        let library = runtime.library
        let forms = library.names.map { name in
            // A form that cannot be opened is listed without a title; opening it reports the reason.
            Row(name, (try? library.form(named: name))?.definition.title.text(in: "en") ?? "")
        }
        request.reply(forms)
    }

    private func getDefinition(_ request: Request<String>, form: String) throws {
        request.reply(try runtime.library.source(of: form))
    }

    private func checkDefinition(_ request: Request<[Row<String, String, String>]>, definition: String) throws {
        let diagnostics = try runtime.library.compiler.check(definition, within: runtime.budget())
        request.reply(diagnostics.map { Row($0.severity.rawValue, $0.pointer, $0.message) })
    }

    private func listTypes(_ request: Request<[Row<String, String, String>]>) {
        request.reply(runtime.types.map { Row($0.kind.description, $0.name, $0.plugin) })
    }

    private func format(_ request: Request<String, String, Bool>, formatter: String, text: String) throws {
        runtime.format(text, formatter: formatter, for: request.caller.uid) { result in
            switch result {
            case .success(let text): request.reply(text.text.string, text.value, text.isComplete)
            case .failure(let error): request.fail(error)
            }
        }
    }

    private func check(_ request: Request<Bool, String>, validators: String, text: String) throws {
        runtime.judge(text, rules: validators, locale: "en", for: request.caller.uid) { result in
            switch result {
            case .success(let verdict): request.reply(verdict.isValid, verdict.message)
            case .failure(let error): request.fail(error)
            }
        }
    }

    // MARK: The daemon

    private func reload(_ request: Request<>) {
        runtime.reload()
        request.reply()
    }

    private func updateBundle(_ request: Request<Properties>) throws {
        let bundles = try bundles()
        bundles.update { request.reply(Properties(bundles.figures)) }
    }

    private func rollBackBundle(_ request: Request<>, version: UInt64) throws {
        try bundles().rollBack(to: version == 0 ? nil : Int(clamping: version)) { Self.reply(to: request, $0) }
    }

    private func resumeBundle(_ request: Request<>) throws {
        try bundles().resume { Self.reply(to: request, $0) }
    }

    private static func reply(to request: Request<>, _ error: BundleError?) {
        guard let error else { return request.reply() }
        if error.name == .storeUnavailable {
            request.fail(FormError(.storeUnavailable, error.reason))
        } else {
            request.fail(RuntimeError(.invalidArgument, error.description))
        }
    }

    private func bundles() throws -> BundleKeeper {
        guard let bundles = runtime.bundles else {
            throw RuntimeError(.invalidArgument, "the settings of formd name no bundle of forms")
        }
        return bundles
    }

    private func getStatistics(_ request: Request<Properties>) {
        request.reply(runtime.statistics(for: request.caller.uid))
    }
}

extension Client {
    /// The caller of a message.
    @LoopActor
    init(_ caller: Caller) {
        // Only a message bus assigns a name to this side of the connection.
        let isOnBus = caller.connection.uniqueName != nil
        self.init(
            user: caller.uid,
            connection: isOnBus ? .bus(caller.sender?.string ?? "") : .peer(ObjectIdentifier(caller.connection))
        )
    }
}

extension SessionIdentifier {
    var path: ObjectPath { Contract.path(ofSession: token.description, owner: owner) }
}

extension Session {
    var path: ObjectPath { identifier.path }

    /// - Parameter index: the field's index in the form.
    func path(ofField index: Int) -> ObjectPath {
        Contract.path(ofField: form.name(ofField: index), in: path)
    }
}

import DBus
import EventLoop
import FormEngine
import FormModel
import FormRuntime
import PluginWire

/// What the methods of the Manager interface do.
extension FormService {
    func openSession(_ call: Call) throws {
        try open(try runtime.library.form(named: try call.arguments.string(0)), call)
    }

    func openDefinition(_ call: Call) throws {
        try open(try runtime.library.compiler.compile(try call.arguments.string(0), name: ""), call)
    }

    private func open(_ form: CompiledForm, _ call: Call) throws {
        let options = try sessionOptions(call.arguments.options(1, allowed: Self.optionNames), call)
        runtime.open(form, options: options, for: client(of: call)) { result in
            switch result {
            case .success(let session): call.reply([.objectPath(FormPaths.path(of: session.identifier))])
            case .failure(let error): call.fail(error)
            }
        }
    }

    func listForms(_ call: Call) {
        let library = runtime.library
        let forms = library.names.map { name in
            // A form that cannot be opened is listed without a title; opening it says why.
            let title = (try? library.form(named: name))?.definition.title.text(in: "en") ?? ""
            return Value.structure([.string(name), .string(title)])
        }
        call.reply([.array(.structure([.string, .string]), forms)])
    }

    func listSessions(_ call: Call) {
        let sessions = runtime.sessions.sessions(of: call.caller.uid).map { session in
            Value.structure([
                .objectPath(FormPaths.path(of: session.identifier)),
                .string(session.form.definition.name),
                .uint32(session.owner),
            ])
        }
        call.reply([.array(.structure([.objectPath, .string, .uint32]), sessions)])
    }

    func getDefinition(_ call: Call) throws {
        call.reply([.string(try runtime.library.source(of: try call.arguments.string(0)))])
    }

    func checkDefinition(_ call: Call) throws {
        let diagnostics = runtime.library.compiler.check(try call.arguments.string(0))
        call.reply([
            .array(
                .structure([.string, .string, .string]),
                diagnostics.map {
                    .structure([.string($0.severity.rawValue), .string($0.pointer), .string($0.message)])
                }
            )
        ])
    }

    func listTypes(_ call: Call) {
        let types = runtime.types.map { type in
            Value.structure([.string(type.kind.description), .string(type.name), .string(type.plugin)])
        }
        call.reply([.array(.structure([.string, .string, .string]), types)])
    }

    func format(_ call: Call) throws {
        let (formatter, text) = (try call.arguments.string(0), try call.arguments.string(1))
        runtime.format(text, formatter: formatter, for: call.caller.uid) { result in
            switch result {
            case .success(let text):
                call.reply([.string(text.text.string), .string(text.value), .boolean(text.isComplete)])
            case .failure(let error): call.fail(error)
            }
        }
    }

    func check(_ call: Call) throws {
        let (rules, text) = (try call.arguments.string(0), try call.arguments.string(1))
        runtime.judge(text, rules: rules, locale: "en", for: call.caller.uid) { result in
            switch result {
            case .success(let verdict): call.reply([.boolean(verdict.isValid), .string(verdict.message)])
            case .failure(let error): call.fail(error)
            }
        }
    }

    func reload(_ call: Call) {
        runtime.reload()
        call.reply([])
    }

    /// The caller's own figures; for root the machine's.
    func getStatistics(_ call: Call) {
        let caller = call.caller.uid
        let user = caller == 0 ? nil : caller
        let own = runtime.accounts[caller]
        let accounts = user == nil ? Array(runtime.accounts.all) : [own]
        let open = user.map { runtime.sessions.sessions(of: $0) } ?? Array(runtime.sessions.all)
        let evaluations = (accounts.map(\.evaluations) + open.map(\.form.evaluations))
            .reduce(into: EvaluationCounts()) { $0 += $1 }
        let states = runtime.plugins.states(of: user).map(\.status)
        let plugins = states.map { Value.Entry(.string($0.name), .string($0.state.description)) }
        let statistics: [(String, Value)] = [
            ("sessions", .uint32(UInt32(clamping: open.count))),
            ("fields", .uint32(UInt32(clamping: accounts.reduce(0) { $0 + $1.fields }))),
            ("userSessions", .uint32(UInt32(clamping: own.sessions))),
            ("userSessionsMax", .uint32(UInt32(clamping: limits.sessionsPerUser))),
            ("userFields", .uint32(UInt32(clamping: own.fields))),
            ("userFieldsMax", .uint32(UInt32(clamping: limits.fieldsPerUser))),
            ("userBytes", .uint64(UInt64(clamping: own.byteCount))),
            ("userBytesMax", .uint64(UInt64(clamping: limits.bytesPerUser))),
            ("userMicroseconds", .uint64(UInt64(clamping: Int(own.time / .microseconds(1))))),
            ("forms", .uint32(UInt32(clamping: runtime.library.names.count))),
            ("rulesEvaluated", .uint64(evaluations.rules)),
            ("conditionsEvaluated", .uint64(evaluations.conditions)),
            ("plugins", .dictionary(.string, .string, plugins)),
        ]
        call.reply([.properties(statistics + pluginStatistics(of: user))])
    }
}

// MARK: - Options

extension FormService {
    private static let optionNames: Set<String> = [
        "token", "locale", "width", "values", "lifetime", "idleTimeout", "draft", "audience",
    ]

    /// Who hears of a session that does not say: on a session bus everybody, elsewhere those who subscribe.
    private func defaultAudience(for call: Call) -> SessionOptions.Audience {
        if case .bus = client(of: call).connection { defaultAudience } else { .members }
    }

    private func sessionOptions(_ given: Options, _ call: Call) throws -> SessionOptions {
        guard try given.string("draft") == nil else {
            throw BusError.notSupported("the option \"draft\" is not supported yet")
        }
        var options = SessionOptions(idleTimeout: limits.idleTimeout, audience: defaultAudience(for: call))
        options.token = try given.string("token").map { try SessionIdentifier.Token($0) }
        options.locale = try given.string("locale") ?? options.locale
        options.width = try given.double("width") ?? options.width
        options.values = try given.strings("values") ?? [:]
        options.idleTimeout = try given.uint32("idleTimeout") ?? options.idleTimeout
        if let lifetime = try given.string("lifetime") {
            options.lifetime = try SessionOptions.Lifetime(word: lifetime, argument: "lifetime")
        }
        if let audience = try given.string("audience") {
            options.audience = try SessionOptions.Audience(word: audience, argument: "audience")
        }
        return options
    }
}

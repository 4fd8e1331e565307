import DBus
import EventLoop
import FormClient
import FormContract
import FormModel
import FormPresentation
import Glibc

/// The sessions of all pages, on one connection to formd.
@LoopActor
final class Gateway {
    struct Settings: Sendable {
        /// The forms that pages may open.
        var forms: [String]
        var isKiosk = false
        /// How long a session waits for a page that was left or is loaded again.
        var grace: Duration = .seconds(30)
        /// The seconds without an operation after which a visitor is asked; `nil` leaves it to the form.
        var idle: UInt32?
        var limits = Limits()
    }

    let settings: Settings
    let forms: Forms
    private let take: @LoopActor (String) -> Void
    private(set) var sessions: [String: PageSession] = [:]
    /// The number of the last session, by which administrators know it.
    private var lastNumber = 0
    private var openings: Openings
    var latencies = Latencies(since: .now)

    /// - Parameter take: takes the values of each submitted form, as a line of JSON.
    init(_ settings: Settings, _ forms: Forms, submissions take: @escaping @LoopActor (String) -> Void) {
        self.settings = settings
        self.forms = forms
        self.take = take
        openings = Openings(settings.limits)
    }

    // MARK: Sessions

    func open(
        _ form: String,
        _ options: [SessionOption],
        for address: String
    ) async throws(BusError) -> PageSession {
        guard settings.forms.contains(form) else {
            throw BusError(Contract.Failure.unknownForm.name, "")
        }
        guard openings.admit(address, at: .now) else {
            throw BusError(Contract.Failure.limitExceeded.name, "Too many forms were opened here. Try again later.")
        }
        let key = Secret.make()
        var options =
            options + [.token(Self.token(of: key)), .lifetime("members"), SessionOption("layout", .string("none"))]
        if let idle = try await idle(for: form) { options.append(.idle(warn: idle)) }
        return try await remember(forms.open(.form(form, options)), key)
    }

    /// The session of a key. After a restart of this program it is looked for at formd.
    func session(_ key: String) async throws(BusError) -> PageSession {
        if let known = sessions[key] { return known }
        guard Secret.isValid(key) else {
            throw BusError(Contract.Failure.unknownSession.name, "there is no such session")
        }
        let path = Contract.path(ofSession: Self.token(of: key), owner: getuid())
        let session = try await forms.attach(path)
        guard settings.forms.contains(session.form) else {
            await session.leave()
            throw BusError(Contract.Failure.unknownSession.name, "there is no such session")
        }
        return try await remember(session, key)
    }

    private func remember(_ session: FormSession, _ key: String) async throws(BusError) -> PageSession {
        let inputs = try await inputs(of: session)
        if let known = sessions[key] { return known }
        lastNumber += 1
        let entry = PageSession(session, number: lastNumber, key: key, inputs: inputs, gateway: self)
        sessions[key] = entry
        return entry
    }

    func forget(_ session: PageSession) { sessions[session.key] = nil }

    /// A page's key reaches no session that another program has opened, because their tokens do not begin like this.
    private static func token(of key: String) -> String { "web_" + key }

    // MARK: Definitions

    /// The idle time that the session is opened with; `nil` if the form has a policy of its own, or none is wanted.
    private func idle(for form: String) async throws(BusError) -> UInt32? {
        if let idle = settings.idle { return idle }
        guard settings.isKiosk else { return nil }
        let definition: String = try await forms.manager("GetDefinition", .string(form)).answer()
        return (try? JSONDocument(definition))?.root.object?["idle"] == nil ? 60 : nil
    }

    /// The ranges of sliders and the formats of dates, for a form that has such fields, or rows that may have them.
    private func inputs(of session: FormSession) async throws(BusError) -> DefinedInputs {
        let hasThem = session.fields.contains { $0.display == "slider" || $0.input == "date" }
        guard hasThem || !session.groups.isEmpty else { return DefinedInputs() }
        let definition: String = try await session.call("GetDefinition").answer()
        return (try? JSONDocument(definition)).map { DefinedInputs($0.root) } ?? DefinedInputs()
    }

    // MARK: Submissions

    /// Hands over the values of a submitted form.
    func deliver(_ values: Value?, of session: FormSession) {
        var json = JSONBytes()
        json.object { json in
            json.member("form", .string(session.form))
            json.member("locale", .string(session.locale))
            json.key("values")
            if case .string(let document)? = values {
                json.literal(document)
            } else {
                json.value(values ?? .string(""))
            }
        }
        take(String(decoding: json.bytes, as: UTF8.self))
    }
}

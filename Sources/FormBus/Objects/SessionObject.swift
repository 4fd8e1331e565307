import DBus
import EventLoop
import FormContract
import FormEngine
import FormModel
import FormRuntime
import FormStore

/// An open session as a D-Bus object.
struct SessionObject: FormTarget {
    let runtime: FormRuntime
    let recorders: any RecordingObserver
    let session: Session
    var subject: OperationSubject { .session }

    static let interface = Interface<SessionObject>(
        Contract.session,
        [
            .method("Apply", SessionObject.apply),
            .method("GetSnapshot", SessionObject.getSnapshot),
            .method("Follow", SessionObject.follow),
            .method("Subscribe", SessionObject.subscribe),
            .method("Record", SessionObject.record),
            .method("Unsubscribe", SessionObject.unsubscribe),
            .method("Close", SessionObject.close),
            .method("Explain", SessionObject.explain),
            .method("GetReview", SessionObject.getReview),
            .method("GetDefinition", SessionObject.getDefinition),
            .method("GetValues", SessionObject.getValues),
            .method("Extend", SessionObject.extend),
            .method("Share", SessionObject.share),
            .method("Grant", SessionObject.grant),
            .method("Revoke", SessionObject.revoke),
            .method("Leave", SessionObject.leave),
        ] + handlers(of: OperationMethod.session)
            + handlers(of: PropertyTable.session, reading: { $0.session.form.reading }, setting: { $1 })
    )
}

@LoopActor
extension SessionObject {
    /// Performs many operations as one transaction.
    private func apply(
        _ request: Request<UInt64, ChangeSummary>,
        list: OperationList,
        options: [String: Value]
    ) throws {
        let options = try Options(options, allowed: ["ifRevision"])
        let applied = try AppliedOperation.decode(list.entries, limit: runtime.limits.operationsPerTransaction)
        let gate = Gate.form(session.members.role(of: request.caller.uid)?.access ?? .anyone)
        for operation in applied { try gate.check(operation.access, "call \(operation.name)", session.path) }
        let context = OperationContext(session: session, runtime: runtime, budget: runtime.budget(part: 3))
        let operations = try applied.map { try $0.operation(context) }
        let recording = Recording(of: session, recorders) { applied.map(\.recorded) }
        let expected = try options.value("ifRevision", UInt64.self)
        runtime.perform(operations, on: session, as: request.caller.uid, ifRevision: expected) { result in
            recording?.end(result)
            switch result {
            case .success(let transaction):
                request.call.reply { writer in
                    try writer.append(transaction.revision)
                    try writer.appendNamedProperties {
                        try ChangeSummary.write(transaction.changes, of: session, to: &$0)
                    }
                }
            case .failure(let error): request.fail(error)
            }
        }
    }

    private func getSnapshot(_ request: Request<UInt64, ChangeSummary>, since: UInt64) throws {
        try check(since)
        request.call.reply { writer in
            try writer.append(session.form.revision)
            try writer.appendNamedProperties { try ChangeSummary.write(session, since: since, to: &$0) }
        }
    }

    /// Throws `outOfRange` for a revision that the session has not reached.
    private func check(_ since: UInt64) throws {
        let revision = session.form.revision
        guard since <= revision else {
            throw FormError(.outOfRange, "revision \(since) does not exist yet; the session is at \(revision)")
        }
    }

    /// Replies with the state, and tells the connection of each transaction from now on.
    private func follow(_ request: Request<UInt64, ChangeSummary, [String]>, options: [String: Value]) throws {
        let options = try Options(options, allowed: ["since", "properties"])
        let follower = try Follower(properties: options.value("properties"))
        let since = try options.value("since", UInt64.self) ?? 0
        try whenStored(request.call) { try follow(request, follower, since) }
    }

    /// Does something for a caller that cannot be taken back if the transactions before it cannot be stored.
    private func whenStored(_ call: Call, _ work: @escaping @LoopActor () throws -> Void) throws {
        try runtime.whenStored(session, for: call.caller.uid) { result in
            do {
                try result.get()
                try work()
            } catch {
                call.fail(error)
            }
        }
    }

    private func follow(
        _ request: Request<UInt64, ChangeSummary, [String]>,
        _ follower: Follower,
        _ revision: UInt64
    ) throws {
        try check(revision)
        guard !session.isClosed, session.members.role(of: request.caller.uid) != nil else {
            throw RuntimeError(.unknownSession, "there is no session \(session.path)")
        }
        try runtime.subscribe(Client(request.caller), to: session, as: follower)
        let removed = session.fields(removedAfter: revision)
        let since = removed == nil ? 0 : revision
        request.call.reply { writer in
            try writer.append(session.form.revision)
            try writer.appendNamedProperties {
                try ChangeSummary.write(session, since: since, for: follower, to: &$0)
            }
            try writer.append(.strings(since == 0 ? [] : removed?.sorted() ?? []))
        }
    }

    private func getValues(_ request: Request<Texts>) {
        request.reply(Texts(session.form.values(includingSecrets: false)))
    }

    private func getDefinition(_ request: Request<String>) {
        request.reply(session.definition.source)
    }

    private func getReview(_ request: Request<[ReviewedAnswer]>) {
        request.reply(session.form.review)
    }

    /// Replies with the result of each rule, its reason, and its cost.
    private func explain(_ request: Request<[RuleExplanation]>) throws {
        request.reply(try runtime.explain(session))
    }

    private func subscribe(_ request: Request<>) throws {
        try whenStored(request.call) {
            try runtime.subscribe(Client(request.caller), to: session)
            request.reply()
        }
    }

    private func record(_ request: Request<>) throws {
        try whenStored(request.call) {
            try runtime.record(session, for: Client(request.caller))
            request.reply()
        }
    }

    private func unsubscribe(_ request: Request<>) {
        runtime.unsubscribe(Client(request.caller), from: session)
        request.reply()
    }

    private func close(_ request: Request<>) {
        runtime.close(session) { answer(request, $0) }
    }

    private func answer(_ request: Request<>, _ result: Result<Void, any Error>) {
        switch result {
        case .success: request.reply()
        case .failure(let error): request.fail(error)
        }
    }

    private func extend(_ request: Request<>) {
        runtime.use(session)
        request.reply()
    }

    private func share(_ request: Request<String, UInt32>) throws {
        try runtime.share(session) { result in
            switch result {
            case .success(let code): request.reply(SharedCode.shown(code), UInt32(SharedStore.codeTime))
            case .failure(let error): request.fail(error)
            }
        }
    }

    private func grant(_ request: Request<>, user: UInt32, role: String) throws {
        let role = try Role(word: role, argument: "role")
        runtime.grant(role, to: user, in: session, as: request.caller.uid) { answer(request, $0) }
    }

    private func revoke(_ request: Request<>, user: UInt32) {
        runtime.revoke(user, in: session, as: request.caller.uid) { answer(request, $0) }
    }

    private func leave(_ request: Request<>) {
        runtime.revoke(request.caller.uid, in: session, as: request.caller.uid) { answer(request, $0) }
    }
}

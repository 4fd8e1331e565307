import DBus
import EventLoop
import FormEngine
import FormModel
import FormRuntime

/// An open session, as the bus sees it.
struct SessionObject: Sendable {
    let service: FormService
    let session: Session
}

@LoopActor
extension SessionObject {
    func perform(_ method: OperationMethod, _ call: Call) throws {
        let operation = try method.operation(call.arguments, service.context(for: session))
        service.perform(operation, on: session, for: call, reply: method.reply)
    }

    func set(_ operation: FormEngine.Operation, _ call: Call) {
        service.perform(operation, on: session, for: call) { _ in [] }
    }

    /// Many operations, one transaction.
    func apply(_ call: Call) throws {
        let options = try call.arguments.options(1, allowed: ["ifRevision"])
        let methods = try AppliedOperation.decode(call.arguments[0], limit: service.limits.operationsPerTransaction)
        let context = service.context(for: session)
        let operations = try methods.map { try $0.operation(context) }
        service.runtime.perform(operations, on: session, ifRevision: try options.uint64("ifRevision")) { result in
            switch result {
            case .success(let transaction):
                let changes = ChangeSummary.changed(transaction.changes, in: session)
                call.reply([.uint64(transaction.revision), changes])
            case .failure(let error): call.fail(error)
            }
        }
    }

    func snapshot(_ call: Call) throws {
        let since = try call.arguments.uint64(0)
        guard since <= session.form.revision else {
            throw FormError(.outOfRange, "revision \(since) is yet to come; the session is at \(session.form.revision)")
        }
        call.reply([.uint64(session.form.revision), ChangeSummary.snapshot(of: session, since: since)])
    }

    /// What each rule says, why, and what asking it cost.
    func explain(_ call: Call) {
        let start = ContinuousClock.now
        let explanations = session.form.explain {
            let (seconds, attoseconds) = (ContinuousClock.now - start).components
            return UInt64(clamping: seconds) &* 1_000_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000)
        }
        call.reply([.explanations(explanations)])
    }

    func subscribe(_ call: Call) throws {
        try service.runtime.subscribe(service.client(of: call), to: session)
        call.reply([])
    }

    func unsubscribe(_ call: Call) {
        service.runtime.unsubscribe(service.client(of: call), from: session)
        call.reply([])
    }

    func close(_ call: Call) {
        service.runtime.close(session, reason: session.form.state == .submitted ? .submitted : .closed)
        call.reply([])
    }
}

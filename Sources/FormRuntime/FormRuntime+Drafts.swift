import EventLoop
import FormEngine
import FormModel
package import FormStore
import Logging
import PluginHost

/// Drafts: values that were filled in and not submitted, kept under a name beyond the session. The next session that is opened
/// with the name begins with them; a submission discards them.
extension FormRuntime {
    /// Throws for a name that no draft can have, and where no draft can be kept.
    func checkDraft(_ options: SessionOptions, of form: CompiledForm, for user: UInt32) throws {
        guard let name = options.draft else { return }
        let isLegal = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard isLegal, (1...limits.draftName).contains(name.unicodeScalars.count) else {
            throw RuntimeError(
                .invalidArgument,
                "the name of a draft has 1 to \(limits.draftName) characters, and no control characters"
            )
        }
        guard options.isDurable, form.definition.isDurable else {
            throw RuntimeError(.invalidArgument, "what is not durable has no draft")
        }
        guard let store else {
            throw FormError(.storeUnavailable, "formd keeps nothing on disk, and so no drafts")
        }
        let isKnown = store.hasDraft(of: user, form: form.definition.name, name: name)
        guard isKnown || store.draftCount(of: user) < limits.draftsPerUser else {
            throw RuntimeError(.limitExceeded, "user \(user) has \(limits.draftsPerUser) drafts")
        }
    }

    /// Fills a form that has just been opened in as its draft says. What the form has no place for is left out, and the log
    /// says which fields.
    func takeUpDraft(_ options: SessionOptions, in form: inout Form, for user: UInt32) throws {
        guard let name = options.draft,
            let draft = store?.draft(of: user, form: form.compiled.definition.name, name: name)
        else { return }
        let plugins = plugins.plugins(of: user)
        let attempt = Attempt(.defers, budget: budget()) { plugins.remembered($0).map { TypeReply($0) } }
        let outcome = try form.perform([.takeUp(draft.values)], attempt: attempt)
        if case .leftOut(let fields) = outcome.results.first, !fields.isEmpty {
            logger.notice(
                "fields of a draft have no place in the form any more",
                metadata: ["form": "\(draft.form)", "fields": "\(fields.joined(separator: " "))"]
            )
        }
    }

    /// Notes that a session's draft is to be written, or that there is none any more.
    func noteDraft(of session: Session, _ changes: [Change]) {
        guard session.draft != nil, !changes.isEmpty else { return }
        if changes.contains(where: { if case .session(.submitted) = $0 { true } else { false } }) {
            return discardDraft(of: session)
        }
        session.isDraftDue = true
        do {
            try draftTimer.schedule(at: EventLoop.now + .seconds(1))
        } catch {
            logger.error("drafts cannot be kept", metadata: ["reason": "\(error)"])
        }
    }

    func keepDrafts() {
        for session in sessions.all { keepDraft(of: session, waits: false) }
    }

    /// Writes a session's draft, if it has changed since: before the session's end is announced, as a rule.
    func keepDraft(of session: Session, waits: Bool = true) {
        guard session.isDraftDue, let name = session.draft, let store else { return }
        session.isDraftDue = false
        let draft = Draft(
            user: session.owner,
            form: session.definition.name,
            name: name,
            changed: now(),
            values: session.form.draft
        )
        store.keep(draft, waits: waits) { [weak session] result in
            // The next change tries again.
            if case .failure = result { session?.isDraftDue = true }
        }
    }

    /// Forgets what the session's draft kept: the form was submitted, or nothing may stay of what was typed.
    func discardDraft(of session: Session) {
        guard let name = session.draft else { return }
        session.isDraftDue = false
        store?.discard(Draft(user: session.owner, form: session.definition.name, name: name))
    }

    /// A user's drafts, without their values.
    package func drafts(of user: UInt32) -> [Draft] { store?.drafts(of: user) ?? [] }

    /// Throws `invalidArgument` if the user has no such draft.
    package func discardDraft(of user: UInt32, form: String, name: String) throws(RuntimeError) {
        guard let store, store.hasDraft(of: user, form: form, name: name) else {
            throw RuntimeError(
                .invalidArgument,
                "there is no draft \"\(name.prefix(80))\" of the form \"\(form.prefix(80))\""
            )
        }
        // A session that is open goes on without.
        for session in sessions.all where session.owner == user && session.draft == name {
            if session.definition.name == form { session.isDraftDue = false }
        }
        store.discard(Draft(user: user, form: form, name: name))
    }
}

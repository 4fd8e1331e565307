import DBus
import EventLoop
import FormContract

/// What a followed session does while the daemon is unreachable, and after it returns.
extension FormSession {
    /// The delays before the attempts to find a session that another program opened. That program opens it again
    /// meanwhile.
    private static let attempts: [Duration] = [.milliseconds(100), .milliseconds(400), .seconds(1), .seconds(3)]

    private static let unreachable = "unreachable"

    func connectionLost() {
        guard !isClosed, !isLost else { return }
        isLost = true
        interruptions += 1
        queue.isSuspended = true
        settle()
        emit(.lost)
    }

    /// Finds the session again, or opens it again.
    func resume() async {
        guard !isClosed else { return }
        connectionLost()
        interruptions += 1
        let interruption = interruptions
        do throws(BusError) {
            try await catchUp()
            if interruption == interruptions { finishRecovery(.resumed) }
        } catch {
            // A new connection starts another attempt.
            guard interruption == interruptions, forms.reachesDaemon else { return }
            switch error.failure {
            case .unknownSession where opening != nil: await reopen(interruption)
            case .unknownSession, .storeUnavailable: await findAgain(interruption)
            default: end(reason: Self.unreachable)
            }
        }
    }

    private func finishRecovery(_ change: SessionChange) {
        isLost = false
        queue.isSuspended = false
        emit(change)
        resynchronize()
        sendWaiting()
    }

    /// Loads the complete state of the session. The daemon may have been restarted: then its revisions may start again,
    /// or secrets may be lost.
    private func catchUp() async throws(BusError) {
        try await subscribe()
        let snapshot = try await forms.session(path).snapshot()
        for change in mirror.take(snapshot: snapshot, since: 0) { emit(change) }
    }

    /// Tries again several times: another program may open the session again, or the disk may be readable again.
    private func findAgain(_ interruption: Int) async {
        for delay in Self.attempts {
            try? await EventLoop.shared.sleep(for: delay)
            guard interruption == interruptions else { return }
            do throws(BusError) {
                try await catchUp()
                if interruption == interruptions { finishRecovery(.resumed) }
                return
            } catch {
                guard error.failure == .unknownSession || error.failure == .storeUnavailable else { return }
            }
        }
        if interruption == interruptions { end(reason: Self.unreachable) }
    }

    // MARK: Opening again

    private func reopen(_ interruption: Int) async {
        guard let opening else { return }
        let known = unrestored ?? mirror
        unrestored = known
        do throws(BusError) {
            _ = try await forms.path(ofSession: opening.again(at: path))
            try await catchUp()
        } catch {
            if interruption == interruptions, forms.reachesDaemon { end(reason: Self.unreachable) }
            return
        }
        let missing = await restore(known)
        guard interruption == interruptions else { return }
        unrestored = nil
        finishRecovery(.reopened(missing: missing))
    }

    /// Restores rows, texts and the focus. Returns the names of the fields whose texts are lost.
    private func restore(_ known: SessionMirror) async -> [String] {
        let session = forms.session(path)
        let rows = await restoreRows(known, of: session)
        let keys = FieldProperties.all
        var missing: [String] = []
        var focused = known.focusedField
        for name in known.fieldNames {
            let now = Self.name(name, in: rows)
            if name == focused { focused = now }
            guard known[keys.modified, of: name], known["Computed", of: name]?.bool != true else { continue }
            let value = known[keys.value, of: name]
            // The mirror does not contain the values of secrets.
            let isKnown = !value.isEmpty || known[keys.text, of: name].isEmpty
            let options = Value.properties([("validate", .boolean(false))])
            if isKnown, (try? await session.field(now).call("SetText", .string(value), options)) != nil { continue }
            missing.append(name)
        }
        if let focused { _ = try? await session.field(focused).takeFocus() }
        return missing
    }

    /// The present name of a field or a group. The names of inner rows follow those of the rows around them, so the
    /// last match is the longest.
    private static func name(_ name: String, in rows: [(before: String, now: String)]) -> String {
        rows.last { name.hasPrefix($0.before) }.map { $0.now + name.dropFirst($0.before.count) } ?? name
    }

    /// Gives each group its former number of rows. Returns the former and the present prefix of the names in each row.
    private func restoreRows(
        _ known: SessionMirror,
        of session: SessionProxy
    ) async -> [(before: String, now: String)] {
        let groups = SessionProperties.all.groups
        var names: [(before: String, now: String)] = []
        for group in known[groups, of: nil] {
            let name = Self.name(group.name, in: names)
            var rows = mirror[groups, of: nil].first { $0.name == name }?.rows ?? []
            while rows.count < group.rows.count, let row = try? await session.addRow(to: name) {
                rows.append(row)
            }
            while rows.count > group.rows.count, let row = rows.last {
                guard (try? await session.remove(row: row, of: name)) != nil else { break }
                rows.removeLast()
            }
            names += zip(group.rows, rows).map { ("\(group.name)_\($0)_", "\(name)_\($1)_") }
        }
        return names
    }
}

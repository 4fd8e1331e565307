import DBus
import EventLoop
import FormClient
import FormdTesting
import Testing

/// Keeps what a followed session told.
@LoopActor
final class Watcher {
    private(set) var changes: [SessionChange] = []
    private var observation: SessionObservation?

    init(_ session: FormSession) {
        observation = session.observe { [weak self] in self?.changes.append($0) }
    }

    var updates: [SessionUpdate] {
        changes.compactMap { if case .changed(let update) = $0 { update } else { nil } }
    }

    /// The texts that a field showed, one after the other.
    func texts(of field: String) -> [String] { updates.compactMap { $0["Text", of: field]?.string } }

    var refusals: [Refusal] {
        changes.compactMap { if case .refused(let refusal) = $0 { refusal } else { nil } }
    }

    var failures: [BusError] {
        changes.compactMap { if case .failed(let error) = $0 { error } else { nil } }
    }

    /// What happened to the connection, in words.
    var story: [String] {
        changes.compactMap { change in
            switch change {
            case .lost: "lost"
            case .resumed: "resumed"
            case .reopened(let missing): "reopened without \(missing)"
            case .closed(let reason): "closed: \(reason)"
            case .changed, .signal, .refused, .failed: nil
            }
        }
    }

    /// Waits until the connection has this story.
    func waits(for story: [String]) async throws {
        let isThere = try await eventually { self.story == story }
        #expect(isThere, "\(self.story)")
    }
}

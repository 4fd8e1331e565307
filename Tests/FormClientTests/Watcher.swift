import DBus
import EventLoop
import FormClient
import FormdTesting
import Testing

/// Keeps what a followed session told.
@LoopActor
final class Watcher {
    private(set) var changes: [SessionChange] = []

    init(_ session: FormSession) {
        session.onChange = { [weak self] in self?.changes.append($0) }
    }

    /// The texts that a field showed, one after the other.
    func texts(of field: String) -> [String] {
        changes.compactMap { change in
            guard case .properties(field, let properties) = change else { return nil }
            return properties.first { $0.name == "Text" }?.value.string
        }
    }

    var refusals: [Refusal] {
        changes.compactMap { if case .refused(let refusal) = $0 { refusal } else { nil } }
    }

    /// What happened to the connection, in words.
    var story: [String] {
        changes.compactMap { change in
            switch change {
            case .lost: "lost"
            case .resumed: "resumed"
            case .reopened(let missing): "reopened without \(missing)"
            case .closed(let reason): "closed: \(reason)"
            case .properties, .fieldAdded, .fieldRemoved, .event, .refused: nil
            }
        }
    }

    /// Waits until the connection has this story.
    func waits(for story: [String]) async throws {
        let isThere = try await eventually { self.story == story }
        #expect(isThere, "\(self.story)")
    }
}

import DBus
import EventLoop
import FormClient
import FormModel

/// Replays a recording in a session of its own, and compares the results with the recorded ones.
@LoopActor
final class Replay {
    /// A result that differs from the recorded one.
    struct Difference {
        /// The number of the transaction, starting at 1; 0 is the beginning.
        let step: Int
        /// The name of the field; empty for the session.
        let object: String
        /// The name of a property, or of the methods that failed or succeeded unexpectedly.
        let property: String
        /// The values in JSON.
        let recorded: String
        let now: String

        var line: String {
            let name = object.isEmpty ? "." : object
            return "\(step) \(name) \(property): recorded \(recorded.escapingControls), now \(now.escapingControls)"
        }

        var json: JSONText {
            [
                "step": .number(step), "object": .string(object.isEmpty ? "." : object),
                "property": .string(property), "recorded": .string(recorded), "now": .string(now),
            ]
        }
    }

    private struct Key: Hashable {
        let object: String
        let property: String
    }

    private let recording: Recording
    private let session: FormSession
    /// The expected value of each property, in JSON.
    private var expected: [Key: String] = [:]
    /// The properties that have changed since the last comparison.
    private var changed: Set<Key> = []
    /// The properties that differ from the recording. Each is reported once, when it starts to differ.
    private var differing: Set<Key> = []
    private(set) var differences: [Difference] = []
    private(set) var maskedFields: Set<String> = []
    private var observation: SessionObservation?

    /// The properties that always differ, because this is another session, of a definition that is not installed.
    private static let incomparable: Set<String> = [
        SessionProperties.all.form.name, SessionProperties.all.revision.name,
    ]
    /// How long to wait for a plug-in's answer that was there when the session was recorded.
    private static let answerTimeout = Duration.seconds(1)

    init(of recording: Recording, in session: FormSession) {
        self.recording = recording
        self.session = session
        observation = session.observe { [weak self] in self?.note($0) }
    }

    /// - Parameter speed: the factor by which to replay faster; `nil` to replay without waiting.
    func run(speed: Double?) async throws {
        maskedFields = recording.steps.reduce(into: []) { $0.formUnion($1.maskedFields) }
        for (object, properties) in recording.objects { expect(properties, of: object) }
        compare(Set(expected.keys), at: 0)
        let start = EventLoop.now
        for (index, step) in recording.steps.enumerated() {
            if let speed {
                let wait = .seconds(step.time / speed) - (EventLoop.now - start)
                if wait > .zero { try await EventLoop.shared.sleep(for: wait) }
            }
            try await play(step, at: index + 1)
        }
        observation?.cancel()
        _ = try? await session.close()
    }

    private func play(_ step: RecordedStep, at place: Int) async throws {
        changed = []
        var failure = ""
        do throws(BusError) {
            switch step.operations.count {
            case 0: break
            case 1: _ = try await session.call(step.operations[0])
            default: _ = try await session.apply(step.operations)
            }
        } catch {
            failure = error.name.string
        }
        if failure != step.failure {
            let methods = step.operations.map(\.method.string).joined(separator: ", ")
            let field = step.operations.first.flatMap { if case .field(let name) = $0.target { name } else { nil } }
            differences.append(
                Difference(
                    step: place,
                    object: field ?? "",
                    property: methods,
                    recorded: step.failure.isEmpty ? "carried out" : step.failure,
                    now: failure.isEmpty ? "carried out" : failure
                )
            )
        }
        for (object, properties) in step.changed { expect(properties, of: object) }
        let recorded = step.changed.flatMap { object, properties in
            properties.keys.map { Key(object: object, property: $0) }
        }
        let end = EventLoop.now + Self.answerTimeout
        while isPending(recorded), EventLoop.now < end {
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
        compare(changed.union(recorded), at: place)
    }

    // MARK: Comparing

    private func note(_ change: SessionChange) {
        guard case .changed(let update) = change else { return }
        for (field, properties) in update.changes {
            for (name, _) in properties { changed.insert(Key(object: field ?? "", property: name)) }
        }
    }

    private func expect(_ properties: [String: JSONText], of object: String) {
        for (name, json) in properties {
            // A form without a title has its name as title, and the definition of a replay has no name.
            if name == SessionProperties.all.title.name, object.isEmpty, case .string(recording.form) = json {
                continue
            }
            // Values that contain object paths depend on the session.
            let text = json.canonical.shownSafely.replacing(recording.session, with: session.path.string)
            expected[Key(object: object, property: name)] = text
        }
    }

    private func value(of key: Key) -> String {
        let value = session.mirror[key.property, of: key.object.isEmpty ? nil : key.object]
        return value.map { JSONText($0).canonical.shownSafely } ?? "nothing"
    }

    /// Whether a plug-in's answer is missing that the recording has.
    private func isPending(_ keys: [Key]) -> Bool {
        keys.contains { $0.property == FieldProperties.all.pending.name && expected[$0] != value(of: $0) }
    }

    private func compare(_ keys: Set<Key>, at place: Int) {
        let order = [""] + session.mirror.fieldNames
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        let sorted = keys.sorted {
            (places[$0.object] ?? order.count, $0.property) < (places[$1.object] ?? order.count, $1.property)
        }
        for key in sorted where !Self.incomparable.contains(key.property) && !maskedFields.contains(key.object) {
            let now = value(of: key)
            // There are no expected values for fields of new rows.
            guard let recorded = expected[key] else { continue }
            guard recorded != now else {
                differing.remove(key)
                continue
            }
            guard differing.insert(key).inserted else { continue }
            differences.append(
                Difference(step: place, object: key.object, property: key.property, recorded: recorded, now: now)
            )
        }
    }
}

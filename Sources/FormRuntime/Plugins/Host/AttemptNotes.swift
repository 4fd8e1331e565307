import FormEngine
import FormPlugin
import Synchronization

/// What an attempt at a transaction notes down of its questions.
///
/// The engine writes and reads it at every edit. So it has a lock: that costs less than to enter the loop's isolation.
final class AttemptNotes: Sendable {
    private struct Notes {
        var open: [TypeQuestion] = []
        var late: [LateQuestion] = []
        var anticipated: [TypeQuestion] = []
    }

    private let notes = Mutex(Notes())

    func clear() {
        notes.withLock { $0 = Notes() }
    }

    // MARK: Questions that must be answered before the attempt can succeed

    var isOpen: Bool {
        notes.withLock { !$0.open.isEmpty }
    }

    func add(open question: TypeQuestion) {
        notes.withLock { notes in
            if !notes.open.contains(question) { notes.open.append(question) }
        }
    }

    func takeOpen() -> [TypeQuestion] {
        notes.withLock { notes in
            defer { notes.open = [] }
            return notes.open
        }
    }

    // MARK: Questions that were answered with `late`

    var late: [LateQuestion] {
        notes.withLock { $0.late }
    }

    func add(late question: LateQuestion) {
        notes.withLock { $0.late.append(question) }
    }

    // MARK: Questions that are worth putting while an answer is waited for

    func add(anticipated question: TypeQuestion) {
        notes.withLock { $0.anticipated.append(question) }
    }

    func takeAnticipated() -> [TypeQuestion] {
        notes.withLock { notes in
            defer { notes.anticipated = [] }
            return notes.anticipated
        }
    }
}

import DBus
import EventLoop
import FormEngine
import FormRuntime

/// Sends the operations on a session to the connections that record it.
@LoopActor
protocol RecordingObserver: AnyObject, Sendable {
    /// - Parameter operations: the operations in the format of `Apply`.
    func performed(_ operations: [Value], failure: String, on session: Session)
}

/// Reports one transaction to the connections that record the session, after it has ended. Only created for sessions
/// that are being recorded.
@LoopActor
struct Recording {
    private let session: Session
    private let observer: any RecordingObserver
    /// The operations in the format of `Apply`, without the texts of secrets.
    private let operations: [Value]

    /// - Parameter operations: called only if the session is being recorded, before the transaction, which may remove
    ///   fields.
    init?(of session: Session, _ observer: any RecordingObserver, _ operations: () -> [Value?]) {
        guard !session.recorders.isEmpty else { return nil }
        self.session = session
        self.observer = observer
        self.operations = operations().compactMap(\.self)
    }

    func end<Success>(_ result: Result<Success, any Error>) {
        var failure = ""
        if case .failure(let error) = result {
            failure = (error as? any BusErrorConvertible)?.busError.name.string ?? ErrorName.failed.string
        }
        observer.performed(operations, failure: failure, on: session)
    }
}

extension Value {
    /// An operation as it is recorded: arguments with the text of a secret are replaced with bullets.
    @LoopActor
    static func recorded(
        _ name: String,
        field: String?,
        _ arguments: [(String, Value)],
        in form: Form
    ) -> Value {
        func isSecret(_ field: String?) -> Bool {
            field.flatMap { form.index(ofField: $0) }.map { form.field($0).isSecret } ?? false
        }
        var isMasked = false
        func bullets(_ text: String) -> Value {
            isMasked = true
            return .string(String(repeating: "•", count: text.unicodeScalars.count))
        }
        let isText = isSecret(field)
        var recorded = field.map { [("field", Value.string($0))] } ?? []
        for (name, value) in arguments {
            switch (name, value) {
            case ("text", .string(let text)) where isText, ("value", .string(let text)) where isText:
                recorded.append((name, bullets(text)))
            case (_, .dictionary(.string, .string, let entries)):
                let texts = entries.map { entry in
                    isSecret(entry.key.string) ? Entry(entry.key, bullets(entry.value.string ?? "")) : entry
                }
                recorded.append((name, .dictionary(.string, .string, texts)))
            default: recorded.append((name, value))
            }
        }
        if isMasked { recorded.append(("masked", .boolean(true))) }
        return .structure([.string(name), .properties(recorded)])
    }
}

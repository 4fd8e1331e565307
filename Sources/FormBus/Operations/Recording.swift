import DBus
import EventLoop
import FormEngine
import FormRuntime

/// Sends the operations on a session to the connections that record it.
@LoopActor
protocol RecordingObserver: AnyObject, Sendable {
    /// - Parameters:
    ///   - operations: the operations in the format of `Apply`.
    ///   - revision: the session's revision after them.
    func performed(_ operations: [Value], failure: String, revision: UInt64, on session: Session)
}

/// Reports one transaction to the connections that record the session, after it has ended. Only created for sessions
/// that are being recorded.
@LoopActor
struct Recording {
    private let session: Session
    private let observer: any RecordingObserver
    private let operations: [RecordedOperation]
    /// The names of the fields that were secret before the transaction.
    private let secrets: Set<String>

    /// - Parameter operations: called only if the session is being recorded.
    init?(of session: Session, _ observer: any RecordingObserver, _ operations: () -> [RecordedOperation]) {
        guard !session.recorders.isEmpty else { return nil }
        self.session = session
        self.observer = observer
        self.operations = operations()
        secrets = session.secrets
    }

    func end(_ result: Result<Transaction, any Error>) {
        var failure = ""
        // A text is masked if its field was secret before the transaction or is secret after it.
        var secrets = secrets.union(session.secrets)
        var focused: ArraySlice<String> = []
        switch result {
        case .success(let transaction): focused = transaction.focusedFields[...]
        case .failure(let error):
            failure = Self.name(of: error)
            // It is not known which field had the focus.
            if !secrets.isEmpty { secrets.insert("") }
        }
        let operations = operations.map { operation in
            var operation = operation
            if operation.field == "", let name = focused.popFirst() { operation.field = name }
            return operation.value(hiding: secrets)
        }
        let revision = session.form.revision
        session.say { [session, observer] in
            observer.performed(operations, failure: failure, revision: revision, on: session)
        } refuse: { [session, observer] error in
            let (failure, revision) = (Self.name(of: error), session.form.revision)
            observer.performed(operations, failure: failure, revision: revision, on: session)
        }
    }

    private static func name(of error: any Error) -> String {
        (error as? any BusErrorConvertible)?.busError.name.string ?? ErrorName.failed.string
    }
}

extension Session {
    /// The names of the secret fields.
    fileprivate var secrets: Set<String> {
        Set((0..<form.fieldCount).lazy.map { self.form.field($0) }.filter(\.isSecret).map(\.id))
    }
}

/// An operation as it is recorded.
struct RecordedOperation {
    var name: String
    /// The name of the field; "" for the field that has the focus, and `nil` for an operation on the session.
    var field: String?
    var arguments: [(String, Value)]

    /// The operation in the format of `Apply`, with bullets in place of the texts of secrets.
    ///
    /// - Parameter secrets: the names of the secret fields.
    fileprivate func value(hiding secrets: Set<String>) -> Value {
        var isMasked = false
        func bullets(_ text: String) -> Value {
            isMasked = true
            return .string(String(repeating: "•", count: text.unicodeScalars.count))
        }
        let isText = field.map { secrets.contains($0) } ?? false
        var recorded = field.map { [("field", Value.string($0))] } ?? []
        for (name, value) in arguments {
            switch (name, value) {
            case ("text", .string(let text)) where isText, ("value", .string(let text)) where isText:
                recorded.append((name, bullets(text)))
            case (_, .dictionary(.string, .string, let entries)):
                let texts = entries.map { entry in
                    secrets.contains(entry.key.string ?? "")
                        ? .init(entry.key, bullets(entry.value.string ?? "")) : entry
                }
                recorded.append((name, .dictionary(.string, .string, texts)))
            default: recorded.append((name, value))
            }
        }
        if isMasked { recorded.append(("masked", .boolean(true))) }
        return .structure([.string(name), .properties(recorded)])
    }
}

import CLinux
package import EventLoop
import Glibc
import Logging

/// The answers of a form that was submitted, until they have arrived at their target.
package struct Submission: Sendable, Hashable {
    /// The idempotency key: the same whenever the submission is delivered. 1 to 64 characters of `[a-z0-9-]`.
    package let key: String
    /// The user whose session was submitted.
    package let user: UInt32
    /// The name of the installed form.
    package let form: String
    /// When the form was submitted, in seconds since 1970.
    package let submitted: Int
    /// Why the target has refused it for good; `nil` while it waits.
    package var refusal: String?
    /// The length of its file.
    package internal(set) var bytes = 0

    package init(key: String, user: UInt32, form: String, submitted: Int) {
        self.key = key
        self.user = user
        self.form = form
        self.submitted = submitted
    }

    fileprivate var entries: [String: String] {
        var entries = ["key": key, "user": String(user), "form": form, "submitted": String(submitted)]
        entries["refusal"] = refusal.map { String($0.prefix(Self.refusalLength)) }
        return entries
    }

    /// The code points of a stored refusal.
    private static let refusalLength = 1_024

    fileprivate init(file: String, _ bytes: [UInt8], length: Int) throws(StoreFormatError) {
        let entries = try SessionFileContents.entries(ofFileThatBegins: bytes)
        guard let key = entries["key"], let user = UInt32(entries["user"] ?? ""), let form = entries["form"],
            let submitted = Int(entries["submitted"] ?? "")
        else { throw StoreFormatError("it does not say what submission it is") }
        guard key == file else { throw StoreFormatError("it has the name of another submission") }
        self.init(key: key, user: user, form: form, submitted: submitted)
        refusal = entries["refusal"]
        self.bytes = length
    }
}

/// The submissions that have not arrived at their targets yet, as files of the state folder, in the format of sessions and
/// drafts: the first record identifies the submission, the second one is the document for the target.
///
/// Submissions that are stored at the same time share the waits for the disk.
@LoopActor
package final class Outbox {
    private unowned let store: SessionStore
    /// Write to spools outside of the state folder, by their paths. One that does not respond does not hold up others.
    private var carriers: [String: Worker] = [:]
    private var unwritten: [Write] = []
    private var isWriting = false

    private struct Write {
        let file: FileBatch.File
        let completion: @LoopActor (Result<Void, SystemError>) -> Void
    }

    init(of store: SessionStore) { self.store = store }

    /// The submissions in the outbox, in the order of their times. Damaged files are moved aside. Reads the disk.
    package func submissions() throws(SystemError) -> [Submission] {
        var found: [Submission] = []
        let folder = store.folder
        for name in try folder.names(.submissions) {
            do {
                let head = SessionFileContents.maximumHeadLength
                let bytes = try folder.beginning(.submissions, name, limit: head, store.calls)
                found.append(try Submission(file: name, bytes, length: folder.length(of: .submissions, name)))
            } catch let error as SystemError {
                store.logger.error("a submission cannot be read: \(error)", metadata: ["file": "\(name)"])
            } catch {
                store.setAside(.submissions, name, because: error)
            }
        }
        return found.sorted { ($0.submitted, $0.key) < ($1.submitted, $1.key) }
    }

    // MARK: Writing

    /// Keeps a submission for its target; it replaces one with the same key.
    ///
    /// - Parameter completion: called with the submission when it is on the disk, never before this function returns.
    package func keep(
        _ submission: Submission,
        _ document: [UInt8],
        completion: @escaping @LoopActor (Result<Submission, SystemError>) -> Void
    ) {
        guard document.count <= SessionRecord.maximumLength else {
            let error = SystemError("keep a submission of \(document.count) bytes", code: EFBIG)
            return EventLoop.shared.post { completion(.failure(error)) }
        }
        store.noteMade(.submissions, submission.key)
        let record = SessionRecord(.whole, revision: 0, document[...])
        let bytes = SessionFileContents.file(submission.entries, record)
        write(bytes, .submissions, submission.key) { [store] result in
            // Removing an older one with this key may have failed meanwhile.
            if case .success = result { store.noteMade(.submissions, submission.key) }
            completion(
                result.map {
                    var submission = submission
                    submission.bytes = bytes.count
                    return submission
                }
            )
        }
    }

    /// Stores the document of a submission in the spool of the state folder, where it has arrived.
    ///
    /// - Parameter completion: called when it is on the disk, never before this function returns.
    package func spool(
        _ key: String,
        _ document: [UInt8],
        _ rotation: Rotation?,
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void
    ) {
        write(document, .spool, Self.spoolName(key), rotation, completion: completion)
    }

    private nonisolated static func spoolName(_ key: String) -> String { "\(key).json" }

    private func write(
        _ bytes: [UInt8],
        _ part: StateFolder.Part,
        _ name: String,
        _ rotation: Rotation? = nil,
        completion: @escaping @LoopActor (Result<Void, SystemError>) -> Void
    ) {
        let file = FileBatch.File(folder: store.folder.path(part), name: name, bytes: bytes, rotation: rotation)
        unwritten.append(Write(file: file, completion: completion))
        writeNext()
    }

    private func writeNext() {
        guard !isWriting, !unwritten.isEmpty else { return }
        isWriting = true
        let batch = Array(unwritten.prefix(FileBatch.most))
        unwritten.removeFirst(batch.count)
        store.run(.slow) { [files = batch.map(\.file), calls = store.calls] () throws(SystemError) in
            FileBatch.write(files, calls)
        } completion: { [self] result in
            isWriting = false
            for (index, write) in batch.enumerated() {
                let result = result.flatMap { $0[index] }
                if case .failure(let error) = result { store.noteFailure(error) }
                write.completion(result)
            }
            writeNext()
        }
    }

    /// Erases and removes a submission. If that fails, it is tried again every second.
    package func remove(_ key: String) { store.remove(.submissions, key, .slow) }

    // MARK: Reading

    /// Reads the document of a submission.
    package func read(_ key: String, completion: @escaping @LoopActor (Result<[UInt8], any Error>) -> Void) {
        store.read { [folder = store.folder, calls = store.calls] in
            try Self.document(of: key, in: folder, calls)
        } completion: {
            completion($0)
        }
    }

    /// Reads the documents of submissions.
    ///
    /// - Parameters:
    ///   - make: makes something of a document; called on another thread.
    ///   - completion: called with a result for each key.
    package func read<Made: Sendable>(
        _ keys: [String],
        _ make: @escaping @Sendable (_ key: String, _ document: [UInt8]) throws -> Made,
        completion: @escaping @LoopActor ([Result<Made, any Error>]) -> Void
    ) {
        store.read { [folder = store.folder, calls = store.calls] in
            keys.map { key in Result { try make(key, try Self.document(of: key, in: folder, calls)) } }
        } completion: { result in
            switch result {
            case .success(let made): completion(made)
            case .failure(let error): completion(keys.map { _ in .failure(error) })
            }
        }
    }

    /// Reads the document of a submission into a file in memory.
    package func open(_ key: String, completion: @escaping @LoopActor (Result<Descriptor, any Error>) -> Void) {
        store.read { [folder = store.folder, calls = store.calls] in
            let document = try Self.document(of: key, in: folder, calls)
            let file = Descriptor(
                owning: try SystemError.check(unsafe linux_memory_file("submission"), "make a file in memory")
            )
            try FileCalls.writeAll(file, document, at: 0)
            return file
        } completion: {
            completion($0)
        }
    }

    private nonisolated static func document(
        of key: String,
        in folder: StateFolder,
        _ calls: FileCalls
    ) throws -> [UInt8] {
        let bytes = try folder.contents(.submissions, key, limit: SessionFile.maximumLength, calls)
        guard let record = try SessionFileContents(bytes).records.last else {
            throw StoreFormatError("it has no document")
        }
        return Array(record.bytes)
    }

    /// Writes the documents of submissions into a folder that is not formd's, each to the file `KEY.json`.
    ///
    /// - Parameter completion: called with a result for each key when the files are on the disk. If the folder does not
    ///   respond, that may take any time.
    package func spool(
        _ keys: [String],
        into directory: String,
        _ rotation: Rotation? = nil,
        completion: @escaping @LoopActor ([Result<Void, any Error>]) -> Void
    ) {
        do {
            let carrier = try carriers[directory] ?? Worker()
            carriers[directory] = carrier
            carrier.run { [folder = store.folder, calls = store.calls] () throws(SystemError) in
                Self.carry(keys, into: directory, rotation, from: folder, calls)
            } completion: { result in
                completion((try? result.get()) ?? [])
            }
        } catch {
            EventLoop.shared.post { completion(keys.map { _ in .failure(error) }) }
        }
    }

    private nonisolated static func carry(
        _ keys: [String],
        into directory: String,
        _ rotation: Rotation?,
        from folder: StateFolder,
        _ calls: FileCalls
    ) -> [Result<Void, any Error>] {
        let documents = keys.map { key in Result { try document(of: key, in: folder, calls) } }
        let files = zip(keys, documents).compactMap { key, document in
            (try? document.get()).map {
                FileBatch.File(
                    folder: directory,
                    name: spoolName(key),
                    bytes: $0,
                    mode: 0o640,
                    rotation: rotation
                )
            }
        }
        var results = FileBatch.write(files, calls)[...]
        return documents.map { document in
            document.flatMap { _ in
                results.removeFirst().mapError { $0 as any Error }
            }
        }
    }
}

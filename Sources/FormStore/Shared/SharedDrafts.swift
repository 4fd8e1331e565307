import EventLoop
import Logging
import PostgreSQL

/// The drafts of several daemons. One that two daemons have changed while they were cut off from each other is kept twice,
/// the later one under a name with its daemon's.
@LoopActor
final class SharedDrafts {
    private unowned let store: SessionStore
    private let kiosk: String
    private let logger: Logger
    /// The files of the drafts that are not shared as they are, or not discarded.
    private var due: [String: Change] = [:]
    /// Those that the database has refused, until they are tried again.
    private var refused: [String: Change] = [:]
    /// Those that were on disk at the start and have not been read yet.
    private var unread: Set<String> = []
    private var isUnderWay = false
    /// The hashes of the contents that the database had when they were read, listed or written last, by file; empty for a
    /// draft that was discarded.
    private var bases: [String: String] = [:]

    private enum Change: Hashable {
        case written(Draft)
        case discarded(Draft, EndMark)
    }

    /// How long opening a session waits for the database.
    private static let patience = Duration.seconds(1)
    /// How many earlier contents are remembered of a draft.
    private static let remembered = 32

    init(of store: SessionStore, kiosk: String, logger: Logger) {
        (self.store, self.kiosk, self.logger) = (store, kiosk, logger)
    }

    var behind: Int { due.count + refused.count + unread.count }

    /// Whether the draft on this machine's disk is not shared yet.
    func isDue(_ draft: Draft) -> Bool {
        due[draft.file] != nil || refused[draft.file] != nil || unread.contains(draft.file)
    }

    // MARK: Bringing drafts to the database

    /// Brings the drafts that are on disk at the start, of which nobody knows whether they are shared.
    func readAll() {
        unread = Set(store.draftFiles.values.flatMap(\.keys))
        store.readAllDrafts { [self] file, draft in
            // One that was written or discarded meanwhile is brought anyway.
            if unread.remove(file) != nil, let draft { written(draft) }
        }
    }

    func written(_ draft: Draft) {
        // A restart must not discard what was written since.
        if case .discarded(_, let mark) = due[draft.file] ?? refused[draft.file] { store.forget(mark) }
        note(.written(draft), in: draft.file)
    }

    /// Notes that the draft of a mark was discarded.
    func discarded(_ mark: EndMark) {
        if let draft = mark.draft { note(.discarded(draft, mark), in: draft.file) }
    }

    private func note(_ change: Change, in file: String) {
        (due[file], refused[file]) = (change, nil)
        unread.remove(file)
        bringNext()
    }

    /// The hash of what the database has, as far as is known; `nil` also for a draft that was discarded, because another one
    /// may have been written and discarded when this is read from the disk.
    func base(of draft: Draft) -> String? { bases[draft.file].flatMap { $0.isEmpty ? nil : $0 } }

    /// Brings everything that is left, after the database was away or has refused it.
    func bringAll() {
        due.merge(refused) { newer, _ in newer }
        refused = [:]
        bringNext()
    }

    private func bringNext() {
        guard !isUnderWay, store.shared?.isReady == true, let (file, change) = due.first else { return }
        isUnderWay = true
        func base(_ draft: Draft) -> Statement.Parameter { (bases[file] ?? draft.base).map { .text($0) } ?? .null }
        let statements =
            switch change {
            case .written(let draft): Self.keep(draft, kiosk, base: base(draft))
            case .discarded(let draft, _): Self.discard(draft, kiosk, base: base(draft))
            }
        store.shared?.perform(statements) { [self] result in
            isUnderWay = false
            switch result {
            case .failure(let error) where error.isConnectionLost: return
            case .failure(let error):
                store.shared?.report("draft", file, error.message)
                if due[file] == change { (due[file], refused[file]) = (nil, change) }
            case .success(let results): brought(file, change, results)
            }
            bringNext()
        }
    }

    private func brought(_ file: String, _ change: Change, _ results: [Rows]) {
        // It may have been written again meanwhile.
        func end() {
            guard due[file] == change else { return }
            due[file] = nil
            if case .discarded(_, let mark) = change { store.forget(mark) }
        }
        guard case .written(let draft) = change else {
            bases[file] = results[0].affected > 0 ? "" : nil
            return end()
        }
        let found = results[1].rows.first
        let hash = found?.value(0)?.text
        if results[0].affected > 0 || hash == draft.hash {
            bases[file] = draft.hash
            return end()
        }
        // One that another daemon has gone on with since, or has discarded, is not news.
        if found?.value(1)?.text == "t" {
            let isNewest = due[file] == change && !store.isWriting(draft)
            end()
            if hash == "", isNewest {
                bases[file] = ""
                store.discard(draft, isKnown: true)
            }
            return
        }
        var copy = Draft(user: draft.user, form: draft.form, name: draft.name(at: kiosk), changed: draft.changed)
        copy.values = draft.values
        // Each later change of the draft finds this again, and changes the copy.
        if bases[copy.file] == nil {
            logger.warning(
                "a draft was changed at two daemons that were cut off from each other; both are kept",
                metadata: ["form": "\(draft.form)", "draft": "\(draft.name)", "copy": "\(copy.name)"]
            )
        }
        end()
        due[copy.file] = .written(copy)
    }

    private static func key(_ draft: Draft) -> [Statement.Parameter] {
        [.text("\(draft.user)"), .text(draft.form), .text(draft.name)]
    }

    /// - Parameter base: NULL if it is not known what the database has.
    private static func keep(_ draft: Draft, _ kiosk: String, base: Statement.Parameter) -> [Statement] {
        [
            Statement(
                """
                INSERT INTO formd_drafts AS d (owner, form, name, hash, kiosk, changed, contents)
                VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (owner, form, name) DO UPDATE SET
                    earlier = (d.earlier || d.hash)[greatest(1, cardinality(d.earlier) + 2 - \(remembered)):],
                    hash = $4, kiosk = $5, changed = $6, contents = $7
                WHERE d.hash <> $4 AND (d.hash = $8 OR (d.kiosk = $5 OR d.hash = '') AND NOT $4 = ANY(d.earlier))
                """,
                key(draft) + [
                    .text(draft.hash), .text(kiosk), .text("\(draft.changed)"), .bytes(draft.contents), base,
                ]
            ),
            Statement(
                "SELECT hash, $4 = ANY(earlier) FROM formd_drafts WHERE \(isAsked)",
                key(draft) + [.text(draft.hash)]
            ),
        ]
    }

    private static let isAsked = "owner = $1 AND form = $2 AND name = $3"

    /// Deletes a draft's contents. Its row stays, so that a daemon that was cut off learns that it was discarded.
    private static func discard(_ draft: Draft, _ kiosk: String, base: Statement.Parameter) -> [Statement] {
        let text = """
            UPDATE formd_drafts SET earlier = earlier || hash, hash = '', contents = NULL,
                changed = extract(epoch FROM now())::bigint
            WHERE \(isAsked) AND (hash = $4 OR kiosk = $5)
            """
        return [Statement(text, key(draft) + [base, .text(kiosk)])]
    }

    /// Deletes what is left of drafts that were discarded long ago.
    static let purge = Statement(
        "DELETE FROM formd_drafts WHERE hash = '' AND changed < extract(epoch FROM now() - interval '30 days')"
    )

    // MARK: Reading

    /// What the database knows of a draft.
    enum Found {
        case draft(Draft)
        case none
        /// It is away, or does not answer in time.
        case unknown
    }

    func read(_ asked: Draft, completion: @escaping @LoopActor (Found) -> Void) {
        ask(Statement("SELECT contents FROM formd_drafts WHERE \(Self.isAsked)", Self.key(asked), isBinary: true)) {
            [self] rows in
            guard let rows else { return completion(.unknown) }
            guard let bytes = rows.rows.first?.value(0)?.bytes else {
                note(base: rows.rows.isEmpty ? nil : "", of: asked)
                return completion(.none)
            }
            do {
                let draft = try Draft(asked.file, of: asked.user, SessionFileContents(bytes))
                note(base: draft.hash, of: asked)
                completion(.draft(draft))
            } catch {
                logger.error("a draft of the database cannot be read: \(error)", metadata: ["file": "\(asked.file)"])
                completion(.unknown)
            }
        }
    }

    /// A user's drafts without their values; `nil` if the database is away.
    func list(of user: UInt32, completion: @escaping @LoopActor ([Draft]?) -> Void) {
        let text = "SELECT form, name, changed, hash FROM formd_drafts WHERE owner = $1 AND hash <> '' LIMIT 1000"
        ask(Statement(text, [.text("\(user)")])) { [self] rows in
            completion(
                rows?.rows.compactMap { row in
                    guard let form = row.value(0)?.text, let name = row.value(1)?.text else { return nil }
                    let draft = Draft(user: user, form: form, name: name, changed: row.value(2)?.integer ?? 0)
                    // Who discards it has seen it in the list.
                    note(base: row.value(3)?.text, of: draft)
                    return draft
                }
            )
        }
    }

    /// Notes what the database has of a draft, unless it was changed here before that was known.
    private func note(base: String?, of draft: Draft) {
        if !isDue(draft), !store.isWriting(draft) { bases[draft.file] = base }
    }

    private func ask(_ statement: Statement, completion: @escaping @LoopActor (Rows?) -> Void) {
        guard store.shared?.isReady == true else { return completion(nil) }
        var isDone = false
        var timer: EventSource?
        let end: @LoopActor (Rows?) -> Void = { rows in
            guard !isDone else { return }
            isDone = true
            timer?.cancel()
            completion(rows)
        }
        timer = try? EventLoop.shared.addTimer(after: Self.patience) { end(nil) }
        store.shared?.perform([statement]) { end(try? $0.get().first) }
    }
}

extension Draft {
    /// Tells contents apart.
    var hash: String { StableHash.text(of: SessionFileContents.bytes(of: values)) }

    /// The name of a copy that another daemon keeps, of at most 64 characters.
    fileprivate func name(at kiosk: String) -> String {
        let end = " (\(kiosk))".unicodeScalars.prefix(40)
        return String(String.UnicodeScalarView(name.unicodeScalars.prefix(64 - end.count) + end))
    }
}

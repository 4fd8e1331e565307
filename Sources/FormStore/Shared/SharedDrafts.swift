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
    private var isUnderWay = false
    /// The hashes of the contents that the database had when they were read or written last, by file.
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

    var behind: Int { due.count }

    /// Whether the draft on this machine's disk is not shared yet.
    func isDue(_ draft: Draft) -> Bool { due[draft.file] != nil }

    // MARK: Bringing drafts to the database

    func written(_ draft: Draft) {
        due[draft.file] = .written(draft)
        bringNext()
    }

    /// Notes that the draft of a mark was discarded.
    func discarded(_ mark: EndMark) {
        guard let draft = mark.draft else { return }
        due[draft.file] = .discarded(draft, mark)
        bringNext()
    }

    /// The hash of what the database has, as far as is known.
    func base(of draft: Draft) -> String? { bases[draft.file] }

    /// Brings everything that is left, after the database was away.
    func bringAll() {
        isUnderWay = false
        bringNext()
    }

    private func bringNext() {
        guard !isUnderWay, store.shared?.isReady == true, let (file, change) = due.first else { return }
        isUnderWay = true
        let statements =
            switch change {
            case .written(let draft): Self.keep(draft, kiosk, base: bases[file] ?? draft.base ?? "")
            case .discarded(let draft, _): Self.discard(draft, kiosk, base: bases[file] ?? draft.base ?? "")
            }
        store.shared?.perform(statements) { [self] result in
            isUnderWay = false
            switch result {
            case .failure(let error) where error.isConnectionLost: return
            case .failure(let error):
                logger.error("a draft cannot be shared: \(error.message)", metadata: ["file": "\(file)"])
                due[file] = nil
            case .success(let results): brought(file, change, results)
            }
            bringNext()
        }
    }

    private func brought(_ file: String, _ change: Change, _ results: [Rows]) {
        // It may have been written again meanwhile.
        func end() {
            if due[file] == change { due[file] = nil }
            if case .discarded(_, let mark) = change { store.forget(mark) }
        }
        guard case .written(let draft) = change else { return end() }
        let found = results[1].rows.first
        if results[0].affected > 0 || found?[0]?.text == draft.hash {
            bases[file] = draft.hash
            return end()
        }
        // One that another daemon has gone on with since is not news.
        if found?[1]?.text == "t" { return end() }
        var copy = Draft(user: draft.user, form: draft.form, name: draft.name(at: kiosk), changed: draft.changed)
        copy.values = draft.values
        logger.warning(
            "a draft was changed at two daemons that were cut off from each other; both are kept",
            metadata: ["form": "\(draft.form)", "draft": "\(draft.name)", "copy": "\(copy.name)"]
        )
        end()
        bases[file] = found?[0]?.text
        due[copy.file] = .written(copy)
    }

    private static func key(_ draft: Draft) -> [Statement.Parameter] {
        [.text("\(draft.user)"), .text(draft.form), .text(draft.name)]
    }

    private static func keep(_ draft: Draft, _ kiosk: String, base: String) -> [Statement] {
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
                    .text(draft.hash), .text(kiosk), .text("\(draft.changed)"), .bytes(draft.contents), .text(base),
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
    private static func discard(_ draft: Draft, _ kiosk: String, base: String) -> [Statement] {
        let text = """
            UPDATE formd_drafts SET earlier = earlier || hash, hash = '', contents = NULL,
                changed = extract(epoch FROM now())::bigint
            WHERE \(isAsked) AND (hash = $4 OR kiosk = $5)
            """
        return [Statement(text, key(draft) + [.text(base), .text(kiosk)])]
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
            guard let bytes = rows.rows.first?[0]?.bytes else { return completion(.none) }
            do {
                let draft = try Draft(asked.file, of: asked.user, SessionFileContents(bytes))
                bases[asked.file] = draft.hash
                completion(.draft(draft))
            } catch {
                logger.error("a draft of the database cannot be read: \(error)", metadata: ["file": "\(asked.file)"])
                completion(.unknown)
            }
        }
    }

    /// A user's drafts without their values; `nil` if the database is away.
    func list(of user: UInt32, completion: @escaping @LoopActor ([Draft]?) -> Void) {
        let text = "SELECT form, name, changed FROM formd_drafts WHERE owner = $1 AND hash <> '' LIMIT 1000"
        ask(Statement(text, [.text("\(user)")])) { rows in
            completion(
                rows?.rows.compactMap { row in
                    guard let form = row[0]?.text, let name = row[1]?.text else { return nil }
                    return Draft(user: user, form: form, name: name, changed: row[2]?.integer ?? 0)
                }
            )
        }
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

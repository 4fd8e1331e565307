import PostgreSQL

/// The SQL statements about one session. Unless the session is this daemon's, they write nothing, and the first of them
/// affects no row.
struct SharedStatements {
    private let identity: SharedIdentity
    private let kiosk: String

    init(_ identity: SharedIdentity, _ kiosk: String) { (self.identity, self.kiosk) = (identity, kiosk) }

    private var own: [Statement.Parameter] { [.text(identity.id), .text(kiosk), .text("\(identity.epoch)")] }

    private static let isOwn = "id = $1 AND kiosk = $2 AND epoch = $3 AND ended IS NULL"

    private func statement(_ text: String, _ more: Statement.Parameter...) -> Statement {
        Statement(text, own + more)
    }

    /// - Parameter entries: those of the session's file.
    func replace(_ entries: [String: String], _ contents: [UInt8]) -> [Statement] {
        [
            // One that was released, and its answer lost, is taken again.
            statement(
                """
                INSERT INTO formd_sessions AS s (id, kiosk, epoch, owner, token, form) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (id) DO UPDATE SET kiosk = $2, owner = $4, token = $5, form = $6, changed = now()
                WHERE (s.kiosk = $2 OR s.kiosk IS NULL) AND s.epoch = $3 AND s.ended IS NULL
                """,
                .text(entries["owner"] ?? "0"),
                .text(entries["token"] ?? ""),
                .text(entries["form"] ?? "")
            ),
            statement("DELETE FROM formd_pieces p USING formd_sessions s WHERE p.id = s.id AND s.\(Self.isOwnOfS)"),
            statement(
                "INSERT INTO formd_pieces SELECT id, 0, $4::bytea FROM formd_sessions WHERE \(Self.isOwn)",
                .bytes(contents)
            ),
            told,
        ]
    }

    private static let isOwnOfS = "id = $1 AND s.kiosk = $2 AND s.epoch = $3 AND s.ended IS NULL"

    func append(_ contents: [UInt8], _ piece: Int) -> [Statement] {
        [
            // Nobody can claim the session until this is committed.
            statement(
                """
                WITH own AS (SELECT id FROM formd_sessions WHERE \(Self.isOwn) FOR SHARE)
                INSERT INTO formd_pieces SELECT id, $4::integer, $5::bytea FROM own
                """,
                .text("\(piece)"),
                .bytes(contents)
            ),
            told,
        ]
    }

    /// Tells those who watch the session.
    private var told: Statement {
        Statement(
            "SELECT pg_notify('formd_' || id, '') FROM formd_sessions WHERE id = $1 AND watched > now()",
            [.text(identity.id)]
        )
    }

    /// Ends the session and deletes its pieces. Its row stays, so that a daemon that was cut off learns that it has ended.
    var end: [Statement] {
        [
            statement("UPDATE formd_sessions SET ended = now(), code = NULL WHERE \(Self.isOwn)"),
            Statement(
                """
                DELETE FROM formd_pieces p USING formd_sessions s
                WHERE p.id = $1 AND s.id = $1 AND s.ended IS NOT NULL
                """,
                [.text(identity.id)]
            ),
            told,
        ]
    }

    var release: [Statement] {
        [
            statement("UPDATE formd_sessions SET kiosk = NULL, changed = now() WHERE \(Self.isOwn)"),
            Statement("SELECT pg_notify($1, '')", [.text("formd_\(identity.id)")]),
        ]
    }

    /// Makes the code with which the session was claimed invalid.
    var endCode: [Statement] { [statement("UPDATE formd_sessions SET code = NULL WHERE \(Self.isOwn)")] }

    func share(_ code: String, for seconds: Int) -> [Statement] {
        [
            statement(
                """
                UPDATE formd_sessions SET code = $4, code_until = now() + make_interval(secs => $5::double precision)
                WHERE \(Self.isOwn)
                """,
                .text(code),
                .text("\(seconds)")
            )
        ]
    }

    /// Whether what another daemon has gone on with is all there was of the session here.
    func wasWhole(_ contents: [UInt8]) -> [Statement] {
        [
            Statement(
                "SELECT taken = sha256($3) FROM formd_sessions WHERE id = $1 AND epoch = $2::bigint + 1",
                [.text(identity.id), .text("\(identity.epoch)"), .bytes(contents)]
            )
        ]
    }

    // MARK: Sessions of others

    static func list(_ user: UInt32) -> [Statement] {
        [
            Statement(
                """
                SELECT id, token, form, kiosk, extract(epoch FROM changed)::bigint FROM formd_sessions
                WHERE owner = $1 AND ended IS NULL ORDER BY changed DESC LIMIT 1000
                """,
                [.text("\(user)")]
            )
        ]
    }

    /// Reads a session that belongs to whichever daemon, which says for some seconds when it has changed.
    static func watch(_ id: String, _ owner: UInt32, for seconds: Int) -> [Statement] {
        let parameters: [Statement.Parameter] = [.text(id), .text("\(owner)")]
        let isAsked = "id = $1 AND owner = $2 AND ended IS NULL"
        return [
            Statement(
                """
                UPDATE formd_sessions SET watched = now() + make_interval(secs => $3::double precision) WHERE \(isAsked)
                """,
                parameters + [.text("\(seconds)")]
            ),
            Statement(
                "SELECT contents FROM formd_pieces JOIN formd_sessions USING (id) WHERE \(isAsked) ORDER BY number",
                parameters,
                isBinary: true
            ),
        ]
    }

    /// Gives back a session that a daemon does not know to be its own: its claim was not followed through.
    static func giveBack(_ id: String, _ kiosk: String) -> [Statement] {
        [
            Statement(
                "UPDATE formd_sessions SET kiosk = NULL WHERE id = $1 AND kiosk = $2 AND ended IS NULL",
                [.text(id), .text(kiosk)]
            ),
            Statement("SELECT pg_notify($1, '')", [.text("formd_\(id)")]),
        ]
    }

    static func claim(
        _ id: String,
        _ owner: UInt32?,
        code: String?,
        _ kiosk: String,
        lease: Duration
    ) -> [Statement] {
        let id = Statement.Parameter.text(id)
        let owner = owner.map { Statement.Parameter.text("\($0)") } ?? .null
        let code = code.map { Statement.Parameter.text($0) } ?? .null
        return [
            Statement("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [id]),
            Statement(
                """
                UPDATE formd_sessions s SET kiosk = $2, epoch = epoch + 1, taken = sha256(
                    (SELECT coalesce(string_agg(contents, '' ORDER BY number), '') FROM formd_pieces p WHERE p.id = s.id)
                )
                WHERE id = $1 AND ended IS NULL AND ($4::bigint IS NULL OR owner = $4)
                AND ($5::text IS NULL OR code = $5 AND code_until > now())
                AND (kiosk IS NULL OR kiosk = $2 OR NOT EXISTS (
                    SELECT FROM formd_kiosks k
                    WHERE k.kiosk = s.kiosk AND k.seen > now() - make_interval(secs => $3::double precision)
                )) RETURNING epoch, owner
                """,
                [id, .text(kiosk), .text("\(lease / .seconds(1))"), owner, code]
            ),
            Statement(
                """
                SELECT contents FROM formd_pieces p JOIN formd_sessions s USING (id)
                WHERE id = $1 AND s.kiosk = $2 ORDER BY number
                """,
                [id, .text(kiosk)],
                isBinary: true
            ),
            Statement(
                """
                SELECT kiosk FROM formd_sessions
                WHERE id = $1 AND ended IS NULL AND ($2::bigint IS NULL OR owner = $2)
                AND ($3::text IS NULL OR code = $3 AND code_until > now())
                """,
                [id, owner, code]
            ),
        ]
    }
}

import EventLoop
import PostgreSQL

/// The tables of the shared store. A version that was ever released is never changed; what a later one needs is another
/// migration.
enum SharedSchema {
    static let migrations: [[String]] = [
        [
            // A daemon, and when it was last here by the database's clock.
            """
            CREATE TABLE formd_kiosks (
                kiosk text PRIMARY KEY, host text NOT NULL, version text NOT NULL,
                seen timestamptz NOT NULL DEFAULT now()
            )
            """,
            """
            CREATE TABLE formd_sessions (
                id text PRIMARY KEY, owner bigint NOT NULL, token text NOT NULL, form text NOT NULL,
                kiosk text, epoch bigint NOT NULL,
                code text UNIQUE, code_until timestamptz,
                taken bytea, watched timestamptz,
                begun timestamptz NOT NULL DEFAULT now(), changed timestamptz NOT NULL DEFAULT now(), ended timestamptz
            )
            """,
            "CREATE INDEX formd_sessions_owner ON formd_sessions (owner) WHERE ended IS NULL",
            // The file of a session is its pieces in their order.
            """
            CREATE TABLE formd_pieces (
                id text NOT NULL REFERENCES formd_sessions ON DELETE CASCADE, number integer NOT NULL,
                contents bytea NOT NULL, PRIMARY KEY (id, number)
            )
            """,
            // The hashes of a draft's earlier contents tell a daemon that was away whether its own is one of them.
            """
            CREATE TABLE formd_drafts (
                owner bigint NOT NULL, form text NOT NULL, name text NOT NULL, hash text NOT NULL,
                earlier text[] NOT NULL DEFAULT '{}', kiosk text NOT NULL, changed bigint NOT NULL,
                contents bytea, PRIMARY KEY (owner, form, name)
            )
            """,
        ]
    ]

    /// Two daemons that start at the same time do not both change the tables.
    private static let lock = Statement("SELECT pg_advisory_xact_lock(hashtextextended('formd schema', 0))")

    /// Makes the tables what this version needs.
    ///
    /// - Parameter completion: called with the reason why they are not; a database of a later version is one.
    @LoopActor
    static func bringUp(_ database: Database, completion: @escaping @LoopActor (DatabaseError?) -> Void) {
        let table =
            "CREATE TABLE IF NOT EXISTS formd_schema (version integer PRIMARY KEY, since timestamptz DEFAULT now())"
        database.perform([lock, Statement(table), Statement("SELECT coalesce(max(version), 0) FROM formd_schema")]) {
            switch $0 {
            case .failure(let error): completion(error)
            case .success(let results):
                let version = results.last?.rows.first?.value(0)?.integer ?? 0
                guard 0...migrations.count ~= version else {
                    let message = "its tables are of version \(version); this formd knows \(migrations.count)"
                    return completion(DatabaseError("XX000", message))
                }
                migrate(database, from: version, completion)
            }
        }
    }

    @LoopActor
    private static func migrate(
        _ database: Database,
        from version: Int,
        _ completion: @escaping @LoopActor (DatabaseError?) -> Void
    ) {
        guard version < migrations.count else { return completion(nil) }
        let step = Statement("INSERT INTO formd_schema (version) VALUES ($1)", [.text("\(version + 1)")])
        database.perform([lock, step] + migrations[version].map { Statement($0) }) {
            switch $0 {
            // Another daemon has done it meanwhile.
            case .failure(let error) where error.sqlState == "23505":
                migrate(database, from: version + 1, completion)
            case .failure(let error): completion(error)
            case .success: migrate(database, from: version + 1, completion)
            }
        }
    }
}

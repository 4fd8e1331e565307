import EventLoop
package import FormBundles
package import PostgreSQL

/// A table of PostgreSQL, `formd_bundles`, of which the row with the greatest version counts. A row that is inserted wakes the
/// kiosks. Each of them has a row in `formd_bundle_kiosks`, which says what it has.
package final class PostgreSQLBundleSource: BundleSource {
    /// Called when something may have been published.
    package var onNews: (@LoopActor () -> Void)?
    package let address: String
    private let connection: @LoopActor () -> Database
    private var opened: Database?
    private let name: String
    private let host: String
    /// Whether the tables are there.
    private var isPrepared = false

    /// The channel on which the name of a bundle is sent that was published.
    private static let channel = "formd_bundles"

    /// - Parameters:
    ///   - host: the name of this machine.
    ///   - connection: makes the connection to the database, again after a pause.
    package init(
        _ address: String,
        name: String,
        host: String,
        connection: @escaping @LoopActor () -> Database
    ) {
        (self.address, self.name, self.host, self.connection) = (address, name, host, connection)
    }

    private var database: Database {
        if let opened { return opened }
        let database = connection()
        database.onState = { [weak self] isConnected in if isConnected { self?.listen() } }
        database.onNotification = { [weak self] channel, payload in
            guard let self, channel == Self.channel, payload == name else { return }
            onNews?()
        }
        opened = database
        return database
    }

    package func pause() {
        opened?.stop()
        (opened, isPrepared) = (nil, false)
    }

    /// The server forgets it with the connection, and what was published meanwhile is not told.
    private func listen() {
        database.perform([Statement("LISTEN \(Self.channel)")]) { [weak self] result in
            if case .success = result { self?.onNews?() }
        }
    }

    package func signature(
        _ report: BundleReport,
        completion: @escaping @LoopActor (Result<[UInt8], BundleError>) -> Void
    ) {
        read("signature", []) { completion($0.map { Array(($0[0]?.text ?? "").utf8) }) }
    }

    package func publication(
        _ report: BundleReport,
        completion: @escaping @LoopActor (Result<BundleShelf.Publication, BundleError>) -> Void
    ) {
        let limit = String(FormBundle.maximumLength)
        let contents = "CASE WHEN octet_length(contents) <= $2::bigint THEN contents END"
        read("signature, \(contents)", [.text(limit)]) { result in
            completion(
                result.flatMap { row in
                    guard row.count == 2, let document = row[1]?.bytes else {
                        return .failure(BundleError(.tooLarge, "it has more than \(limit) bytes"))
                    }
                    return .success(
                        BundleShelf.Publication(document: document, signature: Array((row[0]?.text ?? "").utf8))
                    )
                }
            )
        }
    }

    /// Reads columns of what is published now.
    private func read(
        _ columns: String,
        _ parameters: [Statement.Parameter],
        completion: @escaping @LoopActor (Result<[Rows.Value?], BundleError>) -> Void
    ) {
        let statement = Statement(
            "SELECT \(columns) FROM formd_bundles WHERE name = $1 ORDER BY version DESC LIMIT 1",
            [.text(name)] + parameters,
            isBinary: true
        )
        prepare { [self] failure in
            if let failure { return completion(.failure(failure)) }
            database.perform([statement]) { [self] result in
                switch result {
                case .failure(let error): completion(.failure(unreachable(error)))
                case .success(let rows):
                    guard let row = rows.first?.rows.first, !row.isEmpty else {
                        let message = "the table formd_bundles of \(address) has no bundle \"\(name)\""
                        return completion(.failure(BundleError(.unreachable, message)))
                    }
                    completion(.success(row))
                }
            }
        }
    }

    private func unreachable(_ error: DatabaseError) -> BundleError {
        BundleError(.unreachable, "\(address): \(error)")
    }

    package func tell(_ report: BundleReport) {
        guard isPrepared else { return }
        let columns = ["version", "since", "host", "seen", "error"]
        let statement = Statement(
            """
            INSERT INTO formd_bundle_kiosks (kiosk, bundle, \(columns.joined(separator: ", "))) \
            VALUES ($1, $2, $3::bigint, to_timestamp($4::double precision), $5, now(), $6) \
            ON CONFLICT (kiosk, bundle) DO UPDATE SET \
            \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """,
            [
                .text(report.kiosk), .text(report.bundle), report.use.map { .text(String($0.version)) } ?? .null,
                report.use.map { .text(String($0.since)) } ?? .null, .text(host), .text(report.error),
            ]
        )
        // What it cannot tell now is told after the next look.
        database.perform([statement]) { _ in }
    }

    // MARK: The tables

    private func prepare(_ completion: @escaping @LoopActor (BundleError?) -> Void) {
        guard !isPrepared else { return completion(nil) }
        let tables = "to_regclass('formd_bundles') IS NOT NULL AND to_regclass('formd_bundle_kiosks') IS NOT NULL"
        database.perform([Statement("SELECT \(tables)")]) { [self] result in
            switch result {
            case .failure(let error): completion(unreachable(error))
            case .success(let rows) where rows.first?.rows.first?.first??.flag == true:
                isPrepared = true
                completion(nil)
            case .success:
                database.perform(Self.tables.map { Statement($0) }) { [self] result in
                    if case .failure(let error) = result { return completion(unreachable(error)) }
                    isPrepared = true
                    completion(nil)
                }
            }
        }
    }

    /// Makes the tables. Of several kiosks that find none, one does it, and the others wait.
    private static let tables = [
        "SELECT pg_advisory_xact_lock(hashtext('formd_bundles'))",
        """
        CREATE TABLE IF NOT EXISTS formd_bundles (
            name text NOT NULL, version bigint NOT NULL, contents bytea NOT NULL, signature text NOT NULL,
            published timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (name, version))
        """,
        """
        CREATE TABLE IF NOT EXISTS formd_bundle_kiosks (
            kiosk text NOT NULL, bundle text NOT NULL, host text NOT NULL, version bigint, since timestamptz,
            seen timestamptz NOT NULL, error text NOT NULL, PRIMARY KEY (kiosk, bundle))
        """,
        """
        CREATE OR REPLACE FUNCTION formd_bundle_published() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN PERFORM pg_notify(''\(channel)'', NEW.name); RETURN NULL; END'
        """,
        "DROP TRIGGER IF EXISTS formd_bundle_published ON formd_bundles",
        """
        CREATE TRIGGER formd_bundle_published AFTER INSERT OR UPDATE ON formd_bundles
            FOR EACH ROW EXECUTE FUNCTION formd_bundle_published()
        """,
    ]
}

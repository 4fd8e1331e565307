package import PostgreSQLAddress
import TextEditing

/// Where the answers of a form go when it is submitted. Only an installed form has this, because a program that it
/// names runs as the daemon's user.
package struct SubmissionDefinition: Sendable, Hashable {
    package var target: Target = .spool
    /// The absolute path of the spool's folder; `nil` for the one below the state folder.
    package var directory: String?
    /// How the folder is divided into folders, and how many of them are kept; `nil` keeps all.
    package var rotation: Rotation = .never
    package var keep: Int?
    /// The absolute path of the program; `nil` for other targets.
    package var program: String?
    /// The absolute paths that the program may read, and those that it may write, besides its own folder.
    package var reads: [String] = []
    package var writes: [String] = []
    /// Whether the program may connect to the network.
    package var usesNetwork = false
    /// Empty for other targets.
    package var server = Server()
    /// Empty for other targets.
    package var table = Table()
    /// The secrets that are submitted; `nil` if none are.
    package var secrets: SealedSecrets?
    /// For how many seconds `Submit` waits until the target has accepted or refused the answers.
    package var wait = 2

    package init() {}

    /// Secrets that only the owner of a secret key can read.
    package struct SealedSecrets: Sendable, Hashable {
        /// The names of secret fields outside of groups.
        package var fields: [String] = []
        /// For X25519; 32 bytes.
        package var publicKey: [UInt8] = []

        static let keys = KeyTable<SealedSecrets>("sealed secrets") {
            Key("fields", \.fields, ValueReader.string(limit: 256).list("names", from: 1, to: 64), isRequired: true)
                .described(as: "secret fields outside of groups")
            Key("publicKey", \.publicKey, publicKey, isRequired: true, "for X25519")
        }

        private static let publicKey: ValueReader<[UInt8]> = ValueReader<String>.string(limit: 64).map(
            "64 hexadecimal digits"
        ) {
            text,
            value,
            context in
            let digits = text.utf8.compactMap(\.hexDigit)
            guard text.utf8.count == 64, digits.count == 64 else {
                return context.error("\(quoted(text)) is not 64 hexadecimal digits", at: value)
            }
            return stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
    }

    package enum Target: String, Sendable, CaseIterable {
        /// A file for each submission.
        case spool
        /// A program that reads the answers.
        case program
        /// A server that gets the answers in a POST over HTTPS.
        case http
        /// A table in a database.
        case postgresql
    }

    package struct Server: Sendable, Hashable {
        package var url = ""
        /// The absolute paths of files in PEM format: the authorities that may have signed the server's certificate,
        /// `nil` for those of the system; the certificate that formd shows, and its private key, `nil` if they are in
        /// one file.
        package var authorities: String?
        package var certificate: String?
        package var privateKey: String?

        package init() {}
    }

    package struct Table: Sendable, Hashable {
        package var address: DatabaseAddress?
        /// The table's name, after that of its schema if it has one; empty if there is a statement.
        package var name: [String] = []
        /// The column for the idempotency key.
        package var keyColumn = "key"
        /// The column for the whole submission as JSON; `nil` if each value has its own.
        package var column: String?
        package var insert: InsertTemplate?

        /// What a statement calls the whole submission.
        package static let wholeDocument = "document"
        /// What it may name besides values.
        static let parts: Set = ["key", "form", "user", "submitted", "values", "secrets", wholeDocument]
    }

    package enum Rotation: String, Sendable, CaseIterable {
        case never, daily, monthly

        /// The names of the folders, for `strftime`; `nil` if there are none.
        package var format: String? {
            switch self {
            case .never: nil
            case .daily: "%Y-%m-%d"
            case .monthly: "%Y-%m"
            }
        }
    }

    /// Whether a submission has arrived as soon as it is in the state folder.
    package var isLocal: Bool { target == .spool && directory == nil }
}

extension SubmissionDefinition {
    static let keys = KeyTable<SubmissionDefinition>("a submission") {
        Key("type", \.target, .choice(), isRequired: true)
            .described(
                as:
                    "`spool`: a file for each submission; `program`: a program that reads the answers; `http`: a server that gets a POST; `postgresql`: a table in a database"
            )
        Key("directory", \.directory, path, default: "below the state folder")
            .described(as: "the folder of a spool, which must exist")
        Key("rotate", \.rotation, .choice())
            .described(as: "`daily` and `monthly`: a spool has a folder for each day or month, such as `2026-11-28`")
        Key("keep", \.keep, .integer(in: 1...10_000, "folders"), default: "all")
            .described(as: "how many of these folders are kept; the oldest ones are removed with their files")
        Key("program", \.program, path).described(as: "the program")
        Key("reads", \.reads, path.list("paths", to: 64), "what the program may read besides its own folder")
        Key("writes", \.writes, path.list("paths", to: 64), "what the program may write")
        Key("network", \.usesNetwork, .bool, "whether the program may use the network")
        Key("url", \.server.url, address, "the server's address for submissions")
        Key("authorities", \.server.authorities, path, default: "the system's")
            .described(as: "PEM file: who may have signed the server's certificate")
        Key("certificate", \.server.certificate, path, "PEM file: the certificate that formd shows to the server")
        Key("privateKey", \.server.privateKey, path, default: "in `certificate`", "PEM file: the certificate's key")
        Key("database", \.table.address, database, "the database's address, without a password")
        Key("table", \.table.name, tableName, "the table, with a column for each value")
        Key("keyColumn", \.table.keyColumn, column, "the table's column for the submission's key, with a unique index")
        Key(
            "column",
            \.table.column,
            column,
            "a `jsonb` column for the whole submission, instead of one for each value"
        )
        Key("insert", \.table.insert, insert, "instead of `table`: a statement that names the values, such as `:key`")
        Key("secrets", \.secrets, SealedSecrets.keys.reader(SealedSecrets()))
            .described(as: "secret fields that are submitted, encrypted to a public key; the others are left out")
        Key(
            "wait",
            \.wait,
            .integer(in: 0...30, "seconds"),
            "how long `Submit` waits until the target has accepted or refused the answers"
        )
    }

    private static let path = ValueReader.string(limit: 4_096).map("an absolute path") { path, value, context in
        path.hasPrefix("/") && !path.utf8.contains(0)
            ? path : context.error("\(quoted(path)) is not an absolute path", at: value)
    }

    private static let address: ValueReader<String> = ValueReader.string(limit: 2_048).map("an address with `https://`")
    {
        url,
        value,
        context in
        let host = url.dropFirst("https://".count).prefix { !"/?#".contains($0) }
        guard url.hasPrefix("https://"), !host.isEmpty, url.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            return context.error("\(quoted(url)) is not an address that begins with https://", at: value)
        }
        // It would be shown to everybody who lists processes.
        return host.contains("@") ? context.error("the address contains the name of a user", at: value) : url
    }

    private static let database = ValueReader<String>.string(limit: DatabaseAddress.maximumLength)
        .map("`postgresql://USER@HOST/DATABASE`", show: \.description) { text, value, context in
            do throws(DatabaseAddressError) {
                return try DatabaseAddress(text)
            } catch {
                return context.error("this is not the address of a database: \(error)", at: value)
            }
        }

    /// A name in SQL.
    private static let column = ValueReader<String>.string(limit: 63).map("1 to 63 characters", show: { $0 }) {
        name,
        value,
        context in
        name.isEmpty || name.utf8.contains(0) || name.utf8.count > 63
            ? context.error("\(quoted(name)) is not a name in a database", at: value) : name
    }

    private static let tableName = ValueReader<String>.string(limit: 127)
        .map("`TABLE` or `SCHEMA.TABLE`", show: { $0.joined(separator: ".") }) { text, value, context in
            let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            return names.count > 2 || names.contains { $0.isEmpty || $0.utf8.contains(0) || $0.utf8.count > 63 }
                ? context.error("\(quoted(text)) is not the name of a table", at: value) : names
        }

    private static let insert = ValueReader<String>.string(limit: 16_384)
        .map("an SQL statement with parameters such as `:key`", show: \.source) { text, value, context in
            do throws(InsertTemplateError) {
                let insert = try InsertTemplate(text)
                if insert.names.contains("key") || insert.names.contains(Table.wholeDocument) { return insert }
                return context.error(
                    "the statement does not store :key, so that it could store a submission twice",
                    at: value
                )
            } catch {
                return context.error("this is not a statement for submissions: \(error)", at: value)
            }
        }

    /// The keys of each target alone.
    private static let own: [(target: Target, keys: [String])] = [
        (.spool, ["directory", "rotate", "keep"]), (.program, ["program", "reads", "writes", "network"]),
        (.http, ["url", "authorities", "certificate", "privateKey"]),
        (.postgresql, ["database", "table", "keyColumn", "column", "insert"]),
    ]
    private static let required = [Target.program: "program", .http: "url", .postgresql: "database"]

    /// Reads the key `submission`; returns `nil` if the value is not an object.
    static func read(_ value: JSONValue, _ context: DecodingContext) -> SubmissionDefinition? {
        var submission = SubmissionDefinition()
        guard let object = keys.read(value, into: &submission, context) else { return nil }
        for (target, keys) in own where target != submission.target {
            for key in keys {
                guard let value = object[key] else { continue }
                context.error("a submission of the type “\(submission.target.rawValue)” has no “\(key)”", at: value)
            }
        }
        if let key = required[submission.target], object[key] == nil {
            context.error("a submission of the type “\(submission.target.rawValue)” needs the key “\(key)”", at: value)
        }
        if let key = object["privateKey"], object["certificate"] == nil {
            context.error("“privateKey” needs the key “certificate”", at: key)
        }
        if submission.target == .postgresql {
            if (object["table"] == nil) == (object["insert"] == nil) {
                context.error("a submission of the type “postgresql” needs “table” or “insert”", at: value)
            }
            for key in ["keyColumn", "column"] where object["table"] == nil {
                if let value = object[key] { context.error("“\(key)” needs the key “table”", at: value) }
            }
        }
        if submission.rotation == .never, let keep = object["keep"] {
            context.error("“keep” needs the key “rotate”", at: keep)
        }
        return submission
    }
}

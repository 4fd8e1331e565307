import FormEngine
import FormModel
import PostgreSQLAddress
import Testing

@Suite("The submission in a definition")
struct SubmissionDefinitionTests {
    private static func decoded(_ submission: String) -> Decoded<FormDefinition> {
        DefinitionDecoder().decode(#"{"fields": [{"id": "a"}], "submission": \#(submission)}"#, name: "")
    }

    private static let database = #""type": "postgresql", "database": "postgresql://u@h/d""#
    private static let key = String(repeating: "0f", count: 32)

    @Test("a submission is decoded with its defaults")
    func decoding() throws {
        let spool = try #require(Self.decoded(#"{"type": "spool"}"#).value?.submission)
        #expect(spool == SubmissionDefinition() && spool.isLocal && spool.wait == 2)
        let rotated = try #require(Self.decoded(#"{"type": "spool", "rotate": "daily", "keep": 3}"#).value?.submission)
        #expect(rotated.rotation == .daily && rotated.keep == 3)
        let json = #"{"type": "program", "program": "/p", "writes": ["/w"], "network": true, "wait": 0}"#
        let program = try #require(Self.decoded(json).value?.submission)
        #expect(program.target == .program && program.program == "/p" && program.writes == ["/w"])
        let server = try #require(
            Self.decoded(#"{"type": "http", "url": "https://a.example:8443/b?c"}"#).value?.submission
        )
        #expect(server.server.url == "https://a.example:8443/b?c" && server.server.certificate == nil)
        let secrets = #"{"type": "spool", "secrets": {"fields": ["b"], "publicKey": "\#(Self.key)"}}"#
        let fields = #"{"id": "a"}, {"id": "b", "mode": {"type": "password"}}"#
        let form = DefinitionDecoder().decode(#"{"fields": [\#(fields)], "submission": \#(secrets)}"#, name: "")
        #expect(form.value?.submission?.secrets?.publicKey == [UInt8](repeating: 15, count: 32))
        #expect(program.usesNetwork && program.wait == 0 && !program.isLocal)
        let address = #""type": "postgresql", "database": "postgresql://u@h/d""#
        let table = try #require(
            Self.decoded(#"{\#(address), "table": "s.t", "column": "all"}"#).value?.submission?.table
        )
        #expect(
            table.address?.host == "h" && table.name == ["s", "t"] && table.keyColumn == "key" && table.column == "all"
        )
        let sql = "INSERT INTO t VALUES (:key, :a, :values.a, :secrets.b, :document)"
        let insert = try #require(Self.decoded(#"{\#(address), "insert": "\#(sql)"}"#).value?.submission?.table.insert)
        #expect(insert.text == "INSERT INTO t VALUES ($1, $2, $3, $4, $5)" && insert.names[1] == "a")
    }

    @Test(
        "a submission that means nothing is an error with its place",
        arguments: [
            (#"{}"#, "/submission", "type"), (#"{"type": "pigeon"}"#, "/submission/type", "pigeon"),
            (#"{"type": "spool", "directory": "here"}"#, "/submission/directory", "is not an absolute path"),
            (#"{"type": "spool", "program": "/p"}"#, "/submission/program", "has no “program”"),
            (#"{"type": "program"}"#, "/submission", "needs the key “program”"),
            (
                #"{"type": "program", "program": "/p", "directory": "/d"}"#, "/submission/directory",
                "has no “directory”"
            ),
            (#"{"type": "spool", "keep": 3}"#, "/submission/keep", "needs the key “rotate”"),
            (#"{"type": "spool", "rotate": "hourly"}"#, "/submission/rotate", "hourly"),
            (#"{"type": "spool", "wait": 31}"#, "/submission/wait", "out of range"),
            (#"{"type": "spool", "secret": true}"#, "/submission/secret", "unknown key"),
            (#"{"type": "http", "url": "http://a.example/"}"#, "/submission/url", "begins with https://"),
            (#"{"type": "http", "url": "https://ada@a.example/"}"#, "/submission/url", "the name of a user"),
            (#"{"type": "http", "url": "https:///x"}"#, "/submission/url", "is not an address"),
            (#"{"type": "http"}"#, "/submission", "needs the key “url”"),
            (
                #"{"type": "http", "url": "https://a.example", "privateKey": "/k"}"#, "/submission/privateKey",
                "needs the key “certificate”"
            ),
            (
                #"{"type": "spool", "secrets": {"fields": ["pin"], "publicKey": "abc"}}"#,
                "/submission/secrets/publicKey", "64 hexadecimal digits"
            ),
            (
                #"{"type": "spool", "secrets": {"fields": ["a"], "publicKey": "\#(key)"}}"#,
                "/submission/secrets/fields/0", "is not a secret field"
            ),
            (#"{"type": "postgresql", "table": "t"}"#, "/submission", "needs the key “database”"),
            (#"{\#(database)}"#, "/submission", "needs “table” or “insert”"),
            (
                #"{\#(database), "table": "t", "insert": "INSERT INTO t VALUES (:key)"}"#, "/submission",
                "needs “table” or “insert”"
            ),
            (#"{\#(database), "table": "a.b.c"}"#, "/submission/table", "is not the name of a table"),
            (#"{\#(database), "table": "t", "column": ""}"#, "/submission/column", "is not a name in a database"),
            (
                #"{\#(database), "insert": "INSERT INTO t VALUES (:key)", "column": "c"}"#, "/submission/column",
                "needs the key “table”"
            ),
            (#"{\#(database), "insert": "INSERT INTO t VALUES (:a)"}"#, "/submission/insert", "does not store :key"),
            (
                #"{\#(database), "insert": "INSERT INTO t VALUES (:key, :b)"}"#, "/submission/insert",
                "no element has the name :b"
            ),
            (#"{\#(database), "insert": "DROP TABLE t -- :key"}"#, "/submission/insert", "does not begin with INSERT"),
            (
                #"{"type": "postgresql", "database": "postgresql://u:secret@h/d", "table": "t"}"#,
                "/submission/database", "passfile"
            ),
        ]
    )
    func problems(json: String, pointer: String, message: String) {
        let found = Self.decoded(json).diagnostics
        #expect(found.contains { $0.pointer == pointer && $0.message.contains(message) }, "\(found)")
    }
}

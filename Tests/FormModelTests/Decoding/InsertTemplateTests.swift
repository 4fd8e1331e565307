import FormModel
import Testing

@Suite("SQL statements with named parameters")
struct InsertTemplateTests {
    @Test(
        "names become numbers, outside of texts, names in quotation marks, comments and casts",
        arguments: [
            ("INSERT INTO t VALUES (:a, :b, :a)", "INSERT INTO t VALUES ($1, $2, $1)", ["a", "b"]),
            ("insert into t values (:a::int, :values.key)", "insert into t values ($1::int, $2)", ["a", "values.key"]),
            ("INSERT INTO t VALUES (':a', ':a''s :b', :c)", "INSERT INTO t VALUES (':a', ':a''s :b', $1)", ["c"]),
            (#"INSERT INTO t (":a") VALUES (E'\':a', :b)"#, #"INSERT INTO t (":a") VALUES (E'\':a', $1)"#, ["b"]),
            (#"INSERT INTO t VALUES ('\', :b)"#, #"INSERT INTO t VALUES ('\', $1)"#, ["b"]),
            ("INSERT INTO t -- :x\nVALUES (:a)", "INSERT INTO t -- :x\nVALUES ($1)", ["a"]),
            ("INSERT /* :x /* ' */ */ INTO t VALUES (:a);\n", "INSERT /* :x /* ' */ */ INTO t VALUES ($1)", ["a"]),
            ("INSERT INTO t VALUES ($$:x'$$, $q$:y$$$q$, :a)", "INSERT INTO t VALUES ($$:x'$$, $q$:y$$$q$, $1)", ["a"]),
            ("INSERT INTO t VALUES (a[1:2], :ä, a$b$c, :_x.)", "INSERT INTO t VALUES (a[1:2], :ä, a$b$c, $1.)", ["_x"]),
            (" WITH x AS (SELECT :a) INSERT INTO t SELECT 1", " WITH x AS (SELECT $1) INSERT INTO t SELECT 1", ["a"]),
        ]
    )
    func names(source: String, text: String, names: [String]) throws {
        let template = try InsertTemplate(source)
        #expect(template.text == text && template.names == names)
    }

    @Test(
        "a text that is no such statement is refused with the reason",
        arguments: [
            ("DELETE FROM t", "does not begin with INSERT"), ("", "does not begin with INSERT"),
            ("INSERT INTO t VALUES (:a); DROP TABLE t", "more than one statement"),
            ("INSERT INTO t VALUES ('x)", "does not end"), (#"INSERT INTO "t VALUES (1)"#, "does not end"),
            ("INSERT INTO t VALUES ($a$x$$)", "does not end"), ("INSERT INTO t /* VALUES (1)", "does not end"),
            ("INSERT INTO t VALUES ($1)", "parameters have names here"),
        ]
    )
    func refused(source: String, reason: String) {
        let error = #expect(throws: InsertTemplateError.self) { try InsertTemplate(source) }
        #expect(error?.description.contains(reason) == true)
    }
}

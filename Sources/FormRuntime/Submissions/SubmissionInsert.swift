import FormModel
import PluginHost
import PostgreSQL

/// The SQL statement that stores a submission, and what its errors mean.
struct SubmissionInsert {
    private let target: SubmissionDefinition.Table

    init(_ target: SubmissionDefinition.Table) { self.target = target }

    /// A statement that stores a submission unless the table has one with its key. Throws if the document is not JSON.
    ///
    /// - Parameter document: what every target gets.
    func statement(for document: [UInt8], key: String) throws -> Statement {
        if let insert = target.insert { return try statement(by: insert, for: document) }
        var columns = [(name: target.keyColumn, value: Statement.Parameter.text(key))]
        if let column = target.column {
            columns.append((column, .text(String(decoding: document, as: UTF8.self))))
        } else {
            let root = try JSONDocument(document, limit: Self.longestDocument).root.object
            for part in ["values", "secrets"] {
                for member in root?[part]?.object?.members ?? [] {
                    columns.append((member.key, Self.parameter(member.value)))
                }
            }
        }
        let names = columns.map { Self.quoted($0.name) }.joined(separator: ", ")
        let values = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        let text = """
            INSERT INTO \(target.name.map(Self.quoted).joined(separator: ".")) (\(names)) VALUES (\(values)) \
            ON CONFLICT (\(Self.quoted(target.keyColumn))) DO NOTHING
            """
        return Statement(text, columns.map(\.value))
    }

    /// The maximum length of a document in bytes.
    private static let longestDocument = 64 << 20

    private func statement(by insert: InsertTemplate, for document: [UInt8]) throws -> Statement {
        let root = try JSONDocument(document, limit: Self.longestDocument).root
        func value(at path: [Substring], in value: JSONValue?) -> JSONValue? {
            path.reduce(value) { $0?.object?[String($1)] }
        }
        let parameters = insert.names.map { name in
            if name == SubmissionDefinition.Table.wholeDocument {
                return Statement.Parameter.text(String(decoding: document, as: UTF8.self))
            }
            let path = name.split(separator: ".")
            let found = value(at: path, in: root) ?? value(at: path, in: root.object?["values"])
            return found.map(Self.parameter) ?? .null
        }
        return Statement(insert.text, parameters)
    }

    /// A value in PostgreSQL's text format; lists, rows and objects as JSON.
    private static func parameter(_ value: JSONValue) -> Statement.Parameter {
        if let text = value.string ?? value.numberText { return .text(text) }
        if let flag = value.bool { return .text(flag ? "true" : "false") }
        return value.elements == nil && value.object == nil ? .null : .text(JSONText(value).line)
    }

    private static func quoted(_ name: String) -> String {
        "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    /// What an error of one submission means: it is refused if the database says which value does not fit.
    func answer(to error: DatabaseError) -> TargetAnswer {
        guard error.isDataError else {
            // A trigger can raise any other error, which may quote the user.
            let isKnown = Self.knownClasses.contains(String(error.sqlState.prefix(2)))
            return .failed(isKnown ? error.description : "the database has failed: SQLSTATE \(error.sqlState)")
        }
        guard let field = field(of: error) else {
            return .failed("the database refuses the values, and names no column: SQLSTATE \(error.sqlState)")
        }
        return .refused([field: error.message])
    }

    /// The classes of PostgreSQL's own errors that say nothing of values: connections, transactions, permissions, names,
    /// resources, states, and the system.
    private static let knownClasses: Set = [
        "08", "25", "28", "3D", "3F", "40", "42", "53", "54", "55", "57", "58",
    ]

    /// The column that an error names; or the constraint's, whose name is the column's, or the one that PostgreSQL gives it:
    /// that of the table, of the column, and what it is.
    private func field(of error: DatabaseError) -> String? {
        if !error.column.isEmpty { return error.column }
        guard !error.constraint.isEmpty else { return nil }
        var name = error.constraint[...]
        if let table = target.name.last, name.hasPrefix("\(table)_") { name = name.dropFirst(table.count + 1) }
        for suffix in ["_key", "_check", "_fkey", "_idx", "_excl", "_not_null"] where name.hasSuffix(suffix) {
            return String(name.dropLast(suffix.count))
        }
        return String(name)
    }
}

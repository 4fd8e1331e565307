import EventLoop

/// An SQL statement with parameters, which the text names `$1`, `$2` and so on. The server finds out their types.
package struct Statement: Sendable, Hashable {
    package var text: String
    package var parameters: [Parameter]
    /// Whether the rows come in PostgreSQL's binary format: `bytea` then takes half as much. `Value` reads either.
    package var isBinary: Bool

    package init(_ text: String, _ parameters: [Parameter] = [], isBinary: Bool = false) {
        self.text = text
        self.parameters = parameters
        self.isBinary = isBinary
    }

    package enum Parameter: Sendable, Hashable {
        case null
        /// In PostgreSQL's text format. A text with NUL is refused, because no type can hold it.
        case text(String)
        /// In the binary format: a `bytea`.
        case bytes([UInt8])
    }
}

/// What a statement has returned.
package struct Rows: Sendable, Hashable {
    package var rows: [[Value?]]
    /// The number of rows that the statement has inserted, changed, removed or selected.
    package var affected: Int

    /// A value that is not NULL.
    package struct Value: Sendable, Hashable {
        /// The OID of its type.
        let type: UInt32
        let isBinary: Bool
        let content: ArraySlice<UInt8>
    }
}

extension [Rows.Value?] {
    /// The value of a column of a row; `nil` if it is NULL, or if a server that cannot be trusted has left out the column.
    package func value(_ column: Int) -> Rows.Value? { indices.contains(column) ? self[column] : nil }
}

/// The OIDs of types whose binary format is known here (PostgreSQL's `pg_type.dat`).
private enum TypeID {
    static let bool: UInt32 = 16
    static let bytes: UInt32 = 17
    /// `name`, `text`, `json`, `unknown`, `bpchar`, `varchar`.
    static let texts: Set<UInt32> = [19, 25, 114, 705, 1042, 1043]
    /// `int8`, `int2`, `int4`, `oid`.
    static let integers: Set<UInt32> = [20, 21, 23, 26]
    static let jsonb: UInt32 = 3802
}

extension Rows.Value {
    /// The value as PostgreSQL writes it; `nil` if it has come in the binary format of a type that is not known here, or is
    /// not UTF-8.
    package var text: String? {
        guard isBinary else { return String(validating: content, as: UTF8.self) }
        switch type {
        case _ where TypeID.texts.contains(type): return String(validating: content, as: UTF8.self)
        case _ where TypeID.integers.contains(type): return integer.map { String($0) }
        case TypeID.bool: return content.first == 0 ? "f" : "t"
        // Its first byte is the version of the format.
        case TypeID.jsonb: return content.first == 1 ? String(validating: content.dropFirst(), as: UTF8.self) : nil
        default: return nil
        }
    }

    /// The bytes of a `bytea`, and of another type those of its format.
    package var bytes: [UInt8] {
        guard !isBinary, type == TypeID.bytes, content.starts(with: Array("\\x".utf8)) else { return Array(content) }
        let digits = content.dropFirst(2)
        return stride(from: digits.startIndex, to: digits.endIndex - 1, by: 2).map { index in
            Self.digit(digits[index]) << 4 | Self.digit(digits[index + 1])
        }
    }

    /// The value of an integer type that fits.
    package var integer: Int? {
        guard isBinary else { return String(validating: content, as: UTF8.self).flatMap { Int($0) } }
        guard TypeID.integers.contains(type), let first = content.first, content.count <= 8 else { return nil }
        let sign = type == 26 ? 0 : Int(Int8(bitPattern: first) >> 7)
        return content.reduce(sign) { $0 << 8 | Int($1) }
    }

    /// The value of a `boolean`.
    package var flag: Bool? {
        guard type == TypeID.bool, let first = content.first else { return nil }
        return isBinary ? first != 0 : first == UInt8(ascii: "t")
    }

    private static func digit(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: 0
        }
    }
}

/// Why statements were not performed.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Five characters (PostgreSQL's documentation, "Error Codes"); 08001 or 08006 if there is no connection.
    package var sqlState: String
    /// One line without control characters. That of a data error (classes 22 and 23) may quote a value.
    package var message: String
    /// Whether the connection was lost. Then it is not known whether the statements were performed.
    package var isConnectionLost: Bool
    /// The index of the statement that has failed; the number of statements if it was the end of the transaction.
    package var statement = 0
    /// What the server names with the error: the table's column, and the constraint; empty if nothing.
    package var column = ""
    package var constraint = ""

    package init(_ sqlState: String, _ message: String, isConnectionLost: Bool = false) {
        self.sqlState = sqlState
        self.message = message.printable(limit: 512)
        self.isConnectionLost = isConnectionLost
    }

    /// Whether the values do not fit the table: data exceptions, and violated constraints.
    package var isDataError: Bool { sqlState.hasPrefix("22") || sqlState.hasPrefix("23") }

    package var description: String { "\(message) (SQLSTATE \(sqlState))" }

    /// Nothing was sent, because a bound of formd's own was reached.
    static func limit(_ message: String) -> DatabaseError { DatabaseError("54000", message) }
    static func lost(_ message: String) -> DatabaseError { DatabaseError("08006", message, isConnectionLost: true) }
}

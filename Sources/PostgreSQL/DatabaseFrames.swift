/// What formd and `formd-postgresql` send each other: frames of a length and as many bytes. Numbers are in the machine's
/// order, because both are on one machine. `Sources/formd-postgresql/frames.h` has the same in C.
///
/// | frame | contents after the length (`u32`) |
/// | --- | --- |
/// | request | number `u32`, statements `u16`; for each: whether rows are binary `u8`, text, parameters `u16`; for each: `u8` 0 for NULL, 1 and a text, or 2 and bytes |
/// | answer | `u8` 1: the connection is made |
/// | | `u8` 2: number `u32`, statements `u16`; for each: affected rows `u64`, columns `u16`, for each the type's OID `u32` and whether it is binary `u8`; rows `u32`, for each and each column bytes, or the length 2³² − 1 for NULL |
/// | | `u8` 3: number `u32`, index of the statement `u16`, SQLSTATE in five bytes; message, column, constraint as bytes |
/// | | `u8` 4: whether this connection has sent it `u8`; channel and payload as bytes |
///
/// Bytes are preceded by their number `u32`; a text is followed by NUL, which is not counted.
enum DatabaseFrame {
    /// The bytes that follow the length, at most.
    static let maximumLength = 64 << 20
    static let lengthSize = 4
    /// The values in the rows of an answer, at most: each takes more memory here than it may take in the frame.
    static let maximumValues = 1 << 20

    /// Throws an error if the server could not take the statements, or if they are too long together.
    static func request(_ number: UInt32, _ statements: [Statement]) throws(DatabaseError) -> [UInt8] {
        var frame = [UInt8](repeating: 0, count: lengthSize)
        frame.append(number: number)
        frame.append(number: try count(statements.count, "statements"))
        for statement in statements {
            frame.append(statement.isBinary ? 1 : 0)
            try frame.append(text: statement.text)
            frame.append(number: try count(statement.parameters.count, "parameters"))
            for parameter in statement.parameters {
                switch parameter {
                case .null: frame.append(0)
                case .text(let text):
                    frame.append(1)
                    try frame.append(text: text)
                case .bytes(let bytes):
                    frame.append(2)
                    frame.append(number: UInt32(clamping: bytes.count))
                    frame += bytes
                }
                // Before the memory is used for more of them.
                guard frame.count <= maximumLength else {
                    throw .limit("the statements are longer than \(maximumLength >> 20) MiB")
                }
            }
        }
        guard frame.count - lengthSize <= maximumLength else {
            throw .limit("the statements are longer than \(maximumLength >> 20) MiB")
        }
        unsafe withUnsafeBytes(of: UInt32(frame.count - lengthSize)) { length in
            for index in 0..<lengthSize { frame[index] = unsafe length[index] }
        }
        return frame
    }

    private static func count(_ count: Int, _ what: String) throws(DatabaseError) -> UInt16 {
        guard let count = UInt16(exactly: count) else { throw .limit("there are \(count) \(what)") }
        return count
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number) { unsafe append(contentsOf: $0) }
    }

    fileprivate mutating func append(text: String) throws(DatabaseError) {
        let start = count
        append(number: UInt32(0))
        append(contentsOf: text.utf8)
        let length = UInt32(clamping: count - start - 4)
        guard !self[(start + 4)...].contains(0) else {
            throw DatabaseError("22021", "a text contains NUL, which PostgreSQL cannot store")
        }
        unsafe Swift.withUnsafeBytes(of: length) { length in
            for index in 0..<4 { self[start + index] = unsafe length[index] }
        }
        append(0)
    }
}

/// A frame of `formd-postgresql`, of whose contents nothing is believed.
enum DatabaseAnswer: Sendable, Hashable {
    case connected
    case rows(UInt32, [Rows])
    case failure(UInt32, DatabaseError)
    case notification(channel: String, payload: String, isOwn: Bool)

    /// - Parameter contents: what follows the length.
    init(_ contents: ArraySlice<UInt8>) throws(DatabaseFrameError) {
        var reader = Reader(rest: contents)
        switch try reader.number(UInt8.self) {
        case 1: self = .connected
        case 2:
            let number = try reader.number(UInt32.self)
            var statements: [Rows] = []
            for _ in 0..<(try reader.number(UInt16.self)) { statements.append(try reader.rows()) }
            self = .rows(number, statements)
        case 3:
            let number = try reader.number(UInt32.self)
            let statement = try reader.number(UInt16.self)
            let state = try reader.text(5)
            guard state.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }) else { throw DatabaseFrameError() }
            var error = DatabaseError(state, try reader.text())
            error.statement = Int(statement)
            error.column = try reader.text()
            error.constraint = try reader.text()
            self = .failure(number, error)
        case 4:
            let isOwn = try reader.number(UInt8.self) != 0
            self = .notification(channel: try reader.text(), payload: try reader.text(), isOwn: isOwn)
        default: throw DatabaseFrameError()
        }
        guard reader.rest.isEmpty else { throw DatabaseFrameError() }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>
        private var values = 0

        init(rest: ArraySlice<UInt8>) { self.rest = rest }

        mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(DatabaseFrameError) -> Number {
            let size = MemoryLayout<Number>.size
            guard rest.count >= size else { throw DatabaseFrameError() }
            let number = unsafe rest.withUnsafeBytes { unsafe $0.loadUnaligned(as: Number.self) }
            rest = rest.dropFirst(size)
            return number
        }

        mutating func bytes(_ count: Int) throws(DatabaseFrameError) -> ArraySlice<UInt8> {
            guard rest.count >= count else { throw DatabaseFrameError() }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        /// A text that its length precedes.
        mutating func text() throws(DatabaseFrameError) -> String {
            try text(Int(number(UInt32.self)))
        }

        mutating func text(_ count: Int) throws(DatabaseFrameError) -> String {
            String(decoding: try bytes(count), as: UTF8.self)
        }

        mutating func rows() throws(DatabaseFrameError) -> Rows {
            let affected = try number(UInt64.self)
            var columns: [(type: UInt32, isBinary: Bool)] = []
            for _ in 0..<(try number(UInt16.self)) {
                columns.append((try number(UInt32.self), try number(UInt8.self) != 0))
            }
            var rows: [[Rows.Value?]] = []
            let count = try number(UInt32.self)
            // Rows without columns would take no bytes, and memory.
            guard count == 0 || !columns.isEmpty else { throw DatabaseFrameError() }
            for _ in 0..<count {
                values += columns.count
                guard values <= DatabaseFrame.maximumValues else { throw DatabaseFrameError() }
                var row: [Rows.Value?] = []
                for column in columns {
                    let length = try number(UInt32.self)
                    row.append(
                        length == .max
                            ? nil
                            : Rows.Value(
                                type: column.type,
                                isBinary: column.isBinary,
                                content: try bytes(Int(length))
                            )
                    )
                }
                rows.append(row)
            }
            return Rows(rows: rows, affected: Int(clamping: affected))
        }
    }
}

/// A frame is not as it has to be.
struct DatabaseFrameError: Error {}

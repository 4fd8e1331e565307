import FormdTesting
import RandomTesting
import Testing

@testable import PostgreSQL

@Suite("Frames between formd and formd-postgresql")
struct DatabaseFrameTests {
    private static func frame(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap(\.self) }
    private static func u32(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Request 7: 2 rows of `bytea` in both formats and NULL, of which 3 are affected.
    private static let rows = frame(
        [2],
        u32(7),
        [1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 2, 0],
        u32(17) + [1] + u32(17) + [0],
        u32(2),
        u32(2) + [1, 2],
        u32(6) + Array("\\x0a0b".utf8),
        u32(.max) + u32(.max)
    )

    @Test("rows are read as they are, in the text format and in the binary one")
    func rows() throws {
        guard case .rows(7, let statements) = try DatabaseAnswer(Self.rows[...]) else {
            Issue.record("these are no rows")
            return
        }
        let row = try #require(statements.first?.rows.first)
        #expect(statements.count == 1 && statements[0].affected == 3 && statements[0].rows[1] == [nil, nil])
        #expect(row.map { $0?.bytes } == [[1, 2], [10, 11]])
        #expect(row.value(1)?.bytes == [10, 11] && row.value(2) == nil && row.value(-1) == nil)
    }

    @Test("a frame that ends early, goes on too long or claims what it does not have is refused")
    func garbage() {
        for length in 0..<Self.rows.count {
            #expect(throws: DatabaseFrameError.self) { try DatabaseAnswer(Self.rows[..<length]) }
        }
        #expect(throws: DatabaseFrameError.self) { try DatabaseAnswer((Self.rows + [0])[...]) }
        // Rows without columns, and an SQLSTATE that is none.
        let endless = Self.frame([2], Self.u32(1), [1, 0], [UInt8](repeating: 0, count: 10), Self.u32(.max))
        #expect(throws: DatabaseFrameError.self) { try DatabaseAnswer(endless[...]) }
        // More rows than memory is taken for.
        var many = Self.frame([2], Self.u32(1), [1, 0], [UInt8](repeating: 0, count: 8), [1, 0], Self.u32(25) + [0])
        let count = DatabaseFrame.maximumValues + 1
        many += Self.u32(UInt32(count)) + [UInt8](repeating: 0xFF, count: 4 * count)
        #expect(throws: DatabaseFrameError.self) { try DatabaseAnswer(many[...]) }
        let state = Self.frame([3], Self.u32(1), [0, 0], Array("22\n01".utf8), Self.u32(0), Self.u32(0), Self.u32(0))
        #expect(throws: DatabaseFrameError.self) { try DatabaseAnswer(state[...]) }
        var generator = SeededGenerator(seed: 40)
        for _ in 0..<2_000 {
            var bytes = Self.rows
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? DatabaseAnswer(bytes[...])
        }
    }

    @Test("statements that PostgreSQL could not take are refused before they are sent")
    func requests() throws {
        let nul = #expect(throws: DatabaseError.self) {
            try DatabaseFrame.request(1, [Statement("SELECT $1", [.text("a\0b")])])
        }
        #expect(nul?.sqlState == "22021" && nul?.isDataError == true)
        let long = [UInt8](repeating: 1, count: 33 << 20)
        let limit = #expect(throws: DatabaseError.self) {
            try DatabaseFrame.request(1, [Statement("SELECT $1, $2", [.bytes(long), .bytes(long)])])
        }
        #expect(limit?.sqlState == "54000" && limit?.isConnectionLost == false)
        let many = [Statement](repeating: Statement("SELECT 1"), count: 65_536)
        #expect(throws: DatabaseError.self) { try DatabaseFrame.request(1, many) }
    }
}

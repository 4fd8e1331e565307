/// A position in a text as editors show it.
package struct SourcePosition: Sendable, Hashable {
    /// 1-based; a line ends with LF, CR or both.
    package var line: Int
    /// 1-based, in code points.
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// Computes the lines and columns of ascending byte offsets in one pass over the text.
struct SourceLocator {
    private let bytes: [UInt8]
    private var offset = 0
    private var position = SourcePosition(line: 1, column: 1)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The position of a byte; the offset must not be smaller than in the last call.
    mutating func position(at target: Int) -> SourcePosition {
        let end = min(target, bytes.count)
        while offset < end {
            let byte = bytes[offset]
            offset += 1
            let isBeforeLineFeed = offset < bytes.count && bytes[offset] == UInt8(ascii: "\n")
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && !isBeforeLineFeed {
                position.line += 1
                position.column = 1
            } else if offset == end || bytes[offset] & 0xC0 != 0x80 {
                // This is the last byte of a code point: no continuation byte follows, or only the stray one at the
                // target.
                position.column += 1
            }
        }
        return position
    }
}

/// Why a text is not valid JSON for formd.
package struct JSONSyntaxError: Error, Sendable, Hashable {
    /// The reason without the position.
    package var reason: String
    package var position: SourcePosition

    package init(reason: String, position: SourcePosition) {
        self.reason = reason
        self.position = position
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    package var description: String {
        "syntax error at line \(position.line), column \(position.column): \(reason)"
    }
}

import TextEditing

/// Measures text with the reference metrics: each grapheme cluster is half as wide as the font size.
///
/// Lines break at spaces and at `\n`; a word that is longer than a line breaks between grapheme clusters. Spaces at the
/// end of a line do not count. An empty text has one line. A line break at the end starts a line, because the caret can
/// be there.
enum TextMeasurer {
    /// The number of lines, from 1 to 65,535.
    static func lines(_ text: String, width: Double, fontSize: Double) -> UInt16 {
        let capacity = Int(exactly: (width / (fontSize / 2)).rounded(.down)) ?? 1
        var layout = Layout(capacity: max(capacity, 1))
        if text.isSimple {
            for byte in text.utf8 {
                layout.add(isBreak: byte == 0x0A, isSpace: byte == 0x20)
            }
        } else {
            for cluster in text {
                layout.add(isBreak: cluster.isNewline, isSpace: cluster == " ")
            }
        }
        layout.endWord()
        return UInt16(clamping: layout.lines)
    }

    /// The height of some lines, rounded up to whole logical pixels.
    ///
    /// - Parameter lineHeight: in logical pixels; `nil` for the font's own.
    static func height(lines: UInt16, fontSize: Double, lineHeight: Double? = nil) -> Double {
        guard lines > 0 else { return 0 }
        let own = fontSize * 1.193359375
        let count = Double(lines)
        return (count * own + (count - 1) * ((lineHeight ?? own) - own)).rounded(.up)
    }

    private struct Layout {
        let capacity: Int
        var lines = 1
        private var column = 0
        private var word = 0

        init(capacity: Int) {
            self.capacity = capacity
        }

        mutating func add(isBreak: Bool, isSpace: Bool) {
            if isBreak {
                endWord()
                lines += 1
                column = 0
            } else if isSpace {
                endWord()
                column += 1
            } else {
                word += 1
            }
        }

        mutating func endWord() {
            guard word > 0 else { return }
            if column > 0, column + word > capacity {
                lines += 1
                column = 0
            }
            let extra = (word - 1) / capacity
            lines += extra
            column += word - extra * capacity
            word = 0
        }
    }
}

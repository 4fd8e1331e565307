import CNcurses
import Glibc

/// The number of terminal columns of a text.
///
/// The C library knows the width of each code point (`wcwidth`). A grapheme cluster is as wide as its widest code
/// point: an accent adds nothing, and an emoji sequence takes two columns. Terminals disagree about such sequences;
/// each cell is positioned explicitly, so a disagreement does not move the following text.
enum DisplayWidth {
    /// `wcwidth` needs a locale with UTF-8. C.UTF-8 is part of the C library.
    static let isReady: Bool = unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil

    static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7f ? 0 : 1 }
        guard isReady else { return 1 }
        var width = 0
        var isFlag = true
        var count = 0
        for scalar in character.unicodeScalars {
            width = max(width, Int(terminal_width(scalar.value)))
            isFlag = isFlag && (0x1f1e6...0x1f1ff).contains(scalar.value)
            count += 1
        }
        return isFlag && count == 2 ? 2 : min(max(width, 0), 2)
    }
}

extension StringProtocol {
    /// The number of columns of the text on one line.
    package var displayWidth: Int { reduce(0) { $0 + DisplayWidth.of($1) } }

    /// The text truncated to `width` columns, with "…" at its end if it was longer.
    package func cut(toWidth width: Int) -> String {
        guard displayWidth > width else { return String(self) }
        var result = ""
        var room = width - 1
        for character in self {
            room -= DisplayWidth.of(character)
            if room < 0 { break }
            result.append(character)
        }
        return width > 0 ? result + "…" : ""
    }
}

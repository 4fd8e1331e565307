import CNcurses
import Glibc

/// How many columns of a terminal a text takes.
///
/// The C library knows the width of each character (`wcwidth`). A grapheme cluster is as wide as its widest character: an
/// accent adds nothing, and an emoji made of several takes two columns. Terminals disagree about the latter; each cell is
/// drawn at its own place, so that such a disagreement does not move what stands behind it.
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
    /// The columns that the text takes on one line.
    package var displayWidth: Int { reduce(0) { $0 + DisplayWidth.of($1) } }

    /// The text, cut to so many columns with "…" at its end if it is wider.
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

/// A text from outside for a message: in quotation marks, truncated to 40 characters, with control characters escaped.
package func quoted(_ text: String) -> String {
    var shown = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
        guard count < 40 else {
            shown.unicodeScalars.append("…")
            break
        }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .format:
            shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: shown.unicodeScalars.append(scalar)
        }
    }
    return "“\(shown)”"
}

/// Names for a message, each in quotation marks.
package func list(_ names: [String]) -> String {
    names.map(quoted).joined(separator: ", ")
}

/// The candidate that the author of `name` probably meant: one that differs only by case or by a few typing errors.
/// Returns `nil` if there is none.
func nearest(to name: String, among candidates: some Collection<String>) -> String? {
    let typed = Array(name.utf8.prefix(80))
    guard typed.count <= 64 else { return nil }
    let allowance = max(1, typed.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
        guard abs(candidate.utf8.count - typed.count) <= allowance else { continue }
        let distance = distance(typed, Array(candidate.utf8.prefix(80)))
        if distance <= min(allowance, 3), distance < typed.count, distance < best?.distance ?? .max {
            best = (candidate, distance)
        }
    }
    return best?.name
}

/// The edit distance of two words (insertions, deletions, replacements, and swaps of adjacent characters), ignoring
/// case.
private func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    func folded(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
    let first = first.map(folded), second = second.map(folded)
    guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for row in 1...first.count {
        var current = [row]
        for column in 1...second.count {
            let isSame = first[row - 1] == second[column - 1]
            var cost = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (isSame ? 0 : 1))
            if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
                cost = min(cost, beforePrevious[column - 2] + 1)
            }
            current.append(cost)
        }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[second.count]
}

package import FormModel
import TextEditing

/// The rule `color`: a colour in CSS syntax.
package struct ColorRule: RuleKind {
    private var notations: Set<Notation> = [.hex]

    private enum Notation: String, Sendable, CaseIterable {
        case hex, hexAlpha, rgb, hsl
    }

    package init() {}

    package static let name = "color"
    package static let about = "a colour in the notation of CSS (CSS Color Module Level 4)"
    package static let keys = KeyTable<ColorRule>("the validator “color”") {
        Key(
            "notations",
            \.notations,
            .cases(),
            "the allowed notations: `#1a2b3c` and `#abc`; the same with two digits or one for the opacity; `rgb(…)`; `hsl(…)`"
        )
    }

    package static let messages = [wrong]
    private static let wrong = DefaultMessage("color", english: "Enter a colour such as #1a2b3c")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        isColor(subject.text) ? nil : RuleFinding(Self.wrong)
    }

    private func isColor(_ text: String) -> Bool {
        if text.first == "#" {
            let digits = text.utf8.dropFirst()
            let isLong = digits.count == 4 || digits.count == 8
            return (isLong || digits.count == 3 || digits.count == 6) && digits.allSatisfy { $0.hexDigit != nil }
                && notations.contains(isLong ? .hexAlpha : .hex)
        }
        let lower = text.lowercased()
        guard lower.utf8.count <= 128, lower.last == ")", let open = lower.firstIndex(of: "(") else { return false }
        let inner = lower[lower.index(after: open)...].dropLast()
        let function = lower[..<open]
        if notations.contains(.rgb), function == "rgb" || function == "rgba" {
            return Self.hasComponents(inner) { $0.allSatisfy { $0.isPercent } || !$0.contains { $0.isPercent } }
        }
        guard notations.contains(.hsl), function == "hsl" || function == "hsla" else { return false }
        return Self.hasComponents(inner) { !$0[0].isPercent && $0[1].isPercent && $0[2].isPercent }
    }

    private struct Component {
        let isPercent: Bool

        init?(_ text: Substring) {
            isPercent = text.last == "%"
            var number = isPercent ? text.dropLast() : text
            for unit in ["deg", "grad", "rad", "turn"] where !isPercent && number.hasSuffix(unit) {
                number = number.dropLast(unit.count)
                break
            }
            guard number.utf8.allSatisfy({ "0123456789+-.e".utf8.contains($0) }), Double(number) != nil else {
                return nil
            }
        }
    }

    /// Three numbers separated by commas, with the opacity as an optional fourth, or separated by spaces, with the
    /// opacity after a slash.
    private static func hasComponents(_ text: Substring, fits: ([Component]) -> Bool) -> Bool {
        let separated: [Substring]
        if text.contains(",") {
            separated = text.split(separator: ",", omittingEmptySubsequences: false).map { piece in
                piece.drop { $0 == " " }.split(separator: " ").first.map {
                    $0.count == piece.count { $0 != " " } ? $0 : ""
                } ?? ""
            }
            guard separated.count == 3 || separated.count == 4 else { return false }
        } else {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            separated = parts.flatMap { $0.split(separator: " ") }
            guard parts.count <= 2, separated.count == parts.count + 2, parts[0].split(separator: " ").count == 3 else {
                return false
            }
        }
        let components = separated.compactMap(Component.init)
        return components.count == separated.count && fits(Array(components.prefix(3)))
    }
}

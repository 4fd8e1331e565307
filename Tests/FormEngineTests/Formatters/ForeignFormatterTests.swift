import FormEngine
import FormModel
import Testing
import TextEditing

/// What users of IMask and Maskito know of numbers, dates, times and choices. The libraries differ from each other and
/// from this project where it is said in `isComparable`, and why.
@Suite("Formatters produce the same texts as other libraries")
struct ForeignFormatterTests {
    @Test("IMask")
    func imask() throws {
        guard let vectors = try Vectors<ForeignVector>("imask")?.vectors else { return }
        try compare(vectors) { $0.imaskFormatter }
    }

    @Test("Maskito")
    func maskito() throws {
        guard let vectors = try Vectors<ForeignVector>("maskito")?.vectors else { return }
        try compare(vectors) { $0.maskitoFormatter }
    }

    private func compare(_ vectors: [ForeignVector], _ definition: (ForeignVector) -> String?) throws {
        var failures: [String] = []
        var count = 0
        var left = 0
        for vector in vectors {
            guard let json = definition(vector) else { continue }
            guard vector.isComparable else {
                left += 1
                continue
            }
            var typist = try Typist(json)
            typist.run(vector)
            count += 1
            let (typed, expected) = (typist.current.text.string.plain, vector.finalText.plain)
            let isEmpty = expected.isEmpty && typist.current.value.isEmpty
            if typed != expected, !isEmpty {
                failures.append("\(vector.id) \(vector.inputs) \(json): “\(typed)” instead of “\(expected)”")
            }
        }
        print("\(count) vectors compared, \(left) left out")
        #expect(count > 5)
        report(failures, of: count)
    }
}

extension ForeignVector {
    fileprivate var inputs: [String] { input?.text.map { [$0] } ?? (steps ?? []).compactMap(\.text) }
    fileprivate var finalText: String { expect?.text ?? results?.last?.text ?? "" }

    /// Whether this project means to do the same.
    fileprivate var isComparable: Bool {
        // Without autofix IMask refuses what is above the bounds and corrects what is below; no policy here is both.
        // With it, and in Maskito, a text set by a program is corrected as a key is; here when editing ends.
        if isBounded, steps == nil || options["mask"] != nil { return false }
        if steps == nil {
            return input?.text != nil && expect?.text != nil && via != "unmaskedValue" && isComparableInput
        }
        guard let steps, let results, steps.count == results.count else { return false }
        let known: Set = ["focus", "click", "edit", "backspace", "delete", "caret", "blur"]
        // What else they do is the form's, or needs a selection that they make in a text of their own.
        guard steps.allSatisfy({ known.contains($0.do) }), isComparableInput else { return false }
        let isMoved = steps.contains { $0.do == "caret" }
        // In the middle of a date they shift digits through its fields, or put zeros and ones where some were deleted;
        // here what is done to one field leaves the others alone.
        if isDate { return !isMoved }
        // They step over a separator before they delete; here the deletion takes the digit beyond it.
        for (step, (before, after)) in zip(steps.dropFirst(), zip(results, results.dropFirst()))
        where step.do == "backspace" || step.do == "delete" {
            if before.text == after.text, !after.text.isEmpty { return false }
        }
        // Decimals that a number must have come when editing ends, and they before; so do bounds.
        let isEarly = options["params"]?["minimumFractionDigits"] != nil || isBounded
        return !isEarly || !isMoved && steps.last?.do == "blur"
    }

    private var isDate: Bool {
        options["mask"]?["$type"]?.text == "Date"
            || ["date", "time", "dateTime"].contains(options["kind"]?.text ?? "")
    }

    private var isBounded: Bool {
        ["min", "max"].contains { options[$0] != nil || options["params"]?[$0] != nil }
    }

    private var isComparableInput: Bool {
        if isDate {
            let pattern = options["pattern"]?.text ?? options["params"]?["mode"]?.text ?? "dd"
            return inputs.allSatisfy { $0.count < 2 || $0.isWholeDate(of: pattern) }
        }
        let own = options["enum"]?.elements?.compactMap(\.text)
        // They drop what no value has; here an insertion is taken or refused as a whole.
        if let own {
            return inputs.allSatisfy { text in own.contains { $0.lowercased().hasPrefix(text.lowercased()) } }
        }
        let params = options["params"]
        let decimal =
            options["radix"]?.text ?? params?["decimalSeparator"]?.text
            ?? (params == nil || params?["locale"]?.text?.hasPrefix("de") ?? false ? "," : ".")
        let affixes = [params?["prefix"]?.text, params?["postfix"]?.text].compactMap { $0 }
        // Of a minus that has no place they make a plus; here the paste is refused.
        if isBounded, inputs.contains(where: { $0.contains("-") }) { return false }
        // Of a separator that a whole number cannot have they drop no more than itself; here it ends the number.
        let digits = options["scale"]?.number ?? params?["maximumFractionDigits"]?.number ?? (params == nil ? 2 : 0)
        if digits == 0, inputs.contains(where: { $0.contains(decimal) }) { return false }
        // They have a place of their own for the minus.
        if !affixes.isEmpty, inputs.contains(where: { $0.contains("-") }) { return false }
        return inputs.allSatisfy { $0.isNumber(decimal: decimal, affixes: affixes) }
    }
}

extension String {
    /// All digits of a day that exists, in the order of the fields. They take short numbers for the beginnings of long
    /// ones, do not know ISO 8601 and 24 hours in other patterns, and make another day of one that does not exist; here
    /// it stays, and is complained of.
    fileprivate func isWholeDate(of pattern: String) -> Bool {
        let runs = split { !$0.isNumber }
        let isInOrder = runs.first?.count != 4 || pattern.lowercased().hasPrefix("y")
        return runs.count > 1 && runs.allSatisfy { $0.count.isMultiple(of: 2) } && isInOrder && !pattern.hasSuffix("AA")
            && !hasSuffix("02-29") && !hasPrefix("30.02")
    }

    /// A number as the formatter itself would write it, but for its groups, and without needless zeros. Of anything
    /// else they drop what they do not know, character by character; here a text is read as people write numbers, or
    /// refused.
    fileprivate func isNumber(decimal: String, affixes: [String]) -> Bool {
        let bare = affixes.reduce(self) { $0.replacing($1, with: "") }
        let parts = bare.replacing("-", with: "").split(separator: decimal, omittingEmptySubsequences: false)
        let isPlain = parts.count <= 2 && parts.allSatisfy { $0.allSatisfy(\.isNumber) }
        return isPlain && (count < 2 || !bare.hasSuffix("0") || parts.count == 1) && !hasPrefix("00")
    }
}

extension Typist {
    /// Does what a vector does. A text as a whole is left when it has been put in.
    fileprivate mutating func run(_ vector: ForeignVector) {
        if let input = vector.input?.text {
            insert(input, .paste)
            run("⏎")
        }
        for step in vector.steps ?? [] {
            switch step.do {
            case "edit": insert(step.text ?? "", (step.text ?? "").count == 1 ? .key : .paste)
            case "backspace": delete(forward: false)
            case "delete": delete(forward: true)
            case "blur": run("⏎")
            case "caret":
                let caret = min(step.caret ?? 0, current.text.string.unicodeScalars.count)
                select(caret..<caret)
            default: break
            }
        }
    }
}

extension ForeignVector {
    /// The same formatter as this project has it; nil: it has none.
    fileprivate var imaskFormatter: String? {
        let own = ["lazy", "overwrite", "normalizeZeros", "mapToRadix", "autofix"]
        guard options.keys.isDisjoint(with: own) || options["autofix"]?.text == "pad" else { return nil }
        if options["mask"]?["$class"]?.text == "MaskedEnum" {
            guard let values = options["enum"]?.elements?.compactMap(\.text) else { return nil }
            let isCaseSensitive = options["matchValue"] == nil
            return #"{"type": "enum", "values": \#(values), "caseSensitive": \#(isCaseSensitive)}"#
        }
        switch options["mask"]?["$type"]?.text {
        case "Number":
            let radix = options["radix"]?.text ?? ","
            let thousands = options["thousandsSeparator"]?.text ?? ""
            let scale = options["scale"]?.number ?? 2
            var keys = [
                #""type": "number", "decimalSeparator": "\#(radix)", "maximumFractionDigits": \#(scale)"#,
                thousands.isEmpty ? #""grouping": false"# : #""groupingSeparator": "\#(thousands)""#,
            ]
            if options["padFractionalZeros"] != nil { keys.append(#""minimumFractionDigits": \#(scale)"#) }
            return "{\(keys.joined(separator: ", "))}"
        case "Date":
            guard options["min"] == nil else { return nil }
            switch options["pattern"]?.text {
            case nil: return #"{"type": "date", "format": "dd.MM.yyyy"}"#
            case "Y-`m-`d": return #"{"type": "date", "format": "yyyy-MM-dd"}"#
            default: return nil
            }
        default: return nil
        }
    }

    /// The same formatter as this project has it; nil: it has none.
    fileprivate var maskitoFormatter: String? {
        let parameters = options["params"]
        switch options["kind"]?.text {
        case "number":
            var keys = [
                #""type": "number", "maximumFractionDigits": \#(parameters?["maximumFractionDigits"]?.number ?? 0)"#
            ]
            if let locale = parameters?["locale"]?.text {
                keys.append(#""locale": "\#(locale)""#)
            } else {
                keys.append(#""decimalSeparator": "\#(parameters?["decimalSeparator"]?.text ?? ".")""#)
                let thousands = parameters?["thousandSeparator"]?.text ?? "\u{A0}"
                keys.append(thousands.isEmpty ? #""grouping": false"# : #""groupingSeparator": "\#(thousands)""#)
            }
            if let prefix = parameters?["prefix"]?.text { keys.append(#""prefix": "\#(prefix)""#) }
            if let suffix = parameters?["postfix"]?.text { keys.append(#""suffix": "\#(suffix)""#) }
            if let minimum = parameters?["min"]?.number { keys.append(#""minimum": \#(minimum)"#) }
            if let maximum = parameters?["max"]?.number {
                keys.append(#""maximum": \#(maximum), "outOfRange": "clampOnBlur""#)
            }
            if let digits = parameters?["minimumFractionDigits"]?.number {
                keys.append(#""minimumFractionDigits": \#(digits)"#)
            }
            return "{\(keys.joined(separator: ", "))}"
        case "date":
            guard parameters?["min"] == nil, let mode = parameters?["mode"]?.text, mode.contains("dd") else {
                return nil
            }
            let format = mode.replacing("mm", with: "MM").replacing("/", with: parameters?["separator"]?.text ?? ".")
            return #"{"type": "date", "format": "\#(format)"}"#
        case "time":
            guard parameters?["postfix"] == nil, parameters?["timeSegmentMaxValues"] == nil else { return nil }
            switch parameters?["mode"]?.text {
            case "HH:MM": return #"{"type": "time", "format": "HH:mm"}"#
            case "HH:MM:SS": return #"{"type": "time", "format": "HH:mm:ss"}"#
            case "HH:MM AA": return #"{"type": "time", "format": "hh:mm a"}"#
            default: return nil
            }
        case "dateTime":
            guard parameters?["min"] == nil else { return nil }
            return #"{"type": "dateTime", "format": "dd.MM.yyyy, HH:mm"}"#
        default: return nil
        }
    }
}

extension String {
    /// With one shape of minus and one of space.
    fileprivate var plain: String {
        replacing("\u{2212}", with: "-").replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }
}

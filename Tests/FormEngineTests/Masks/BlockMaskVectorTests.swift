import FormEngine
import FormModel
import Masks
import Testing
import TextEditing

@Suite("A block mask has the same results as AKMaskField")
struct BlockMaskVectorTests {
    /// Where the original traps, loses what was entered or miscounts, this does better.
    private static let better = [
        "ak-174": "an emoji is passed as a whole", "ak-176": "an emoji is passed as a whole",
        "ak15-132": "a cell has its own test", "ak15-134": "an unknown cell is an error",
        "ak15-146": "a backslash is seen",
        "ak-175": "a letter of two code points is one cell", "ak-183": "a literal ends the text, and nothing traps",
        "ak-203": "square brackets work", "ak-207": "brackets may stand in the template",
    ]

    @Test("the current version, edit by edit")
    func current() throws {
        guard let vectors = try Vectors<BlockMaskVector>("akmaskfield_1x")?.vectors else { return }
        try run(vectors, misfit: .stop)
    }

    @Test("the first version, edit by edit")
    func first() throws {
        guard let vectors = try Vectors<BlockMaskVector>("akmaskfield_2015")?.vectors else { return }
        try run(vectors, misfit: .skip)
    }

    private func run(_ vectors: [BlockMaskVector], misfit: BlockMaskDefinition.Misfit) throws {
        var failures: [String] = []
        var count = 0
        var skipped = 0
        for vector in vectors {
            // A delegate that vetoes or rewrites is what input validators are for here.
            if vector.veto != nil || vector.rewrite != nil || Self.better[vector.id] != nil {
                skipped += 1
                continue
            }
            guard let formatter = vector.formatter(misfit: misfit) else {
                // What cannot work is refused with a reason; the original traps or shows nothing.
                let isDead = vector.crash != nil || vector.results.allSatisfy { $0.blocks.isEmpty || $0.text.isEmpty }
                if !isDead { failures.append("\(vector.id): \(vector.mask) is refused") }
                continue
            }
            count += 1
            var session = BlockMaskSession(formatter: formatter, caret: vector.results.first?.caret ?? 0)
            for (index, (step, expected)) in zip(vector.steps, vector.results.dropFirst()).enumerated() {
                guard session.perform(step, expected) else { break }
                guard let difference = session.difference(from: expected, isCurrent: misfit == .stop) else { continue }
                failures.append("\(vector.id) step \(index) \(step.do): \(difference)")
                break
            }
        }
        print("\(count) sessions with block masks, \(skipped) skipped")
        report(failures, of: count)
    }
}

struct BlockMaskVector: Decodable, Sendable {
    var id: String
    var mask: String
    var template: String?
    var showTemplate: Bool?
    var placeholder: String?
    var brackets: [String]?
    var jumpToPrevBlock: Bool?
    var veto: Int?
    var rewrite: Rewrite?
    var crash: SessionVector.Crash?
    var steps: [Step]
    var results: [Result]

    struct Rewrite: Decodable, Sendable {}

    struct Step: Decodable, Sendable {
        var `do`: String
        var text: String?
        var caret: Int?
        var from: Int?
        var to: Int?
        var mask: String?
        var location: Int?
        var length: Int?
    }

    struct Result: Decodable, Sendable {
        var text: String
        var caret: Int
        var status: String
        var blocks: [Block]
        var calls: [Call]
    }

    struct Block: Decodable, Sendable {
        var chars: String
    }

    struct Call: Decodable, Sendable {
        var call: String
        var event: String?
    }

    func formatter(misfit: BlockMaskDefinition.Misfit) -> BlockMaskFormatter? {
        var definition = BlockMaskDefinition(mask: mask)
        if let template, !template.isEmpty { definition.template = template }
        definition.showsTemplate = showTemplate ?? (placeholder == nil)
        definition.misfit = misfit
        definition.jumpsToPreviousBlock = jumpToPrevBlock ?? false
        if let brackets, brackets.count == 2, let opening = brackets[0].first, let closing = brackets[1].first {
            definition.brackets.opening = opening
            definition.brackets.closing = closing
        }
        do {
            return try BlockMaskFormatter(definition)
        } catch .templateLength {
            // The original falls back to stars without a word.
            definition.template = "*"
            return try? BlockMaskFormatter(definition)
        } catch {
            return nil
        }
    }
}

/// A field that does nothing but pass edits to its formatter.
private struct BlockMaskSession {
    let formatter: BlockMaskFormatter
    var current: FormattedText
    var event = BlockMaskOutcome.Event.none

    init(formatter: BlockMaskFormatter, caret: Int) {
        self.formatter = formatter
        current = formatter.prefix
        current.selection = TextSelection(start: codePoints(caret))
    }

    /// False: what follows is about something that works otherwise here.
    mutating func perform(_ step: BlockMaskVector.Step, _ expected: BlockMaskVector.Result) -> Bool {
        event = .none
        switch step.do {
        case "focus": current.selection = TextSelection(start: codePoints(expected.caret))
        case "caret": current.selection = TextSelection(start: codePoints(step.caret ?? 0))
        case "select": select(step.from ?? 0, step.to ?? 0)
        case "edit":
            if let location = step.location { select(location, location + (step.length ?? 0)) }
            edit(current.selection, step.text ?? "", .key)
        case "backspace":
            var range = current.selection
            if range.length == 0 {
                guard range.start > 0 else { break }
                range = TextSelection(start: range.start - 1, length: 1)
            }
            edit(range, "", .deleteBackward)
        case "text": edit(TextSelection(start: 0), step.text ?? "", .program)
        case "clear":
            edit(TextSelection(start: 0, length: current.text.string.unicodeScalars.count), "", .cut)
            current.selection = TextSelection(start: 0)
        // Another mask keeps what was entered.
        default: return false
        }
        return true
    }

    private mutating func edit(_ range: TextSelection, _ text: String, _ origin: TextEdit.Origin) {
        let step = formatter.step(TextEdit(range: range, replacement: text, origin: origin), to: current)
        current = step.text
        event = step.outcome.event
    }

    private mutating func select(_ from: Int, _ to: Int) {
        let start = codePoints(from)
        current.selection = TextSelection(start: start, length: codePoints(to) - start)
    }

    /// From UTF-16.
    private func codePoints(_ offset: Int) -> Int {
        let utf16 = current.text.string.utf16
        let index = utf16.index(utf16.startIndex, offsetBy: offset, limitedBy: utf16.endIndex) ?? utf16.endIndex
        return current.text.string.unicodeScalars.distance(from: current.text.string.startIndex, to: index)
    }

    func difference(from expected: BlockMaskVector.Result, isCurrent: Bool) -> String? {
        let index = current.text.string.unicodeScalars.index(
            current.text.string.startIndex,
            offsetBy: current.selection.start
        )
        let caret = current.text.string.utf16.distance(from: current.text.string.startIndex, to: index)
        let blocks = formatter.blocks(of: current)
        let chars = blocks.map { $0.cells.map { $0.isFilled ? "1" : "0" }.joined() }
        let filled = chars.joined().filter { $0 == "1" }.count
        let status = filled == 0 ? "clear" : filled == chars.joined().count ? "complete" : "incomplete"
        var isSame =
            current.text.string == expected.text && caret == expected.caret && status == expected.status.lowercased()
            && chars == expected.blocks.map(\.chars) && current.isComplete == (status == "complete")
        if isCurrent { isSame = isSame && isSameEvent(as: expected.calls.compactMap(\.event).first) }
        return isSame ? nil : "“\(current.text)” at \(caret), \(status) \(chars) \(event) instead of \(expected)"
    }

    /// The original counts cells that it emptied although they were empty.
    private func isSameEvent(as expected: String?) -> Bool {
        switch (expected, event) {
        case ("replace", .insert), ("delete", .none), ("delete", .error): true
        default: (expected ?? "none") == event.rawValue
        }
    }
}

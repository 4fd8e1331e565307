import FormModel
import Foundation
@testable import Masks
import RandomTesting
import Testing

@testable import FormEngine
@testable import TextEditing

/// No edit changes a character that it did not touch: what the mask wrote never becomes the user's, and what the user
/// entered stays, in its order.
@Suite("Edits in the middle of a filled mask")
struct MaskOwnershipTests {
    /// An edit of a value, with the range and the replacement in the text that shows it.
    struct Case: Sendable, CustomTestStringConvertible {
        var mask: String
        var value: String
        var range: Range<Int>
        var replacement = ""
        var text: String
        var valueAfter: String

        var testDescription: String { "\(mask) of \(value), \(range) replaced by \"\(replacement)\"" }
    }

    static let cases = [
        Case(
            mask: "[00].[00].20[00]",
            value: "010124",
            range: 0..<2,
            replacement: "31",
            text: "31.01.2024",
            valueAfter: "310124"
        ),
        Case(mask: "[00].[00].20[00]", value: "010124", range: 0..<1, text: "10.12.204", valueAfter: "10124"),
        Case(mask: "0 [0] 0 [00]", value: "3", range: 2..<3, text: "", valueAfter: ""),
        Case(mask: "0 [0] 0 [00]", value: "312", range: 2..<3, text: "0 1 0 2", valueAfter: "12"),
        Case(mask: "+7 ([000]) [000]", value: "777123", range: 4..<5, text: "+7 (771) 23", valueAfter: "77123"),
        Case(
            mask: "+7 ([000]) [000]",
            value: "91612",
            range: 4..<4,
            replacement: "7",
            text: "+7 (791) 612",
            valueAfter: "791612"
        ),
        Case(mask: "AB-[AA]-C[AA]", value: "xyzw", range: 3..<4, text: "AB-yz-Cw", valueAfter: "yzw"),
    ]

    @Test("the value afterwards is the value before with the edit applied to its own characters", arguments: cases)
    func edits(_ given: Case) throws {
        let formatter = try MaskFormatter(MaskDefinition(mask: given.mask))
        let current = formatter.format(given.value)
        #expect(current.value == given.value)
        let edit = TextEdit(
            range: TextSelection(start: given.range.lowerBound, length: given.range.count),
            replacement: given.replacement,
            origin: given.replacement.isEmpty ? .deleteBackward : given.replacement.count == 1 ? .key : .paste
        )
        let next = formatter.apply(edit, to: current)
        #expect(next.text.string.hasPrefix(given.text) && next.value == given.valueAfter, "\(next)")
    }

    private static let input = ["0", "1", "2", "3", "7", "9", "a", "b", "Z", " ", "-", ".", "(", "é"]

    /// Random edits of every mask of the vectors, from either end.
    @Test("for every mask of the vectors: after an edit the value is the one before, edited in the user's characters")
    func vectors() throws {
        let total = Self.edits
        var random = SeededGenerator(seed: 33)
        var failures: [String] = []
        let masks = try MaskDefinition.ofVectors()
        #expect(masks.count > 100 && masks.contains { $0.isReversed })
        var count = 0
        for var definition in masks {
            definition.affineMasks = []
            guard let program = try? definition.compile().first else { continue }
            let owners = Owners(program: program)
            for _ in 0..<(total / masks.count + 1) / 50 + 1 {
                definition.autoskip = Bool.random(using: &random)
                definition.autocomplete = Int.random(in: 0..<3, using: &random) > 0
                let formatter = try MaskFormatter(definition)
                var current = formatter.prefix
                for _ in 0..<50 {
                    let edit = random.edit(of: current.text.string, inserting: Self.input + owners.literals)
                    let next = formatter.apply(edit, to: current)
                    count += 1
                    if let fault = owners.fault(of: next, after: edit, of: current) {
                        failures.append("\(definition.mask): \(edit) of \(current): \(next): \(fault)")
                    }
                    current = next
                }
            }
        }
        print("\(count) edits in \(masks.count) masks")
        report(failures, of: count)
    }

    private static let edits = RandomCases.count(20_000)

    private static let notations = [
        MaskNotation(character: "D", content: .range(MaskNotation.Bounds(minimum: 1, maximum: 31))),
        MaskNotation(character: "M", content: .range(MaskNotation.Bounds(minimum: 1, maximum: 12))),
        MaskNotation(character: "N", content: .range(MaskNotation.Bounds(minimum: 10, maximum: 59, pads: false))),
        MaskNotation(character: "x", content: .mask(" 7 [0009]"), isOptional: true),
        MaskNotation(
            character: "h",
            content: .set(.named(.hexDigits)),
            repetition: MaskNotation.Repetition(minimum: 2, maximum: 4)
        ),
        MaskNotation(
            character: "o",
            content: .mask("[099]{.}"),
            repetition: MaskNotation.Repetition(minimum: 3, maximum: 3)
        ),
        MaskNotation(
            character: "g",
            content: .mask(" 2[A][099]"),
            repetition: MaskNotation.Repetition(minimum: 0, maximum: 3)
        ),
    ]

    /// A range writes the zeros before a short number, which are then part of the value.
    @Test(
        "with ranges, parts and repetitions: no edit makes a character of the mask the user's",
        arguments: [
            "[D].[M].20[00]", "1[D]:[N]", "+7 [o][099]", "[000][x]", "#[h]3[00]", "7[g]", "[M]/[00] [x]", "{9}[D]9[M]",
        ]
    )
    func notations(_ mask: String) throws {
        var random = SeededGenerator(seed: UInt64(mask.utf8.count))
        var definition = MaskDefinition(mask: mask)
        definition.notations = Self.notations
        let owners = Owners(program: try #require(try definition.compile().first))
        var failures: [String] = []
        var count = 0
        while count < Self.edits / 20 {
            definition.autoskip = Bool.random(using: &random)
            definition.autocomplete = Int.random(in: 0..<3, using: &random) > 0
            let formatter = try MaskFormatter(definition)
            var current = formatter.prefix
            for _ in 0..<50 {
                let edit = random.edit(of: current.text.string, inserting: Self.input + owners.literals)
                let next = formatter.apply(edit, to: current)
                count += 1
                if let fault = owners.fault(of: next, after: edit, of: current) {
                    failures.append("\(mask): \(edit) of \(current): \(next): \(fault)")
                }
                current = next
            }
        }
        print("\(count) edits in \(mask)")
        report(failures, of: count)
    }

    @Test("in a block mask an edit changes only the cells that it selects or fills", arguments: [false, true])
    func blocks(skips: Bool) throws {
        var random = SeededGenerator(seed: 35)
        let vectors = try ["akmaskfield_1x", "akmaskfield_2015"].flatMap {
            try Vectors<BlockMaskVector>($0)?.vectors ?? []
        }
        let formatters = vectors.compactMap { $0.formatter(misfit: skips ? .skip : .stop) }
        #expect(formatters.count > 50)
        var failures: [String] = []
        var count = 0
        for formatter in formatters {
            let literals = formatter.mask.places.filter { $0.cell == nil }.map { String($0.character) }
            for _ in 0..<(Self.edits / 5 / formatters.count + 1) / 50 + 1 {
                var current = formatter.prefix
                for _ in 0..<50 {
                    let edit = random.edit(of: current.text.string, inserting: Self.input + literals)
                    let next = formatter.apply(edit, to: current)
                    count += 1
                    if let fault = Cells(formatter, next).fault(after: edit, of: Cells(formatter, current)) {
                        failures.append("\(formatter.definition.mask): \(edit) of \(current): \(next): \(fault)")
                    }
                    current = next
                }
            }
        }
        print("\(count) edits in \(formatters.count) block masks")
        report(failures, of: count)
    }
}

/// The cells of a block mask, read from its text and value without the state of the engine.
private struct Cells {
    private let mask: BlockMask
    private let text: [Character]
    /// The user's character at each place of the text; `nil` for a literal and for an empty cell.
    private var filled: [Character?]

    init(_ formatter: BlockMaskFormatter, _ shown: FormattedText) {
        mask = formatter.mask
        text = Array(shown.text.string)
        filled = Array(repeating: nil, count: mask.places.count)
        let cells = mask.places.indices.filter { mask.places[$0].cell != nil }
        for (place, character) in zip(cells, shown.value) where character != BlockMask.hole {
            filled[place] = character
        }
    }

    private var written: [Character] { mask.places.indices.map { filled[$0] ?? mask.places[$0].character } }

    func fault(after edit: TextEdit, of before: Cells) -> String? {
        guard text == written || text.isEmpty && filled.allSatisfy({ $0 == nil }) else {
            return "the mask does not write this text for this value"
        }
        let shown = before.written
        let range = shown.count(before: edit.range.start)..<shown.count(before: edit.range.end)
        var inserted = Array(edit.replacement.precomposedStringWithCanonicalMapping)[...]
        for place in filled.indices where filled[place] != (range.contains(place) ? nil : before.filled[place]) {
            guard place >= range.lowerBound else { return "a cell before the edit has changed" }
            guard let character = filled[place] else { return "a cell beside the edit is empty" }
            guard let index = inserted.firstIndex(of: character) else { return "nobody entered “\(character)”" }
            inserted = inserted[(index + 1)...]
        }
        return nil
    }
}

/// Who entered the characters of a text, worked out from the mask's nodes, the text and its value, without the engine.
private struct Owners {
    let program: MaskProgram
    let literals: [String]
    /// Whether each node has one character, so that the nodes and the user's characters alone make the text.
    private let isFixed: Bool
    /// Whether all cells accept the same characters.
    private let isUniform: Bool
    /// Whether half a flag of the user may join one of the mask's, and is dropped then.
    private let hasFlagHalves: Bool
    /// Whether the mask may write zeros before a number.
    private let hasRanges: Bool

    init(program: MaskProgram) {
        self.program = program
        literals = program.nodes.indices.filter { program.nodes[$0].kind.isLiteral }.map {
            String(program.character(of: $0))
        }
        isFixed = program.nodes.allSatisfy { $0.kind.isLiteral || $0.kind == .mandatory }
        hasRanges = program.nodes.contains { $0.kind == .range }
        isUniform = program.classesInUse.count == 1 && !hasRanges && !program.nodes.contains { $0.kind == .gate }
        hasFlagHalves = literals.contains("🇷")
    }

    /// For each way in which the mask may have written a text for its value: for each character whether it is the
    /// user's. Empty if the mask cannot have written it. A character that the mask does not write is nobody's.
    func ways(of text: FormattedText) -> [[Bool]] {
        func inOrder(_ characters: some Sequence<Character>) -> [Character] {
            program.isReversed ? characters.reversed() : Array(characters)
        }
        let characters = inOrder(text.text.string)
        let value = inOrder(text.value)
        var found: [[Bool]] = []
        var dead: Set<[Int]> = []
        func search(_ index: Int, _ node: Int, _ taken: Int, _ flags: [Bool]) -> Bool {
            if index == characters.count, taken == value.count {
                found.append(program.isReversed ? flags.reversed() : flags)
                return true
            }
            guard index < characters.count, node < program.nodes.count, found.count < 8 else { return false }
            let key = [index, node, taken]
            if dead.contains(key) { return false }
            var isAlive = false
            let kind = program.nodes[node].kind
            if kind.isLiteral {
                if characters[index] == program.character(of: node) {
                    let isValue = kind == .fixed && !value.isEmpty
                    if !isValue || taken < value.count && value[taken] == characters[index] {
                        isAlive = search(index + 1, node + 1, taken + (isValue ? 1 : 0), flags + [false])
                    }
                }
            } else if kind == .gate {
                isAlive = search(index, node + 1, taken, flags)
                isAlive = search(index, Int(program.nodes[node].index), taken, flags) || isAlive
            } else if kind == .range {
                if taken < value.count, value[taken] == characters[index], "0123456789".contains(characters[index]) {
                    isAlive = search(index + 1, node + 1, taken + 1, flags + [true])
                }
            } else {
                let accepting = program.classes[Int(program.nodes[node].index)]
                if taken < value.count, value[taken] == characters[index], accepting.contains(characters[index]) {
                    isAlive = search(index + 1, kind == .endless ? node : node + 1, taken + 1, flags + [true])
                }
                if kind == .optional { isAlive = search(index, node + 1, taken, flags) || isAlive }
            }
            if !isAlive { dead.insert(key) }
            return isAlive
        }
        _ = search(0, 0, 0, [])
        return found
    }

    /// What is wrong with a text after an edit; `nil` if nothing is.
    func fault(of next: FormattedText, after edit: TextEdit, of current: FormattedText) -> String? {
        if next == current { return nil }
        let results = ways(of: next)
        guard !results.isEmpty else { return "the mask does not write this text for this value" }
        let inserted = Array(edit.replacement.precomposedStringWithCanonicalMapping)
        let text = Array(current.text.string)
        let range = text.count(before: edit.range.start)..<text.count(before: edit.range.end)
        let old = ways(of: current).map { flags in Users(text, flags, range) }
        let own = results.map { flags in zip(next.text.string, flags).filter(\.1).map(\.0) }
        if program.isReversed {
            let isHeld = old.contains { users in own.contains { holdsReversed($0, users, inserted) } }
            return isHeld ? nil : "the user has \(own.map { String($0) }), before \(old)"
        }
        // A pasted text that is complete by itself may replace the whole.
        if next.isComplete, edit.origin == .paste, own.contains(where: { isSubsequence($0, of: inserted) }) {
            return nil
        }
        var candidates = old
        if edit.range.start >= current.typedLength {
            // The literals that were typed last may be the beginning of what the user types on.
            let typed = text.count(before: current.typedLength)
            for users in old {
                let begun = zip(text, users.flags).prefix(typed).reversed().prefix { !$0.1 }.map(\.0).reversed()
                for start in begun.indices { candidates.append(users.with(begun[start...])) }
            }
        }
        let isHeld = candidates.contains { users in own.contains { holds($0, users, inserted) } }
        return isHeld ? nil : "the user has \(own.map { String($0) }), before \(old)"
    }

    private struct Users: CustomStringConvertible {
        let flags: [Bool]
        private(set) var before: [Character]
        let after: [Character]

        init(_ text: [Character], _ flags: [Bool], _ range: Range<Int>) {
            self.flags = flags
            before = text.indices.filter { flags[$0] && $0 < range.lowerBound }.map { text[$0] }
            after = text.indices.filter { flags[$0] && $0 >= range.upperBound }.map { text[$0] }
        }

        func with(_ begun: some Sequence<Character>) -> Users {
            var users = self
            users.before += begun
            return users
        }

        var description: String { "\(String(before))|\(String(after))" }
    }

    /// In a mask that fills from its end, what does not fit any more is refused.
    private func holdsReversed(_ own: [Character], _ users: Users, _ inserted: [Character]) -> Bool {
        guard isUniform, !hasFlagHalves, let index = program.classesInUse.first else {
            return isSubsequence(own, of: users.before + inserted + users.after)
        }
        let accepting = program.classes[Int(index)]
        let room = program.endsInEndless ? .max : max(0, program.cellCount - users.before.count - users.after.count)
        let fitting = inserted.map(accepting.shown).filter(accepting.contains).prefix(room).map(accepting.changed)
        return own == users.before + fitting + users.after
    }

    private func holds(_ own: [Character], _ users: Users, _ inserted: [Character]) -> Bool {
        if inserted.isEmpty, isUniform, !hasFlagHalves { return own == users.before + users.after }
        guard isFixed, !hasFlagHalves else {
            // Code points, because two halves of flags may have joined.
            func scalars(_ text: [Character]) -> [Character] {
                text.flatMap { $0.unicodeScalars.map { Character($0) } }
            }
            return isSubsequence(
                scalars(own),
                of: scalars(users.before + inserted + users.after),
                skipsZeros: hasRanges
            )
        }
        // Of the inserted characters each may be a literal that was typed, if it is one; the others are the user's.
        for choice in 0..<(1 << inserted.count) {
            let isUsers = inserted.indices.map { choice >> $0 & 1 == 1 || !literals.contains(String(inserted[$0])) }
            let mine = zip(inserted, isUsers).filter(\.1).map(\.0)
            // Characters may have joined where the edit meets the text.
            let whole = users.before + mine + users.after
            if own == filled(whole) || own == filled(Array(String(whole))) { return true }
        }
        return false
    }

    /// The characters that find a cell.
    private func filled(_ characters: [Character]) -> [Character] {
        var cells = program.nodes.filter { $0.kind.isCell }[...]
        var placed: [Character] = []
        for character in characters {
            guard let cell = cells.first else { break }
            let accepting = program.classes[Int(cell.index)]
            let shown = accepting.shown(character)
            guard accepting.contains(shown) else { continue }
            placed.append(accepting.changed(shown))
            cells = cells.dropFirst()
        }
        return placed
    }

    private func isSubsequence(_ part: [Character], of whole: [Character], skipsZeros: Bool = false) -> Bool {
        var rest = whole[...]
        for character in part where !(skipsZeros && character == "0") {
            guard let index = rest.firstIndex(of: character) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }
}

extension CharacterClass {
    /// A digit as a cell for 0 to 9 shows it.
    fileprivate func shown(_ character: Character) -> Character {
        guard character.isNumber, let digit = character.wholeNumberValue.map({ Character("\($0)") }) else {
            return character
        }
        return contains(digit) ? digit : character
    }
}

@Suite("Several masks")
struct SeveralMasksTests {
    private static let pieces = [
        "0", "1", "1", "2", "3", "7", "8", "a", "b", "Z", " ", ".", "-", "/", "(", ")", "+", "é",
    ]

    @Test(
        "a text that is typed, pasted or set has the same result",
        arguments: [
            (["[000]-[0000]", "([000]) [000]-[0000]", "1-([000]) [000]-[0000]"], "1-1231231234", "1-(123) 123-1234"),
            (["[000]-[0000]", "([000]) [000]-[0000]", "1-([000]) [000]-[0000]"], "2345678", "234-5678"),
            (["[000]-[0000]", "([000]) [000]-[0000]", "1-([000]) [000]-[0000]"], "2345678901", "(234) 567-8901"),
            (["[0]{ USD!}", "[0_]"], "3U1!8", "3 USD!"), (["[00]", "[_A]"], "a2", "a"), (["[00]", "[_A]"], "2a", "2a"),
            (["[_A]", "[00]"], "21", "21"),
        ]
    )
    func examples(_ masks: [String], _ text: String, _ shown: String) throws {
        let formatter = try Self.formatter(masks)
        for result in [Self.typed(text, formatter), Self.pasted(text, formatter), formatter.format(text)] {
            #expect(result.text.string == shown)
        }
    }

    @Test(
        "a value that a mask alone can contain stays when it is set",
        arguments: [
            (["[0]{ USD!}", "[0_]"], "3U", "3U"), (["[00] kg", "8[00]"], "81", "81 kg"),
            (["\\{[00]\\}{99}", "[99]-[00]"], "00", "00-"), (["[000]", "3[000]"], "378", "378"),
        ]
    )
    func values(_ masks: [String], _ value: String, _ shown: String) throws {
        let set = try Self.formatter(masks).format(value)
        #expect(set.text.string == shown && set.value == value)
    }

    private static func formatter(_ masks: [String]) throws -> MaskFormatter {
        var definition = MaskDefinition(mask: masks[0])
        definition.affineMasks = Array(masks.dropFirst())
        return try MaskFormatter(definition)
    }

    private static func typed(_ text: String, _ formatter: MaskFormatter) -> FormattedText {
        var typist = Typist(formatter)
        typist.clear()
        for key in text { typist.insert(String(key), .key) }
        return typist.current
    }

    private static func pasted(_ text: String, _ formatter: MaskFormatter) -> FormattedText {
        var typist = Typist(formatter)
        typist.clear()
        typist.insert(text, .paste)
        return typist.current
    }

    /// Whether a mask can contain the text as its value. Such a text may have two readings: it may be a value, or have
    /// characters that are literals when they are typed.
    private static func isValue(_ text: String, _ formatter: MaskFormatter) -> Bool {
        formatter.variants.contains {
            $0.apply(MaskInput(text.composed, role: .value), gravity: formatter.insertion).value == text.composed
        }
    }

    /// The sets of the vectors, and random ones of the masks of all vectors.
    @Test("for sets of all masks of the vectors: keys and a paste give the same, and the value set again gives itself")
    func sets() throws {
        let total = RandomCases.count(500)
        var random = SeededGenerator(seed: 34)
        let all = try MaskDefinition.ofVectors().filter { !$0.isReversed }
        let own = all.filter { !$0.affineMasks.isEmpty }
        #expect(own.count >= 3)
        var failures: [String] = []
        for number in 0..<total {
            var definition = own[number % own.count]
            if number >= own.count {
                definition = random.pick(all)
                let others = all.filter { $0.notations == definition.notations }
                definition.affineMasks = (0..<Int.random(in: 1...3, using: &random)).map { _ in random.pick(others).mask
                }
                definition.affinity = .wholeString
            }
            definition.autocomplete = Int.random(in: 0..<3, using: &random) > 0
            let formatter = try MaskFormatter(definition)
            let masks = [definition.mask] + definition.affineMasks
            let literals = masks.joined().filter { !"[]{}🇷".contains($0) }.map(String.init)
            for _ in 0..<10 {
                let text = random.text(of: Self.pieces + literals, upTo: 14)
                let keys = Self.typed(text, formatter)
                let paste = Self.pasted(text, formatter)
                func fail(_ what: String, _ other: FormattedText) {
                    failures.append("\(masks) \(definition.affinity) “\(text)”: keys \(keys), \(what) \(other)")
                }
                if keys.text != paste.text || keys.value != paste.value { fail("pasted", paste) }
                guard !keys.value.isEmpty else { continue }
                let set = formatter.format(text)
                let isTyped = keys.text == set.text && keys.value == set.value
                if !isTyped, !Self.isValue(text, formatter) || set.value != text.composed { fail("set", set) }
                let again = formatter.format(keys.value)
                if again.value != keys.value { fail("set again", again) }
            }
        }
        report(failures, of: total * 10)
    }
}

extension [Character] {
    /// How many of the clusters begin before a position in code points.
    fileprivate func count(before codePoints: Int) -> Int {
        var remaining = codePoints
        return prefix { character in
            defer { remaining -= character.unicodeScalars.count }
            return remaining > 0
        }.count
    }
}

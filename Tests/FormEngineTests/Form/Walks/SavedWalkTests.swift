@testable import FormEngine
import FormModel
import RandomTesting
import Synchronization
import Testing
@testable import TextEditing

/// A form that is saved, record by record, is the form that it was, whatever was done to it.
@Suite("Saved forms")
struct SavedWalkTests {

    /// What a daemon keeps of a form: a record of all of it, and those of what came after.
    struct Journal {
        var records: [SavedRecord]
        private let definitions: SavedDefinitions

        init(_ form: Form, _ definitions: SavedDefinitions = .unreadable) {
            records = [form.saved]
            self.definitions = definitions
        }

        /// Performs an operation and keeps its record. One that is refused leaves none.
        mutating func perform(_ operation: FormEngine.Operation, on form: inout Form) throws {
            try perform([operation], on: &form)
        }

        /// Performs operations, each as a transaction, whose records are written together. Throws the last refusal.
        mutating func perform(_ operations: [FormEngine.Operation], on form: inout Form) throws {
            var all: [Transition] = []
            var refusal: (any Error)?
            for operation in operations {
                do {
                    guard let next = try form.perform([operation], saving: .change).pending else { continue }
                    if let joined = all.last?.joined(by: next) { all[all.count - 1] = joined } else { all.append(next) }
                } catch {
                    refusal = error
                }
            }
            for pending in all {
                if pending.isWhole { records = [] }
                records.append(pending.record)
            }
            if let refusal { throw refusal }
        }

        /// - Parameter count: how many records there are; all, if it is not given.
        func restored(_ compiled: CompiledForm, first count: Int? = nil) throws -> Form {
            let records = records.prefix(count ?? records.count)
            var restorer = try FormRestorer(records[0].bytes[...], of: compiled, definitions)
            for record in records.dropFirst() { try restorer.apply(record.bytes[...], isWhole: record.isWhole) }
            let changes = records.suffix(from: records.lastIndex(where: \.isWhole) ?? 0)
            #expect(restorer.bytesToRestore == changes.reduce(0) { $0 + $1.bytesToRestore })
            return try restorer.restored()
        }
    }

    /// All that a client could see, with what the session and undo are.
    static func shows(_ form: Form) -> [String] {
        RandomWalkTests.shows(form) + [
            "\(form.revision) \(form.isValid) \(form.isComplete) \(form.page) \(form.groups) \(form.structure)",
            "\(form.hasNext) \(form.hasPrevious) \(form.scrollOffset) \(form.lastChange)",
        ] + form.history.undo.steps.map(describe) + ["--"] + form.history.redo.steps.map(describe)
    }

    /// Where two forms are not the same, in lines; empty where they are.
    static func differences(_ one: Form, _ two: Form) -> [String] {
        let (one, two) = (shows(one), shows(two))
        if one.count != two.count { return ["\(one.count) and \(two.count) lines"] }
        return zip(one, two).filter { $0 != $1 }.map { "\($0) instead of \($1)" }
    }

    private static func describe(_ step: History.Step) -> String {
        let rows = step.rows.map { "\($0.rows.sorted { $0.key < $1.key })" }
        let fields = step.fields.map { "\($0.id) \($0.field?.text as FormText?) \($0.message?.text ?? "")" }
        return (rows ?? "") + fields.joined()
    }

    /// What a form of secrets would lose is none of these.
    static func definition() -> [FieldDefinition] { RandomWalkTests.definition().filter { $0.id != "secret" } }

    static func operation(_ form: Form, _ random: inout SeededGenerator) -> FormEngine.Operation {
        let operation = RandomWalkTests.operation(form, &random)
        // A composition is not entered yet, and is not kept. A configuration is kept as JSON, which these have none of.
        switch operation {
        case .field(_, .setComposition), .field(_, .configure): return .focusNext
        default: return operation
        }
    }

    @Test("a form saved and restored at any moment is the same form", arguments: 1...10 as ClosedRange<UInt64>)
    func walk(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 31)
        var form = try FormDriver(Self.definition()).form
        var journal = Journal(form)
        for step in 0..<400 {
            let first = Self.operation(form, &random)
            var together = [first]
            // A key is followed by more keys, so that there are bursts.
            if case .field(let index, .insertText(let text)) = first {
                for _ in 0..<Int.random(in: 0...4, using: &random) { together.append(.field(index, .insertText(text))) }
            }
            together.append(Self.operation(form, &random))
            try? journal.perform(together, on: &form)
            guard step % 11 == 0 else { continue }
            try #require(Self.differences(journal.restored(form.compiled), form) == [], "step \(step)")
            // All of the form at once says the same as its records.
            let whole = try FormRestorer(form.saved.bytes[...], of: form.compiled, .unreadable).restored()
            try #require(Self.differences(whole, form) == [], "step \(step)")
            if step % 3 == 0 { journal = Journal(form) }
        }
    }

    @Test("a restored form behaves like the one that was saved", arguments: 1...5 as ClosedRange<UInt64>)
    func goesOn(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 77)
        var form = try FormDriver(Self.definition()).form
        var journal = Journal(form)
        for _ in 0..<200 { try? journal.perform(Self.operation(form, &random), on: &form) }
        // A run of keys ends with the daemon.
        _ = try form.perform([.focusNext])
        _ = try form.perform([.blur])
        journal = Journal(form)
        var twin = try journal.restored(form.compiled)
        // The first edit announces that this is so no more.
        twin.session.isRestored = false
        for step in 0..<200 {
            let operation = Self.operation(form, &random)
            let (one, two) = (try? form.perform([operation]), try? twin.perform([operation]))
            #expect((one == nil) == (two == nil))
            try #require(Self.differences(twin, form) == [], "step \(step): \(operation)")
        }
    }

    private static func rowOperation(_ form: Form, _ random: inout SeededGenerator) -> FormEngine.Operation {
        let group = form.groups.randomElement(using: &random)?.id ?? ""
        let rows = form.groups.first { $0.id == group }?.rows ?? []
        let index = Int.random(in: 0..<form.fieldCount, using: &random)
        let text = ["", "x", "yes"].randomElement(using: &random) ?? ""
        return switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: .addRow(group: group, position: Bool.random(using: &random) ? nil : 0)
        case 2: .removeRow(group: group, row: rows.randomElement(using: &random) ?? 1)
        case 3: .moveRow(group: group, row: rows.randomElement(using: &random) ?? 1, position: 0)
        case 4: .undo
        case 5: .redo
        case 6: .nextPage
        case 7: .showPage(Int.random(in: 0...3, using: &random))
        case 8: .field(index, .focus)
        case 9: .submit
        default: .field(index, .setText(text, formats: true, validates: nil))
        }
    }

    @Test("rows and pages are restored, and so are the undo steps", arguments: 1...10 as ClosedRange<UInt64>)
    func rows(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 91)
        var form = try StructureModelTests.form()
        var journal = Journal(form)
        for step in 0..<300 {
            guard (try? journal.perform(Self.rowOperation(form, &random), on: &form)) != nil else { continue }
            var twin = try journal.restored(form.compiled)
            try #require(Self.differences(twin, form) == [], "step \(step)")
            guard step % 9 == 0, form.canUndo else { continue }
            var copy = form
            twin.session.isRestored = false
            _ = try copy.perform([.undo])
            _ = try twin.perform([.undo])
            try #require(Self.differences(twin, copy) == [], "an undo after step \(step)")
        }
    }

    @Test("modified bytes result in an error or a form, and never trap")
    func hostile() throws {
        var random = SeededGenerator(seed: 4711)
        var form = try StructureModelTests.form()
        var journal = Journal(form)
        for _ in 0..<30 { try? journal.perform(Self.rowOperation(form, &random), on: &form) }
        try journal.perform(.field(0, .setText("x", formats: true, validates: nil)), on: &form)
        let records = [form.saved] + journal.records.filter { !$0.isWhole }
        try #require(records.count > 1)
        var refused = 0
        for round in 0..<6_000 {
            var record = records[round % records.count]
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<record.bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: record.bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: record.bytes.removeSubrange(place...)
                default: record.bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
                if record.bytes.isEmpty { record.bytes = [0] }
            }
            do {
                var restorer = try FormRestorer(form.saved.bytes[...], of: form.compiled, .unreadable)
                try restorer.apply(record.bytes[...], isWhole: record.isWhole)
                var copy = try restorer.restored()
                _ = try? copy.perform([.undo])
                _ = try? copy.perform([Self.rowOperation(copy, &random)])
            } catch {
                refused += 1
            }
        }
        #expect(refused > 2_000)
    }
}

extension SavedDefinitions {
    /// For forms of which no program has set anything by JSON.
    static var unreadable: SavedDefinitions {
        SavedDefinitions { json in
            throw FormError(.invalidArgument, json)
        } mode: { json in
            throw FormError(.invalidArgument, json)
        } configuration: { json, _ in
            throw FormError(.invalidArgument, json)
        }
    }
}

/// What storing does to transactions, and what is not stored.
@Suite("Storing a form")
struct KeepingTests {
    private static func form() throws -> Form {
        try FormDriver([
            FormDriver.field("name"), FormDriver.field("password") { $0.mode = .password(reveal: .alwaysVisible) },
            FormDriver.field("shown") { $0.visibleWhen = .not(.test(field: "password", .empty)) },
            FormDriver.field("total") {
                $0.computed = .concat([.field(.field("name")), .text("!")], separator: "")
                $0.isReadOnly = true
            }, FormDriver.field("pin"),
        ]).form
    }

    /// Performs an operation whose record cannot be stored. Returns whether there was a record.
    @discardableResult
    private static func fail(_ operation: FormEngine.Operation, on form: inout Form) throws -> Bool {
        guard let pending = try form.perform([operation], saving: .change).pending else { return false }
        form.revert(pending)
        return true
    }

    @Test("a transaction that cannot be stored changes nothing")
    func refused() throws {
        var form = try Self.form()
        _ = try form.perform([.field(0, .insertText("a"))])
        let before = SavedWalkTests.shows(form)
        for operation: FormEngine.Operation in [
            .field(0, .insertText("b")), .undo, .setWidth(100), .reset, .field(0, .focus), .setLocale("ru"),
        ] {
            #expect(try Self.fail(operation, on: &form))
            #expect(SavedWalkTests.shows(form) == before)
        }
        // A transaction that changes nothing has no record.
        #expect(try !Self.fail(.blur, on: &form))
        _ = try form.perform([.field(0, .insertText("b"))])
        #expect(form.field(0).text == "ab")
    }

    /// The texts of the last field that undoing or redoing every step shows.
    private static func walk(_ form: Form, back: Bool) throws -> [String] {
        var form = form
        var texts: [String] = []
        while back ? form.canUndo : form.canRedo {
            _ = try form.perform([back ? .undo : .redo])
            texts.append(form.field(4).text)
        }
        return texts
    }

    @Test("a transaction that cannot be stored does not change the undo and redo steps")
    func steps() throws {
        var form = try Self.form()
        for number in 0..<110 {
            _ = try form.perform([.field(4, .setText("\(number)", formats: true, validates: nil))])
        }
        for _ in 0..<3 { _ = try form.perform([.undo]) }
        let keys: [FormEngine.Operation] = [.field(4, .insertText("b")), .undo, .redo, .reset, .restart([:])]
        let (back, forth) = (try Self.walk(form, back: true), try Self.walk(form, back: false))
        #expect(back.count == 97 && forth == ["107", "108", "109"])
        for operation in keys {
            #expect(try Self.fail(operation, on: &form))
            #expect(try Self.walk(form, back: true) == back && Self.walk(form, back: false) == forth, "\(operation)")
        }
        // Keys of one burst are one step, and what they do to other fields is added to it.
        _ = try form.perform([.field(0, .insertText("a"))])
        let burst = try Self.walk(form, back: true)
        #expect(try Self.fail(.field(0, .insertText("b")), on: &form))
        #expect(try Self.walk(form, back: true) == burst)
    }

    @Test("a transaction without a record does not change the undo steps that a pending one goes back to")
    func noRecord() throws {
        var form = try Self.form()
        func set(_ number: Int) -> FormEngine.Operation {
            .field(4, .setText("\(number)", formats: true, validates: nil))
        }
        for number in 0..<110 { _ = try form.perform([set(number)]) }
        let before = try Self.walk(form, back: true)
        #expect(before.count == 100)
        let pending = try #require(form.perform([set(110)], saving: .change).pending)
        #expect(try form.perform([.blur], saving: .change).pending == nil)
        form.revert(pending)
        #expect(try Self.walk(form, back: true) == before)
    }

    @Test("keys of a burst join one record, and all pending transactions are committed or reverted together")
    func joined() throws {
        var form = try Self.form()
        _ = try form.perform([.field(0, .insertText("a"))])
        var journal = SavedWalkTests.Journal(form)
        let before = SavedWalkTests.shows(form)
        var (after, twin) = (form, form)
        let operations: [FormEngine.Operation] = [
            .field(4, .insertText("b")), .field(4, .insertText("c")), .field(4, .insertText("d")),
            .field(1, .insertText("7")), .field(0, .insertText("c")), .field(4, .focus), .undo,
            .field(4, .setText("1", formats: true, validates: nil)), .field(0, .deleteBackward),
        ]
        let all = try operations.map { try #require(form.perform([$0], saving: .change).pending) }
        for pending in all.reversed() { form.revert(pending) }
        #expect(SavedWalkTests.shows(form) == before)

        try journal.perform(operations, on: &after)
        // Three keys in one field are one step.
        #expect(journal.records.count == 1 + operations.count - 2)
        for operation in operations { _ = try twin.perform([operation]) }
        var restored = try journal.restored(form.compiled)
        _ = try restored.perform([.field(1, .insertText("7"))])
        while after.canUndo {
            #expect(SavedWalkTests.shows(after) == SavedWalkTests.shows(twin))
            for index in [0, 4] { #expect(restored.field(index).text == twin.field(index).text) }
            _ = try after.perform([.undo])
            _ = try twin.perform([.undo])
            _ = try restored.perform([.undo])
        }
        #expect(!twin.canUndo && !restored.canUndo)
    }

    @Test("joined transactions are reverted together")
    func joinedRollBack() throws {
        var form = try Self.form()
        let before = SavedWalkTests.shows(form)
        var first = try #require(form.perform([.field(4, .insertText("a"))], saving: .change).pending)
        for key in ["b", "c"] {
            let next = try #require(form.perform([.field(4, .insertText(key))], saving: .change).pending)
            first = try #require(first.joined(by: next))
        }
        #expect(first.record.revision == form.revision)
        // The caret is elsewhere, so a step begins.
        let move = try #require(form.perform([.field(4, .select(start: 0, length: 0))], saving: .change).pending)
        #expect(first.joined(by: move) == nil)
        form.revert(move)
        #expect(form.field(4).text == "abc")
        form.revert(first)
        #expect(SavedWalkTests.shows(form) == before)
    }

    @Test("both the form before and the form after a transaction exist until its record is stored")
    func later() throws {
        var form = try Self.form()
        var twin = form
        let before = SavedWalkTests.shows(form)
        let outcome = try form.perform([.field(0, .insertText("a"))], saving: .change)
        let pending = try #require(outcome.pending)
        var after = form
        form.revert(pending)
        #expect(SavedWalkTests.shows(form) == before)
        _ = try twin.perform([.field(0, .insertText("a"))])
        #expect(SavedWalkTests.shows(after) == SavedWalkTests.shows(twin))
        #expect(!outcome.changes.isEmpty)
        _ = try after.perform([.field(0, .insertText("b"))])
        #expect(after.field(0).text == "ab" && SavedWalkTests.shows(form) == before)
    }

    @Test("no part of a secret is stored, and it is restored empty and untouched")
    func secrets() throws {
        var form = try Self.form()
        var journal = SavedWalkTests.Journal(form)
        try journal.perform(.field(0, .insertText("ada")), on: &form)
        for key in ["7", "h", "x", "q", "z"] { try journal.perform(.field(1, .insertText(key)), on: &form) }
        try journal.perform(.field(1, .setError("7hxqz is too short")), on: &form)
        #expect(form.field(2).isVisible)
        let bytes = journal.records.flatMap(\.bytes) + form.saved.bytes
        #expect(!String(decoding: bytes, as: UTF8.self).contains("7hx"))
        #expect(String(decoding: form.saved.bytes, as: UTF8.self).contains("ada"))

        var restored = try journal.restored(form.compiled)
        #expect(restored.field(1).text.isEmpty && !restored.field(1).isTouched && !restored.field(1).isModified)
        #expect(!restored.field(2).isVisible)
        #expect(restored.field(0).text == "ada")
        #expect(restored.isRestored && restored.revision == form.revision)
        let outcome = try restored.perform([.field(0, .insertText("!"))])
        #expect(!restored.isRestored)
        #expect(
            outcome.changes.contains {
                if case .sessionProperties(let set) = $0 { set.contains(.restored) } else { false }
            }
        )
    }

    @Test("the earlier text of a field that becomes secret is in no later record, and older records are not needed")
    func becomesSecret() throws {
        var form = try Self.form()
        _ = try #require(form.perform([.field(4, .insertText("pin1234"))], saving: .change).pending)
        let secret = try form.perform([.field(4, .setMode(.password(reveal: .alwaysVisible)))], saving: .change)
        let last = try #require(secret.pending).record
        #expect(last.isWhole && last.replacesOlder)
        #expect(!String(decoding: last.bytes, as: UTF8.self).contains("pin1234"))
    }

    @Test("reading a form ends with an error that names the limit when it takes too long")
    func budget() throws {
        let form = try Self.form()
        let clock = Clock()
        let budget = WorkBudget(time: .milliseconds(75), timeForRules: .milliseconds(50)) { clock.next() }
        let error = #expect(throws: SavedFormError.self) {
            var restorer = try FormRestorer(form.saved.bytes[...], of: form.compiled, .unreadable, within: budget)
            for _ in 0..<1_000 { try restorer.apply(form.saved.bytes[...], isWhole: true) }
        }
        #expect(error?.description.contains("0.075 seconds") == true)
    }

    /// A clock that goes on by a millisecond each time that it is read.
    private final class Clock: Sendable {
        private let time = Mutex(Duration.zero)

        func next() -> Duration {
            time.withLock { time in
                time += .milliseconds(1)
                return time
            }
        }
    }
}

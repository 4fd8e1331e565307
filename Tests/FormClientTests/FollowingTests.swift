import DBus
import EventLoop
import FormContract
import FormdTesting
import RandomTesting
import Testing

@testable import FormClient

@Suite("A followed session equals the daemon's", .loop, .timeLimit(.minutes(2)))
struct FollowingTests {
    @Test("after every reply, for acting and observing clients", arguments: Transport.allCases, [UInt64(1), 2])
    @LoopActor
    func random(_ transport: Transport, seed: UInt64) async throws {
        let service = try await Service.start()
        let forms = try await service.connect(transport)
        let session = try await forms.open(form: "order")
        let watcher = Watcher(session)
        let viewer = try await service.connect(transport == .bus ? .socket : .bus).attach(session.path)
        var generator = SeededGenerator(seed: seed)
        var refused = 0
        for step in 0..<150 {
            do throws(BusError) {
                try await RandomUser.act(on: session, &generator)
            } catch {
                refused += 1
                #expect(error.failure != nil, "\(error)")
            }
            let state = try await forms.session(session.path).state()
            #expect(differences(session.mirror, state) == [], "step \(step)")
            // The reply comes behind the signals.
            _ = try await viewer.values()
            #expect(differences(viewer.mirror, state) == [], "step \(step), viewer")
        }
        #expect(session.revision > 60)
        #expect(refused < 100)
        #expect(watcher.story == [])
    }

    @LoopActor
    private func differences(_ mirror: SessionMirror, _ whole: SessionMirror) -> [String] {
        var found: [String] = mirror.fieldNames == whole.fieldNames ? [] : ["fields \(mirror.fieldNames)"]
        for name in [nil] + whole.fieldNames.map(Optional.some) {
            let (known, actual) = (mirror.properties(of: name), whole.properties(of: name))
            for property in Set(known.keys).union(actual.keys) where known[property] != actual[property] {
                found.append("\(name ?? ".") \(property): \(String(describing: known[property]))")
            }
        }
        return found
    }

    @Test("typed properties, fields in order, the focus, pages and groups", arguments: Transport.allCases)
    @LoopActor
    func reading(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "order", .token("t"), .locale("de"), .width(200))
        #expect(session.path.string.hasSuffix("/t"))
        #expect(session.title == "Bestellung")
        #expect(session.width == 200)
        #expect(session.pages.first == FormPage(title: "Wer", fields: ["name", "phone", "code", "secret"]))
        #expect(session.groups == [FormGroup(name: "items", label: "Item", rows: [1], least: 1, most: 3)])
        #expect(session.fields.map(\.name).prefix(3) == ["name", "phone", "code"])
        #expect(session.structure.map(\.identifier).prefix(3) == ["name", "phone", "code"])
        #expect(try await session.review().first == ReviewedAnswer(field: "name", label: "Name", text: ""))
        let sizes = try await session.field("size").options(containing: "m")
        #expect(sizes.total == 1)
        #expect(sizes.page == [FieldOption(index: 1, value: "M", label: "M")])
        #expect(session.focus == nil)
        let phone = session.field("phone")
        #expect(try await phone.takeFocus())
        #expect(session.focus?.name == "phone")
        #expect(try await phone.type("916"))
        #expect(phone.text == "+7 (916) ")
        #expect(phone.value == "916")
        #expect(phone.selection == TextRange(start: 9, length: 0))
        #expect(phone.caret == 9)
        #expect(phone["MaskStatus"] == .string("incomplete"))
        #expect(phone["Refusals"] == nil, "a property that is not announced would grow old")
        #expect(session.fields.filter(\.visible).count == 7)
    }

    @Test("a reply is a value, and a refusal is the daemon's error with its message", arguments: Transport.allCases)
    @LoopActor
    func answers(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "order")
        let error = await #expect(throws: BusError.self) { try await session.submit() }
        #expect(error?.failure == .notValid)
        #expect(error?.message.contains("Name: ") == true)
        #expect(try await session.field("phone").validate() == nil)
        #expect(try await session.validate().map(\.field) == ["name", "items_1_what"])
        #expect(try await session.addRow(to: "items") == 2)
        #expect(session.groups.first?.rows == [1, 2])
        #expect(session.field("items_2_what").required)
        try await session.remove(row: 2, of: "items")
        #expect(!session.fields.contains { $0.name == "items_2_what" })

        try await session.apply { transaction in
            transaction.field("name").setText("Ada")
            transaction.field("items_1_what").setText("Tea")
        }
        #expect(session.field("name").value == "Ada")
        let stale = await #expect(throws: BusError.self) {
            try await session.apply(ifRevision: 0) { $0.field("name").setText("Bob") }
        }
        #expect(stale?.failure == .staleRevision)
        #expect(try await session.undo() != "")
        #expect(try await session.redo() != "")
        let values = try await session.submit()
        #expect(values.first { $0.field == "name" }?.value == "Ada")
        #expect(session.state == "submitted")
        try await session.close()
        let closed = await #expect(throws: BusError.self) { try await session.submit() }
        #expect(closed?.failure == .unknownSession)
    }

    @Test("changes are reported in order until the session is closed", arguments: Transport.allCases)
    @LoopActor
    func changes(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "plain")
        let changes = session.changes
        session.field("first").focus()
        session.field("first").insert("a")
        try await session.close()
        var told: [String] = []
        for await change in changes {
            switch change {
            case .changed(let update):
                let objects = update.changes.map { $0.field ?? "." }
                told.append("\(objects.joined(separator: " ")): \(update.events.map(\.name))")
            case .closed(let reason): told.append("closed: \(reason)")
            case .signal, .refused, .lost, .failed, .resumed, .reopened: told.append("something else")
            }
        }
        #expect(told == [#". first: ["EditingBegan"]"#, ". first: []", "closed: closed"])
        for await _ in session.changes { Issue.record("a closed session has no changes") }
    }

    @Test("two clients on one session, and a viewer, see the same")
    @LoopActor
    func together() async throws {
        let service = try await Service.start()
        let one = try await service.connect(.bus).open(form: "plain", .token("shared"))
        let two = try await service.connect(.socket).open(form: "plain", .token("shared"), .attach)
        let viewer = try await service.connect(.bus).attach(one.path)
        one.field("first").focus()
        for _ in 0..<50 {
            one.field("first").insert("a")
            two.field("first").insert("b")
        }
        // Twice: the first time both have typed everything, the second time all have heard of it.
        for client in [one, two, viewer, one, two, viewer] { _ = try await client.values() }
        #expect(one.field("first").text.count == 100)
        #expect(one.field("first").text.filter { $0 == "a" }.count == 50)
        #expect(one.field("first").text == two.field("first").text)
        #expect(one.mirror.properties(of: "first") == viewer.mirror.properties(of: "first"))
        #expect(two.focus?.name == "first")
        await viewer.leave()
        one.field("first").insert("c")
        _ = try await one.values()
        #expect(viewer.field("first").text.count == 100)
    }

    @Test("two views of one session in one process share its state until both have left", arguments: Transport.allCases)
    @LoopActor
    func views(_ transport: Transport) async throws {
        let service = try await Service.start()
        let forms = try await service.connect(transport)
        let path = try await forms.path(ofSession: .form("plain"))
        async let first = forms.attach(path)
        async let second = forms.attach(path)
        let (one, two) = try await (first, second)
        let watchers = (Watcher(one), Watcher(two))
        one.focusNext()
        one.keyboard.insert("a")
        two.keyboard.insert("b")
        _ = try await one.values()
        #expect(one.field("first").text == "ab" && two.field("first").text == "ab")
        #expect(watchers.0.texts(of: "first") == ["a", "ab"] && watchers.1.texts(of: "first") == ["a", "ab"])
        await two.leave()
        one.keyboard.insert("c")
        _ = try await one.values()
        #expect(one.field("first").text == "abc" && watchers.0.story == [])
        await one.leave()
        #expect(watchers.0.story == ["closed: left"] && watchers.1.story == ["closed: left"])
        let again = try await forms.attach(path)
        #expect(again.field("first").text == "abc")
    }

    @Test("an observer is told once of a transaction, and of all of it", arguments: Transport.allCases)
    @LoopActor
    func whole(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.connect(transport).open(form: "order")
        let watcher = Watcher(session)
        try await session.apply { transaction in
            transaction.field("name").setText("ab")
            transaction.field("phone").setText("916")
            transaction.focus("code")
        }
        #expect(watcher.updates.count == 1)
        let update = try #require(watcher.updates.first)
        #expect(update["Text", of: "name"] == .string("ab") && update["Visible", of: "code"] == .boolean(true))
        #expect(
            update["FocusedField", of: nil] == .string("code") && update.contains(event: "EditingBegan", of: "code")
        )
        _ = try await session.addRow(to: "items")
        #expect(watcher.updates.last?.added == ["items_2_what", "items_2_count"])
        try await session.remove(row: 1, of: "items")
        #expect(watcher.updates.last?.removed == ["items_1_what", "items_1_count"])
    }

    @Test("the order of operations does not depend on the executor of their caller")
    @LoopActor
    func executors() async throws {
        let service = try await Service.start()
        let session = try await service.connect(.bus).open(form: "plain")
        session.focusNext()
        // Tasks of the pool and of the main actor, each of which waits for its own operations.
        for round in 0..<10 {
            await Task.detached { await session.keyboard.insert("\(round)") }.value
            await Task { @MainActor in
                await session.keyboard.insert("a")
                _ = try? await session.values()
            }.value
        }
        #expect(session.field("first").text == (0..<10).map { "\($0)a" }.joined())
    }
}

/// Does what users and applications do, at random.
@LoopActor
enum RandomUser {
    static func act(on session: FormSession, _ generator: inout SeededGenerator) async throws(BusError) {
        let fields = session.fields
        guard let field = fields.randomElement(using: &generator) else { return }
        let text = ["a", "ab", "9", "916", " ", "é", "M", "1234567890", "👍🏽"].randomElement(using: &generator) ?? ""
        let page = UInt32.random(in: 0...1, using: &generator)
        let row = UInt32.random(in: 1...4, using: &generator)
        switch Int.random(in: 0..<24, using: &generator) {
        case 0...5: session.keyboard.insert(text)
        case 6: session.keyboard.delete()
        case 7: session.keyboard.move(.character, by: -1, extending: page == 0)
        case 8: page == 0 ? session.keyboard.delete(.text, by: 1) : session.keyboard.compose(text, caret: 0)
        case 9: session.focusNext()
        case 10: session.keyboard.pressReturn()
        case 11, 12: _ = try await field.takeFocus()
        case 13: field.setText(text)
        case 14: session.blur()
        case 15: _ = try await session.undo()
        case 16: _ = try await session.redo()
        case 17: _ = try await session.addRow(to: "items")
        case 18: try await session.remove(row: row, of: "items")
        case 19: _ = try await session.show(page: page)
        case 20: _ = try await session.validate()
        case 21: page == 0 ? session.set(\.locale, to: "de") : session.set(\.width, to: Double(100 * row))
        case 22: page == 0 ? session.reset() : field.reset()
        default: try await session.apply { $0.field(field.name).insert(text) }
        }
        // Waits for what does not wait.
        _ = try await session.values()
    }
}

import DBus
import FormClient
import Testing

/// The mirror by itself: what comes goes in, what changed comes out.
@Suite("Mirror of a session")
struct SessionMirrorTests {
    /// A session with the fields `a` and `b` at revision 5.
    private func mirror() throws -> SessionMirror {
        var mirror = SessionMirror()
        _ = mirror.take(snapshot: try snapshot(at: 5, ["a": 5, "b": 2]), since: 0)
        return mirror
    }

    /// - Parameter fields: their revisions by name. The text of each is its name and revision.
    private func snapshot(at revision: UInt64, session: Bool = true, _ fields: [String: UInt64]) throws -> Snapshot {
        let names = fields.keys.sorted()
        var objects = names.map { name in
            object(name, [("Text", .string("\(name)\(fields[name] ?? 0)")), ("Revision", .uint64(fields[name] ?? 0))])
        }
        if session {
            let paths = names.map { ObjectPath(unchecked: "/s/field/\($0)") }
            let focus = PropertyChange("FocusedField", .string("a"))
            objects.append(object("", [("Fields", .objectPaths(paths)), focus, ("Revision", .uint64(revision))]))
        }
        let arguments: [Value] = [.uint64(revision), .array("(sa{sv})", objects)]
        return try Snapshot(.signal(path: "/s", interface: "a.b", member: "C", arguments: arguments))
    }

    private func object(_ name: String, _ properties: [PropertyChange]) -> Value {
        .structure([.string(name), .properties(properties)])
    }

    private func text(_ text: String, of field: String = "a", at revision: UInt64) -> SessionNews {
        .properties(of: field, [("Text", .string(text)), ("Revision", .uint64(revision))])
    }

    private func isDropped(_ change: SessionChange?) -> Bool { change == nil }

    @Test("before the first snapshot everything is part of it")
    func beginning() throws {
        var mirror = SessionMirror()
        #expect(mirror.gap == 0)
        #expect(isDropped(mirror.take(text("x", at: 7))))
        _ = mirror.take(snapshot: try snapshot(at: 7, ["a": 7]), since: 0)
        #expect(mirror.gap == nil)
        #expect(mirror["Text", of: "a"] == .string("a7"))
        #expect(mirror.fieldNames == ["a"])
        #expect(mirror.focusedField == "a")
    }

    @Test("a change that is not newer than its object is ignored", arguments: [UInt64(0), 4, 5])
    func old(revision: UInt64) throws {
        var mirror = try mirror()
        #expect(isDropped(mirror.take(text("old", at: revision))))
        #expect(mirror["Text", of: "a"] == .string("a5"))
        #expect(mirror.gap == nil)
    }

    @Test("a change of the next revision is applied, and is not a gap")
    func next() throws {
        var mirror = try mirror()
        guard case .properties(of: "b", let changes)? = mirror.take(text("new", of: "b", at: 6)) else {
            Issue.record("nothing is told")
            return
        }
        #expect(changes.first?.value == .string("new"))
        #expect(mirror["Text", of: "b"] == .string("new"))
        #expect(mirror[SessionProperties.all.revision, of: nil] == 6)
        #expect(mirror.gap == nil)
    }

    @Test("a skipped revision is a gap, which a snapshot since then closes")
    func skipped() throws {
        var mirror = try mirror()
        #expect(!isDropped(mirror.take(text("new", at: 8))))
        #expect(mirror.gap == 5)
        #expect(!isDropped(mirror.take(text("newer", at: 9))))
        #expect(mirror.gap == 5)
        let changes = mirror.take(snapshot: try snapshot(at: 9, session: false, ["a": 9, "b": 7]), since: 5)
        #expect(changes.count == 2)
        #expect(mirror.gap == nil)
        #expect(mirror.revision == 9)
        #expect(mirror["Text", of: "b"] == .string("b7"))
        #expect(mirror.fieldNames == ["a", "b"])
    }

    @Test("a snapshot that is older than a received change leaves the gap open")
    func olderSnapshot() throws {
        var mirror = try mirror()
        _ = mirror.take(text("new", at: 8))
        _ = mirror.take(snapshot: try snapshot(at: 7, session: false, ["a": 7, "b": 6]), since: 5)
        #expect(mirror.gap == 5)
        #expect(mirror["Text", of: "a"] == .string("new"))
        #expect(mirror["Text", of: "b"] == .string("b6"))
    }

    @Test("a reply whose revision was not announced is a gap", arguments: [(UInt64(5), nil as UInt64?), (6, 5)])
    func reply(revision: UInt64, gap: UInt64?) throws {
        var mirror = try mirror()
        mirror.take(replyAt: revision)
        #expect(mirror.gap == gap)
    }

    @Test("a change of an unannounced field is a gap")
    func unknownField() throws {
        var mirror = try mirror()
        #expect(isDropped(mirror.take(text("new", of: "c", at: 6))))
        #expect(mirror.gap == 5)
    }

    @Test("fields come and go")
    func rows() throws {
        var mirror = try mirror()
        let added = mirror.take(.fieldAdded("c", [("Text", .string("c")), ("Revision", .uint64(6))]))
        guard case .fieldAdded("c")? = added else {
            Issue.record("nothing is told of the new field")
            return
        }
        #expect(!isDropped(mirror.take(.fieldRemoved("a"))))
        #expect(isDropped(mirror.take(.fieldRemoved("a"))))
        let paths = ["c", "b"].map { ObjectPath(unchecked: "/s/field/\($0)") }
        _ = mirror.take(.properties(of: nil, [("Fields", .objectPaths(paths)), ("Revision", .uint64(6))]))
        #expect(mirror.fieldNames == ["c", "b"])
        #expect(mirror["Text", of: "c"] == .string("c"))
        #expect(mirror["Text", of: "a"] == nil)
        #expect(mirror.gap == nil)
    }

    @Test("a complete snapshot replaces everything, because it may be that of a new session")
    func replaced() throws {
        var mirror = try mirror()
        let changes = mirror.take(snapshot: try snapshot(at: 1, ["b": 1, "d": 1]), since: 0)
        #expect(mirror.revision == 1)
        #expect(mirror.fieldNames == ["b", "d"])
        #expect(mirror["Text", of: "a"] == nil)
        #expect(changes.contains { if case .fieldRemoved("a") = $0 { true } else { false } })
        #expect(changes.contains { if case .fieldAdded("d") = $0 { true } else { false } })
        #expect(changes.contains { if case .properties(of: "b", _) = $0 { true } else { false } })
    }
}

import CDBus
import DBus
import FormdTesting
import RandomTesting
import Testing

@Suite("Names")
struct NameTests {
    @Test(
        "object paths",
        arguments: [
            ("/", true), ("/a", true), ("/a/b_2/C", true), ("/_", true), ("/0", true),
            ("", false), ("a", false), ("//", false), ("/a/", false), ("/a//b", false), ("/a-b", false),
            ("/a.b", false),
            ("/a b", false), ("/ä", false), ("/a\0", false), ("\0", false), ("/a\n", false), (" /a", false),
        ]
    )
    func objectPaths(text: String, isValid: Bool) {
        #expect((ObjectPath(text) != nil) == isValid)
    }

    @Test(
        "bus names",
        arguments: [
            ("a.b", true), ("org.formd.Forms1", true), ("a-b.c-d", true), ("_a._1", true), (":1.42", true),
            (":a.b", true),
            ("-a.b", true),
            ("", false), ("a", false), (".a", false), ("a.", false), ("a..b", false), ("a.1b", false), (":", false),
            (":1", false), ("1.a", false), (":1.", false), (":.1", false), ("a.b\0", false), ("a.ö", false),
            ("a b.c", false),
            ("a.:b", false), ("a/b.c", false),
        ]
    )
    func busNames(text: String, isValid: Bool) {
        #expect((BusName(text) != nil) == isValid)
    }

    @Test(
        "interface and error names",
        arguments: [
            ("a.b", true), ("org.formd.Forms1.Session", true), ("_._", true), ("a.b2", true),
            ("", false), ("a", false), (".a", false), ("a.", false), ("a..b", false), ("a.2b", false), ("a-b.c", false),
            (":1.2", false), ("a.b\0", false), ("a.é", false), ("a.b ", false), ("a.b\n", false),
        ]
    )
    func interfaceNames(text: String, isValid: Bool) {
        #expect((InterfaceName(text) != nil) == isValid)
        #expect((ErrorName(text) != nil) == isValid)
    }

    @Test(
        "member names",
        arguments: [
            ("a", true), ("Edit", true), ("_1", true), ("A2", true),
            ("", false), ("2A", false), ("a.b", false), ("a-b", false), ("ä", false), ("a\0", false), ("a ", false),
        ]
    )
    func memberNames(text: String, isValid: Bool) {
        #expect((MemberName(text) != nil) == isValid)
    }

    @Test("a name has at most 255 bytes", arguments: [(255, true), (256, false)])
    func lengths(length: Int, isValid: Bool) {
        let long = String(repeating: "a", count: length)
        let dotted = "a." + String(repeating: "b", count: length - 2)
        #expect((MemberName(long) != nil) == isValid)
        #expect((InterfaceName(dotted) != nil) == isValid)
        #expect((BusName(dotted) != nil) == isValid)
        #expect((ErrorName(dotted) != nil) == isValid)
        #expect(ObjectPath("/" + long) != nil)
    }

    @Test("libdbus, which would end the process otherwise, accepts every name that is accepted here")
    func agreement() {
        var generator = SeededGenerator(seed: 1)
        let alphabet = Array("aZ_09.:/-{ \u{0}é")
        for _ in 0..<20_000 {
            let text = String(
                (0..<Int.random(in: 0...7, using: &generator)).compactMap { _ in
                    alphabet.randomElement(using: &generator)
                }
            )
            // libdbus sees the text up to the NUL, and we none that has one.
            #expect(ObjectPath(text) == nil || dbus_validate_path(text, nil) != 0)
            #expect(BusName(text) == nil || dbus_validate_bus_name(text, nil) != 0)
            #expect(InterfaceName(text) == nil || dbus_validate_interface(text, nil) != 0)
            #expect(ErrorName(text) == nil || dbus_validate_error_name(text, nil) != 0)
            #expect(MemberName(text) == nil || dbus_validate_member(text, nil) != 0)
        }
    }

    @Test("the error for an invalid name contains the name on one line")
    func message() {
        let error = #expect(throws: InvalidName.self) { try BusName(validating: "no\ndot\u{0}ü") }
        #expect(error?.description == "not a valid bus name: \"no?dot?ü\"")
        #expect(error?.value == "no\ndot\u{0}ü")
    }
}

@Suite("Object paths in trees")
struct ObjectPathTreeTests {
    @Test(
        "the path relative to another path",
        arguments: [
            ("/a/b/c", "/a", "b/c"), ("/a", "/a", ""), ("/ab", "/a", nil), ("/a", "/a/b", nil), ("/a/b", "/", "a/b"),
            ("/", "/", ""),
        ] as [(ObjectPath, ObjectPath, Substring?)]
    )
    func relative(path: ObjectPath, ancestor: ObjectPath, expected: Substring?) {
        #expect(path.relative(to: ancestor) == expected)
        #expect(path.isEqualToOrBelow(ancestor) == (expected != nil))
    }

    @Test("the parents, names and elements of paths")
    func family() throws {
        let path: ObjectPath = "/a/b"
        #expect(path.parent == "/a")
        #expect(path.parent?.parent == .root)
        #expect(ObjectPath.root.parent == nil)
        #expect(path.elements == ["a", "b"])
        #expect(ObjectPath.root.elements.isEmpty)
    }
}

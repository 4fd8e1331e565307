import Testing

@testable import DBus

@Suite("Properties that are read when they are needed")
struct EncodedPropertiesTests {
    private let declared = PropertyTypes([("Text", "s"), ("Caret", "u"), ("Blocks", "a(uusa(uubs))"), ("Bag", "a{sv}")])
    private let bag = Value.properties([("on", .boolean(true)), ("frame", .structure([.double(1), .double(2)]))])

    /// The properties of one object in an `a(sa{sv})` between other arguments.
    private func encoded(_ properties: [(String, Value)]) throws -> EncodedProperties {
        let object = Value.structure([.string("field"), .properties(properties)])
        let arguments: [Value] = [.byte(1), .array("(sa{sv})", [object]), .string("end")]
        let message = try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: arguments)
        var reader = MessageReader(message)
        _ = try reader.value()
        let objects = try reader.namedProperties()
        #expect(try reader.string() == "end" && objects.map(\.name) == ["field"])
        return try #require(objects.first).properties
    }

    @Test("declared entries are read in any order, and the later one of two counts")
    func entries() throws {
        let blocks = Value.array("(uusa(uubs))", [])
        let properties = try encoded([
            ("Bag", bag),
            ("Other", .structure([.byte(1), .array("y", []), .signature("a{sv}"), .variant(.int16(2))])),
            ("Text", .string("a")), ("Blocks", blocks), ("Text", .string("b")), ("Tex", .double(1)),
            ("Caret", .uint32(7)),
        ])
        #expect(properties.mismatch(with: declared) == nil)
        #expect(properties.entries(declared).map(\.name) == ["Bag", "Text", "Blocks", "Text", "Caret"])
        #expect(properties.entries(declared).map(\.value) == [bag, .string("a"), blocks, .string("b"), .uint32(7)])
        #expect(properties["Text", declared] == .string("b") && properties["Caret", declared] == .uint32(7))
        #expect(properties["Tex", declared] == nil, "it is not declared")
        #expect(properties.dictionary["Other"] != nil && properties.dictionary.count == 6)
    }

    @Test("an entry of another type than the declared one is found, and is not read")
    func mismatch() throws {
        let properties = try encoded([("Text", .string("a")), ("Caret", .uint64(7)), ("Bag", .string("b"))])
        let mismatch = try #require(properties.mismatch(with: declared))
        #expect(mismatch.name == "Caret" && mismatch.declared == .uint32)
        #expect(properties["Caret", declared] == nil)
        #expect(properties.entries(declared).map(\.name) == ["Text"])
    }

    @Test("another argument than a list of properties by name is refused")
    func other() throws {
        let list = Value.array("(sa{ss})", [])
        let message = try Message.signal(path: "/a", interface: "a.b", member: "C", arguments: [list])
        var reader = MessageReader(message)
        #expect(throws: MessageError.self) { try reader.namedProperties() }
    }
}

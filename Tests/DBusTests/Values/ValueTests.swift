import DBus
import Testing

@Suite("Values")
struct ValueTests {
    @Test("values of common types can be created and read")
    func convenience() {
        #expect(Value.strings(["a", "b"]).strings == ["a", "b"])
        #expect(Value.strings([]).type == .array(.string))
        #expect(Value.bytes([1, 2]).bytes == [1, 2])
        #expect(Value.objectPaths(["/a"]).elements == [.objectPath("/a")])
        let properties = Value.properties(["b": .uint32(1), "a": .string("x")])
        #expect(properties.type.string == "a{sv}")
        #expect(properties.properties == ["a": .string("x"), "b": .uint32(1)])
        #expect(properties.entries?.map(\.key) == [.string("a"), .string("b")])
        #expect(Value.properties([("z", .boolean(true)), ("a", .byte(1))]).entries?.first?.key == .string("z"))
    }

    @Test("values are only read as their own type")
    func accessors() {
        #expect(Value.uint32(1).int32 == nil)
        #expect(Value.string("x").objectPath == nil)
        #expect(Value.strings(["x"]).bytes == nil)
        #expect(Value.dictionary(.string, .string, []).properties == nil)
        #expect(Value.variant(.boolean(true)).variant?.bool == true)
        #expect(Value.structure([.int64(-1)]).members == [.int64(-1)])
    }
}

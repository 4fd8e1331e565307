import DBus
import EventLoop
import FormdTesting
import Testing

@Suite("An interface's declaration", .loop)
struct InterfaceTests {
    static let lamp = """
        <node>
          <interface name="org.example.Lamp1">
            <!-- order, comments and other annotations do not count -->
            <annotation name="org.example.Note" value="x"/>
            <signal name="BurntOut"><arg name="hours" type="t"/><arg name="reason" type="s"/></signal>
            <property name="Color" type="s" access="readwrite"/>
            <property name="Serial" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <property name="Percent" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
            </property>
            <property name="Picture" type="ay" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="invalidates"/>
            </property>
            <property name="Pin" type="s" access="read"/>
            <property name="Broken" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
            </property>
            <method name="Dim">
              <arg name="percent" type="u"/>
              <arg name="watts" type="d" direction="out"/><arg name="bright" type="b" direction="out"/>
            </method>
            <method name="Echo">
              <arg name="any" type="v"/><arg name="bag" type="a{sv}"/><arg name="names" type="as" direction="in"/>
              <arg name="any" type="v" direction="out"/><arg name="bag" type="a{sv}" direction="out"/>
              <arg name="names" type="as" direction="out"/>
            </method>
            <method name="Hold"><arg name="order" type="u" direction="out"/></method>
            <method name="Release"/>
            <method name="Forget"><arg name="never" type="s" direction="out"/></method>
            <method name="Lie"><arg name="text" type="s" direction="out"/></method>
            <method name="Corrupt"><arg name="text" type="s" direction="out"/></method>
            <method name="Break"/>
            <method name="Smash"/>
          </interface>
        </node>
        """

    @Test("introspection contains what was declared, with or without documentation", arguments: [false, true])
    @LoopActor func introspection(documentation: Bool) {
        let document = IntrospectionDocument(
            interfaces: [Lamp.interface.description],
            children: ["kitchen"],
            includesDocumentation: documentation
        )
        #expect(differences(between: document.xml, and: Self.lamp) == [])
        let quoted = "A lamp; &lt;&amp;&gt; &quot;quoted&quot;."
        #expect(document.xml.contains(quoted) == documentation)
        #expect(document.xml.contains("Never &lt;again&gt;.") == documentation)
    }

    @Test(
        "a comparison of two descriptions finds every difference",
        arguments: [
            ("type=\"t\"", "type=\"u\"", "signal org.example.Lamp1.BurntOut"),
            ("name=\"hours\"", "name=\"days\"", "signal org.example.Lamp1.BurntOut"),
            ("access=\"readwrite\"", "access=\"read\"", "property org.example.Lamp1.Color"),
            ("value=\"const\"", "value=\"true\"", "property org.example.Lamp1.Serial"),
            ("<method name=\"Smash\"/>", "", "only in the first: method org.example.Lamp1.Smash"),
            ("\"Release\"", "\"Relax\"", "only in the second: method org.example.Lamp1.Relax"),
            ("<arg name=\"percent\" type=\"u\"/>", "", "method org.example.Lamp1.Dim"),
            (
                "name=\"watts\" type=\"d\" direction=\"out\"", "name=\"watts\" type=\"d\"",
                "method org.example.Lamp1.Dim"
            ),
            ("\"org.example.Lamp1\"", "\"org.example.Lamp2\"", "only in the second: interface org.example.Lamp2"),
            ("\"Smash\"", "\"Break\"", "declared twice"),
            ("</node>", "", "line "),
        ]
    )
    @LoopActor func comparison(old: String, new: String, expected: String) throws {
        let range = try #require(Self.lamp.firstRange(of: old))
        var changed = Self.lamp
        changed.replaceSubrange(range, with: new)
        #expect(differences(between: Self.lamp, and: changed).contains { $0.contains(expected) })
    }

    @Test("a signal that differs from its declaration cannot be created")
    @LoopActor func signals() throws {
        let path = ServedLamps.kitchen
        let signal = try Lamp.interface.signal("BurntOut", at: path, [.uint64(1), .string("")])
        #expect(signal.isMember("BurntOut", of: "org.example.Lamp1"))
        #expect(throws: BusError.self) { try Lamp.interface.signal("BurntOut", at: path, [.uint64(1)]) }
        #expect(throws: BusError.self) { try Lamp.interface.signal("Dim", at: path, []) }
        #expect(throws: BusError.self) {
            try Lamp.interface.signal("BurntOut", at: path) { try $0.append(UInt64(1)) }
        }
    }
}

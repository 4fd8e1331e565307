import DBus
import EventLoop
import Glibc

// The echo service of `bench-echo`, served on a socket by formd's own D-Bus module: what formd's calls cost without
// forms.

/// The object whose methods answer at once.
@LoopActor
final class Echo: ObjectTree {
    static let path: ObjectPath = "/org/formd/BenchEcho1"
    static let name: InterfaceName = "org.formd.BenchEcho1"

    var peers: PeerBus?

    static let interface = Interface<Echo>(
        name,
        [
            .method(
                "Echo",
                in: [("text", "s")],
                out: [("text", "s"), ("caret", "u"), ("accepted", "b")],
                access: .anyone
            ) {
                try $0.echo($1)
            },
            .method(
                "EchoAndTell",
                in: [("text", "s")],
                out: [("text", "s"), ("caret", "u"), ("accepted", "b")],
                access: .anyone
            ) { echo, call in
                try echo.tell(call.arguments[0].string ?? "")
                try echo.echo(call)
            },
            .signal("TextChanged", [("text", "s"), ("value", "s"), ("origin", "s"), ("revision", "t")]),
        ]
    )

    func node(at path: ObjectPath, for caller: Caller) -> ObjectNode? {
        path == Self.path ? ObjectNode(interfaces: [Self.interface.bound(to: self)]) : nil
    }

    private func echo(_ call: Call) throws {
        let text = call.arguments[0].string ?? ""
        call.reply { writer in
            try writer.append(text)
            try writer.append(UInt32(clamping: text.utf8.count))
            try writer.append(true)
        }
    }

    private static let text = EntryKey("Text", "s")
    private static let value = EntryKey("Value", "s")
    private static let selection = EntryKey("Selection", "(uu)")
    private static let maskStatus = EntryKey("MaskStatus", "s")
    private static let lastEdit = EntryKey("LastEdit", "s")

    private func tell(_ text: String) throws {
        let caret = UInt32(clamping: text.utf8.count)
        let changed = try Message.propertiesChanged(of: Self.name, at: Self.path) { writer in
            for (key, value) in [(Self.text, text), (Self.value, text)] {
                writer.begin(key)
                try writer.write(value)
            }
            writer.begin(Self.selection)
            writer.beginStructure()
            writer.write(caret)
            writer.write(0 as UInt32)
            for (key, value) in [(Self.maskStatus, "incomplete"), (Self.lastEdit, "inserted")] {
                writer.begin(key)
                try writer.write(value)
            }
        }
        let told = try Self.interface.signal("TextChanged", at: Self.path) { writer in
            try writer.append(text)
            try writer.append(text)
            try writer.append("user")
            try writer.append(UInt64(caret))
        }
        for signal in [changed, told] { peers?.deliver(signal) { _ in .subscribed } }
    }
}

guard CommandLine.arguments.count == 2 else {
    print("usage: bench-dbus PATH")
    exit(2)
}
let path = CommandLine.arguments[1]
_ = try EventLoop.serve {
    let echo = Echo()
    let server = try Server(path: path)
    echo.peers = PeerBus(server, serving: ObjectDispatcher(echo), as: "org.formd.BenchEcho1") { print($0) }
}

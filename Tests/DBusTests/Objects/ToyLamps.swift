import DBus
import EventLoop

extension AccessLevel {
    static let guest = AccessLevel(rawValue: 1)
    static let owner = AccessLevel(rawValue: 2)
}

/// An object with one member of every sort that a dispatcher can meet.
@LoopActor
final class Lamp {
    var color = "white"
    var percent: UInt32 = 0
    var heldCalls: [Call] = []

    static let interface = Interface<Lamp>(
        "org.example.Lamp1",
        documentation: "A lamp; <&> \"quoted\".",
        [
            .method("Dim", in: [("percent", "u")], out: [("watts", "d"), ("bright", "b")], access: .guest) {
                lamp,
                call in
                let percent = call.arguments[0].uint32 ?? 0
                guard percent <= 100 else { throw Overload(percent: percent) }
                lamp.percent = percent
                call.reply([.double(Double(percent) / 2), .boolean(percent > 50)])
            },
            .method(
                "Echo",
                in: [("any", "v"), ("bag", "a{sv}"), ("names", "as")],
                out: [("any", "v"), ("bag", "a{sv}"), ("names", "as")],
                access: .guest
            ) { _, call in call.reply(call.arguments) },
            .method("Hold", out: [("order", "u")], access: .guest) { lamp, call in lamp.heldCalls.append(call) },
            .method("Release", access: .guest) { lamp, call in
                for (index, held) in lamp.heldCalls.enumerated() { held.reply([.uint32(UInt32(index))]) }
                lamp.heldCalls = []
                call.reply()
            },
            .method("Forget", out: [("never", "s")], access: .guest) { _, _ in },
            .method("Lie", out: [("text", "s")], access: .guest) { _, call in call.reply([.uint32(1)]) },
            .method("Corrupt", out: [("text", "s")], access: .guest) { _, call in call.reply([.string("a\0b")]) },
            .method("Break", access: .guest) { _, _ in throw Unexpected() },
            .method("Smash", access: .owner) { lamp, call in
                lamp.color = "black"
                call.reply()
            },
            .property(
                "Color",
                "s",
                access: .guest,
                writeAccess: .owner,
                get: { .string($0.color) },
                set: { lamp, value, call in
                    guard let color = value.string, !color.isEmpty else {
                        throw BusError(.invalidArgs, "A color has a name")
                    }
                    lamp.color = color
                    call.reply()
                }
            ),
            .property("Serial", "s", access: .guest, emits: .constant, get: { _ in .string("L-1") }),
            .property("Percent", "u", access: .guest, emits: .never, get: { .uint32($0.percent) }),
            .property("Picture", "ay", access: .guest, emits: .invalidates, get: { _ in .bytes([1, 2, 3]) }),
            .property("Pin", "s", access: .owner, get: { _ in .string("0000") }),
            .property("Broken", "s", access: .owner, emits: .never, get: { _ in .uint32(1) }),
            .signal("BurntOut", [("hours", "t"), ("reason", "s")], documentation: "Never <again>."),
        ]
    )

    struct Overload: BusErrorConvertible {
        let percent: UInt32
        var busError: BusError { BusError("org.example.Lamp1.Error.Overload", "\(percent) is above 100") }
    }

    struct Unexpected: Error {}
}

/// An interface that only owners can do anything with.
@LoopActor
enum Wiring {
    static let interface = Interface<Lamp>(
        "org.example.Wiring1",
        [
            .method("Cut", access: .owner) { _, call in call.reply() },
            .property("Volts", "u", access: .owner, get: { _ in .uint32(230) }),
        ]
    )
}

/// `/org/example/Lamps1` manages the lamps below it.
@LoopActor
final class ToyTree: ObjectTree {
    nonisolated static let root: ObjectPath = "/org/example/Lamps1"

    var lamps = ["kitchen": Lamp(), "cellar": Lamp()]
    var access = AccessLevel.owner
    var callers: [Caller] = []

    func node(at path: ObjectPath, for caller: Caller) throws -> ObjectNode? {
        callers.append(caller)
        if let rest = path.relative(to: Self.root) {
            if rest == "hidden" { throw BusError("org.example.Error.Gone", "There was a lamp once") }
            if rest.isEmpty { return manager() }
            return lamps[String(rest)].map { node(of: $0) }
        }
        guard let child = Self.root.relative(to: path)?.split(separator: "/").first else { return nil }
        return ObjectNode(children: { [String(child)] })
    }

    private func node(of lamp: Lamp) -> ObjectNode {
        ObjectNode(interfaces: interfaces(of: lamp), gate: Gate(access))
    }

    private func interfaces(of lamp: Lamp) -> [any BoundInterface] {
        [Lamp.interface.bound(to: lamp), Wiring.interface.bound(to: lamp)]
    }

    private func manager() -> ObjectNode {
        ObjectNode(
            gate: Gate(access),
            children: { [lamps] in lamps.keys.sorted() },
            managedObjects: { [self] in
                lamps.sorted { $0.key < $1.key }.compactMap { name, lamp in
                    guard let path = ObjectPath("\(Self.root)/\(name)") else { return nil }
                    return ManagedObject(path: path, interfaces: interfaces(of: lamp), access: access)
                }
            }
        )
    }
}

import DBus
import EventLoop
import Testing

@Suite("Handlers of a declared interface")
struct HandlerTests {
    private struct Lamp: Sendable {
        @LoopActor func dim(_ request: Request<Double>, percent: UInt32) { request.reply(Double(percent)) }
        @LoopActor func dim(_ request: Request<Double>, percent: String) {}
        @LoopActor func dim(_ request: Request<UInt32>, percent: UInt32) {}

        static let dim = Interface<Lamp>.Handler.method("Dim") { lamp in
            { (request: Request<Double>, percent: UInt32) in lamp.dim(request, percent: percent) }
        }
        static let color = Interface<Lamp>.Handler.property("Color", .string) { _ in .string("red") }

        static let declaration = InterfaceDescription(
            "org.example.Lamp1",
            "A lamp.",
            [
                .method("Dim", in: [("percent", "u")], out: [("watts", "d")], access: .anyone),
                .property("Color", "s", access: .anyone),
            ]
        )
    }

    @Test("an interface with a handler for each member can be created")
    func complete() {
        let interface = Interface(Lamp.declaration, [Lamp.dim, Lamp.color])
        #expect(interface.description.methods.map(\.name) == ["Dim"])
        #expect(interface.description.properties.map(\.name) == ["Color"])
    }

    @Test("a handler whose arguments have other types ends the program")
    func inputs() async {
        await #expect(processExitsWith: .failure) {
            let wrong = Interface<Lamp>.Handler.method("Dim") { lamp in
                { (request: Request<Double>, percent: String) in lamp.dim(request, percent: percent) }
            }
            _ = Interface(Lamp.declaration, [wrong, Lamp.color])
        }
    }

    @Test("a handler that replies with other types ends the program")
    func outputs() async {
        await #expect(processExitsWith: .failure) {
            let wrong = Interface<Lamp>.Handler.method("Dim") { lamp in
                { (request: Request<UInt32>, percent: UInt32) in lamp.dim(request, percent: percent) }
            }
            _ = Interface(Lamp.declaration, [wrong, Lamp.color])
        }
    }

    @Test("a member without a handler ends the program")
    func missing() async {
        await #expect(processExitsWith: .failure) { _ = Interface(Lamp.declaration, [Lamp.dim]) }
    }

    @Test("a handler of a member that is not declared ends the program")
    func undeclared() async {
        await #expect(processExitsWith: .failure) {
            let other = Interface<Lamp>.Handler.property("Shade", .string) { _ in .string("") }
            _ = Interface(Lamp.declaration, [Lamp.dim, Lamp.color, other])
        }
    }

    @Test("a property with another type, or with a setter although it is read-only, ends the program")
    func property() async {
        await #expect(processExitsWith: .failure) {
            _ = Interface(Lamp.declaration, [Lamp.dim, .property("Color", .uint32) { _ in .uint32(1) }])
        }
        await #expect(processExitsWith: .failure) {
            let written = Interface<Lamp>.Handler.property(
                "Color",
                .string,
                get: { _ in .string("") },
                set: { _, _, _ in }
            )
            _ = Interface(Lamp.declaration, [Lamp.dim, written])
        }
    }
}

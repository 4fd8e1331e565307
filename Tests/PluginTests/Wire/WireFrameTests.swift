import FormPlugin
import PluginWire
import Testing

@Suite("Frames")
struct WireFrameTests {
    @Test("a frame has the documented bytes")
    func layout() throws {
        let frame = try WireFrame(.ask, request: 0x0403_0201, Ask(instance: 7, question: [0xAA]))
        #expect(
            try frame.payload() == [
                0x46, 0x52, 0x4D, 0x50, 1, 0, 3, 0, 1, 2, 3, 4, 3, 0, 0, 0, 7, 0, 0xAA,
            ]
        )
    }

    @Test("a written frame is read unchanged", arguments: Samples.frames)
    func roundTrip(_ frame: WireFrame) throws {
        #expect(try WirePacket.frames(in: frame.payload()) == [frame])
    }

    @Test("values are read unchanged")
    func values() throws {
        #expect(try Hello(payload: Samples.hello.payload()) == Samples.hello)
        #expect(try Configure(payload: Samples.configure.payload()) == Samples.configure)
        #expect(try Refusal(payload: Samples.refusal.payload()) == Samples.refusal)
        #expect(try FieldContext(payload: Samples.context.payload()) == Samples.context)
        #expect(try PlaceholderAnswer(payload: Samples.answer.payload()) == Samples.answer)
    }

    @Test("every state has its own byte")
    func states() throws {
        for state in FieldState.allCases {
            #expect(try FieldState(payload: state.payload()) == state)
        }
        for state in ContainerState.allCases {
            #expect(try ContainerState(payload: state.payload()) == state)
        }
    }

    @Test("a question whose request number is set later has the same bytes", arguments: [false, true])
    func askFrame(isSecond: Bool) throws {
        var frame = try AskFrame { writer throws(WireError) in try Samples.context.write(to: &writer) }
        var packets = PacketWriter()
        var expected = try WireFrame(.ask, request: 7, Ask(instance: 3, question: Samples.context.payload()[...]))
            .payload()
        for (request, instance) in [(1, 200), (0x0403_0201, 0x0605), (7, 3)] as [(UInt32, UInt16)] {
            frame.address(request: request, instance: instance)
        }
        if isSecond {
            try packets.append(.goodbye)
            expected = try WireFrame(.goodbye).payload() + expected
        }
        packets.append(frame)
        #expect(packets.onlyPacket.map(Array.init) == expected)
        try packets.append(.goodbye)
        #expect(packets.onlyPacket.map(Array.init) == (try expected + WireFrame(.goodbye).payload()))
    }

    @Test("frames are collected in a packet until it is full")
    func packets() throws {
        let small = WireFrame(.answer, request: 1, payload: [1, 2, 3])
        #expect(try Samples.packets(of: [small, small, small]).count == 1)

        let large = WireFrame(.answer, request: 2, payload: ArraySlice(repeating: 0, count: WireFrame.maximumPayload))
        let packets = try Samples.packets(of: [small, large, small, small])
        #expect(packets.map(\.count) == [19, WirePacket.maximumLength, 38])
        #expect(try packets.flatMap { try WirePacket.frames(in: $0) } == [small, large, small, small])
    }

    @Test("a payload that is too long is not written")
    func overlong() {
        let frame = WireFrame(.answer, payload: ArraySlice(repeating: 0, count: WireFrame.maximumPayload + 1))
        #expect(throws: WireError.tooLong(262_145, limit: 262_144)) { try frame.payload() }
    }

    @Test("values that no reader would accept are not written")
    func unwritable() {
        var context = Samples.context
        context.text = "a\0b"
        #expect(throws: WireError.invalidText) { try context.payload() }
        context = Samples.context
        context.width = .nan
        #expect(throws: WireError.notFinite) { try context.payload() }
        #expect(throws: WireError.invalidName) { try TypeIdentity(.placeholder, "1st").payload() }
    }
}

/// One of each.
enum Samples {
    static let hello = Hello(types: [TypeIdentity(.placeholder, "currency"), TypeIdentity(.placeholder, "a.b-c_1")])
    static let configure = Configure(
        instance: 255,
        type: TypeIdentity(.placeholder, "currency"),
        configuration: #"{"fontSize": 50}"#
    )
    static let refusal = Refusal(.configuration, "/fontSize: 0 is too small")
    static let context = FieldContext(
        fieldState: .active,
        containerState: .error,
        text: "1\u{2009}250 👨‍👩‍👧",
        placeholder: "₽",
        width: 320,
        inputFrame: Frame(x: 16, y: 37, width: 254, height: 54),
        hasActionButton: true
    )
    static let answer = PlaceholderAnswer(layers: [
        PlaceholderLayer(
            text: "₽",
            isVisible: true,
            frame: Frame(x: 26, y: 37, width: 25, height: 54),
            fontSize: 50,
            color: "#9FACC7",
            position: "top"
        ),
        PlaceholderLayer(
            text: "€",
            isVisible: false,
            frame: Frame(x: 0, y: 37, width: 0, height: 54),
            fontSize: 50,
            color: "secondary",
            anchor: .text(space: 10, margin: 16)
        ),
    ])

    static let frames: [WireFrame] = [
        WireFrame(.hello, payload: bytes(hello)),
        WireFrame(.configure, payload: bytes(configure)),
        WireFrame(.ask, request: 1, payload: bytes(Ask(instance: 3, question: bytes(context)))),
        WireFrame(.answer, request: .max, payload: bytes(answer)),
        WireFrame(.refusal, request: 2, payload: bytes(refusal)),
        WireFrame(.goodbye),
    ]

    /// What frames are sent as.
    static func packets(of frames: [WireFrame]) throws -> [[UInt8]] {
        var packets = PacketWriter()
        for frame in frames {
            try packets.append(frame.kind, request: frame.request) { writer in writer.append(frame.payload) }
        }
        return packets.packets.map(Array.init)
    }

    private static func bytes(_ value: some WireValue) -> ArraySlice<UInt8> {
        (try? value.payload())?[...] ?? []
    }
}

extension WireFrame {
    /// A frame with one value as its payload.
    init(_ kind: FrameKind, request: UInt32 = 0, _ value: some WireValue) throws {
        self.init(kind, request: request, payload: try value.payload()[...])
    }
}

extension WirePacket {
    /// All frames of a packet.
    static func frames(in packet: [UInt8]) throws(WireError) -> [WireFrame] {
        var reader = try PacketReader(packet[...])
        var frames: [WireFrame] = []
        while let frame = try reader.next() { frames.append(frame) }
        return frames
    }
}

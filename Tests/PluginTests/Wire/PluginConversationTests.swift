@testable import FormPlugin
import PluginWire
import Testing

@Suite("A plug-in's side of the conversation")
struct PluginConversationTests {
    private let hello = WireFrame(.hello, payload: [0, 0])

    @Test("a hello is answered with the types, once")
    func greeting() throws {
        var conversation = PluginConversation(types: [EchoPlaceholder.self])
        let frames = try answers(&conversation, [hello, hello])
        #expect(frames.map(\.kind) == [.hello])
        #expect(try Hello(payload: frames[0].payload).types == [TypeIdentity(.placeholder, "echo")])
    }

    @Test("a configuration and questions arrive in one packet, and so do the answers")
    func questions() throws {
        var conversation = PluginConversation(types: [EchoPlaceholder.self])
        let frames = try answers(
            &conversation,
            [hello, try configure(0, ##"{"color": "#112233"}"##), try ask(0, 5), try ask(0, 6)]
        )
        #expect(frames.map(\.kind) == [.hello, .answer, .answer])
        #expect(frames.map(\.request) == [0, 5, 6])
        let answer = try PlaceholderAnswer(payload: frames[1].payload)
        #expect(answer.layers.map(\.text) == [Samples.context.text])
        #expect(answer.layers.map(\.color) == ["#112233"])
    }

    @Test(
        "an invalid configuration is the reason of every refusal",
        arguments: [
            (#"{"color": "red"}"#, "red is no colour"),
            (#"{"color": 1}"#, "/color: "),
            (#"{}"#, "/color: the key is missing"),
            (#"{"color""#, "the configuration is no JSON: "),
            (##"{"color": "#112233", "colour": 1}"##, "/colour: there is no such key"),
        ]
    )
    func refusedConfiguration(_ configuration: String, _ message: String) throws {
        var conversation = PluginConversation(types: [EchoPlaceholder.self])
        let frames = try answers(&conversation, [try configure(1, configuration), try ask(1, 1), try ask(1, 2)])
        #expect(frames.map(\.kind) == [.refusal, .refusal])
        for frame in frames {
            let refusal = try Refusal(payload: frame.payload)
            #expect(refusal.reason == .configuration)
            #expect(refusal.message.hasPrefix(message), "\(refusal.message)")
        }
    }

    @Test("a question to an unknown instance, and an invalid question, are refused")
    func refusedQuestion() throws {
        var conversation = PluginConversation(types: [EchoPlaceholder.self])
        let broken = try WireFrame(.ask, request: 2, Ask(instance: 0, question: [1, 2, 3]))
        let frames = try answers(&conversation, [try ask(9, 1), try configure(0, ##"{"color": "#112233"}"##), broken])
        #expect(try frames.map { try Refusal(payload: $0.payload).reason } == [.question, .question])
    }

    @Test("an instance is replaced by the next configuration with its number")
    func replacement() throws {
        var conversation = PluginConversation(types: [EchoPlaceholder.self])
        let frames = try answers(
            &conversation,
            [try configure(0, "{}"), try ask(0, 1), try configure(0, ##"{"color": "#112233"}"##), try ask(0, 2)]
        )
        #expect(frames.map(\.kind) == [.refusal, .answer])
    }

    @Test("goodbye ends the conversation, and nothing is answered after it")
    func goodbye() throws {
        var conversation = PluginConversation(types: [EchoPlaceholder.self])
        let reply = conversation.receive(try packet([WireFrame(.goodbye), hello])[...])
        #expect(reply.end == .goodbye)
        #expect(reply.answers.packets.isEmpty)
    }

    @Test("a daemon with another version gets this side's version")
    func version() throws {
        var conversation = PluginConversation(types: [EchoPlaceholder.self])
        var packet = try packet([hello])
        packet[4] = 3
        let reply = conversation.receive(packet[...])
        #expect(reply.end == .protocolError(.version(theirs: 3, ours: 1)))
        #expect(try reply.answers.packets.flatMap { try WirePacket.frames(in: Array($0)) }.map(\.kind) == [.hello])
    }

    private func configure(_ instance: UInt16, _ configuration: String) throws -> WireFrame {
        let type = TypeIdentity(.placeholder, "echo")
        return try WireFrame(.configure, Configure(instance: instance, type: type, configuration: configuration))
    }

    private func ask(_ instance: UInt16, _ request: UInt32) throws -> WireFrame {
        try WireFrame(.ask, request: request, Ask(instance: instance, question: Samples.context.payload()[...]))
    }

    private func packet(_ frames: [WireFrame]) throws -> [UInt8] {
        try #require(Samples.packets(of: frames).first)
    }

    private func answers(_ conversation: inout PluginConversation, _ frames: [WireFrame]) throws -> [WireFrame] {
        let reply = conversation.receive(try packet(frames)[...])
        #expect(reply.end == nil)
        return try reply.answers.packets.flatMap { try WirePacket.frames(in: Array($0)) }
    }
}

/// Shows the field's text in a colour.
struct EchoPlaceholder: PlaceholderService {
    static let typeName = "echo"

    struct Configuration: Decodable {
        var color: String

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case color
        }

        init(from decoder: any Decoder) throws {
            try decoder.refuseKeys(except: CodingKeys.self)
            color = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .color)
        }
    }

    private let color: String

    init(configuration: Configuration) throws {
        guard PlaceholderLayer.isColor(configuration.color) else {
            throw ConfigurationError("\(configuration.color) is no colour")
        }
        color = configuration.color
    }

    func layers(for field: FieldContext) -> [PlaceholderLayer] {
        [PlaceholderLayer(text: field.text, isVisible: true, frame: field.inputFrame, fontSize: 16, color: color)]
    }
}

import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation

/// Every message on a bus, or on the daemon's private socket, as a monitor sees it.
struct Capture: Sendable {
    struct Message: Sendable {
        enum Kind: Sendable {
            case call, reply, error, signal
        }

        var kind: Kind
        var isOfDaemon: Bool
        /// The whole message as the monitor prints it.
        var text: String
    }

    private let monitor: RunningTool
    private let transport: Transport
    /// The daemon's name on the bus.
    private let daemon: String

    static func start(_ transport: Transport, of service: Service) async throws -> Capture {
        switch transport {
        case .bus:
            let client = try await service.connect(.bus)
            let owner = try await client.connection.owner(of: Contract.busName)
            let monitor = try RunningTool("dbus-monitor", ["--address", service.bus.address])
            try await monitor.waits(for: "NameLost")
            return Capture(monitor: monitor, transport: transport, daemon: owner.string)
        case .socket:
            let monitor = try RunningTool("busctl", ["--address=\(service.daemon.socketAddress)", "monitor"])
            try await monitor.waits(for: "Monitoring")
            return Capture(monitor: monitor, transport: transport, daemon: "")
        }
    }

    /// What came until a text was seen.
    func messages(until text: String) async throws -> [Message] {
        try await monitor.waits(for: text)
        let output = try await monitor.stop().output
        return blocks(of: output).compactMap(message)
    }

    /// A message begins with a line that is not indented, or with a bullet.
    private func blocks(of output: String) -> [String] {
        var blocks: [String] = []
        for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
            let begins = transport == .bus ? line.first.map { $0 != " " } ?? false : line.hasPrefix("‣ Type=")
            if begins || blocks.isEmpty {
                blocks.append(String(line))
            } else {
                blocks[blocks.count - 1] += "\n" + line
            }
        }
        return blocks
    }

    private func message(_ block: String) -> Message? {
        let head = block.prefix { $0 != "\n" }
        let kinds: [(String, String, Message.Kind)] = [
            ("method call", "method_call", .call), ("method return", "method_return", .reply),
            ("error", "error", .error), ("signal", "signal", .signal),
        ]
        for (bus, socket, kind) in kinds {
            switch transport {
            case .bus where head.hasPrefix(bus + " "):
                return Message(kind: kind, isOfDaemon: head.contains("sender=\(daemon) "), text: block)
            case .socket where head.hasPrefix("‣ Type=\(socket) "):
                return Message(kind: kind, isOfDaemon: kind != .call, text: block)
            default: continue
            }
        }
        return nil
    }
}

extension TemporaryFolder {
    /// The regular files below it.
    func files() throws -> [(name: String, text: String)] {
        let files = FileManager.default
        return try files.subpathsOfDirectory(atPath: path).compactMap { name in
            let file = "\(path)/\(name)"
            guard try files.attributesOfItem(atPath: file)[.type] as? FileAttributeType == .typeRegular else {
                return nil
            }
            return (name, String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self))
        }
    }
}

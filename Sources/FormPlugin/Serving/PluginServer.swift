import PluginWire

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Runs a plug-in's conversation on the socket that formd has passed as descriptor 3.
struct PluginServer {
    private static let descriptor: Int32 = 3

    var conversation: PluginConversation

    consuming func run() -> Never {
        // Without this, sending after the daemon has ended would end the process by a signal.
        signal(SIGPIPE, SIG_IGN)
        guard isSocket() else {
            fail("this program is a plug-in: formd starts it", status: Status.usage)
        }
        var buffer = [UInt8](repeating: 0, count: WirePacket.maximumLength)
        while let length = receive(into: &buffer) {
            let reply = conversation.receive(buffer[..<length])
            if let packet = reply.answers.onlyPacket { send(packet) } else { reply.answers.packets.forEach(send) }
            switch reply.end {
            case nil: continue
            case .goodbye: exit(Status.success)
            case .protocolError(let error): fail("formd is not understood: \(error)", status: Status.protocolError)
            }
        }
        exit(Status.success)
    }

    private func isSocket() -> Bool {
        var type: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(Self.descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0
            && type == Int32(SOCK_SEQPACKET.rawValue)
    }

    /// Receives the next packet and returns its length; `nil` if formd has closed the socket.
    private func receive(into buffer: inout [UInt8]) -> Int? {
        while true {
            // With MSG_TRUNC the result is the whole length of the packet, even if the buffer is too small for it.
            let length = recv(Self.descriptor, &buffer, buffer.count, Int32(MSG_TRUNC))
            if length < 0, errno == EINTR { continue }
            guard length > 0 else { return nil }
            guard length <= buffer.count else {
                fail("formd sent a packet of \(length) bytes", status: Status.protocolError)
            }
            return length
        }
    }

    /// Sends a packet. Ends the process if formd has closed the socket.
    private func send(_ packet: ArraySlice<UInt8>) {
        while packet.withUnsafeBytes({ write(Self.descriptor, $0.baseAddress, $0.count) }) < 0 {
            guard errno == EINTR else { exit(Status.success) }
        }
    }

    private func fail(_ message: String, status: Int32) -> Never {
        let line = "\(message)\n"
        _ = write(STDERR_FILENO, line, line.utf8.count)
        exit(status)
    }
}

/// The statuses with which a plug-in exits, as `sysexits.h` defines them.
private enum Status {
    static let success: Int32 = 0
    static let usage: Int32 = 64
    static let protocolError: Int32 = 76
}

import CLinux

/// Who is at the other end of a socket, as the kernel knew it when the connection was made.
package struct PeerCredentials: Hashable, Sendable {
    package var uid: UInt32
    package var gid: UInt32
    package var pid: Int32

    /// Nil if it is no socket of this machine's.
    init?(of socket: Int32) {
        (uid, gid, pid) = (0, 0, 0)
        guard unsafe linux_peer_credentials(socket, &uid, &gid, &pid) >= 0 else { return nil }
    }
}

extension Connection {
    /// Who the peer is; on a bus connection that is the bus. Nil before there is a connection and once it is
    /// closed.
    package var peerCredentials: PeerCredentials? {
        socket.flatMap { PeerCredentials(of: $0) }
    }

    package var peerUID: UInt32? { peerCredentials?.uid }
    package var peerPID: Int32? { peerCredentials?.pid }

    /// Bounds what the peer can send: a larger message ends the connection, and so do more descriptors.
    ///
    /// For peer-to-peer connections only, and ignored on others: on a bus any client could end our connection by sending
    /// a message of that size.
    package func limitIncoming(messageBytes: Int, descriptors: Int = 0) {
        if isOnBus { return }
        inbox.maximumMessage = messageBytes
        inbox.maximumDescriptors = descriptors
    }
}

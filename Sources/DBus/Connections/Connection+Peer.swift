import CDBus
import CLinux

/// Who is at the other end of a socket, as the kernel knew it when the connection was made.
package struct PeerCredentials: Hashable, Sendable {
    package var uid: UInt32
    package var gid: UInt32
    package var pid: Int32
}

extension Connection {
    /// Who the peer is; on a bus connection that is the bus. Nil once the socket is closed.
    package var peerCredentials: PeerCredentials? {
        var descriptor: Int32 = -1
        guard unsafe dbus_connection_get_unix_fd(pointer, &descriptor) != 0 else { return nil }
        var credentials = PeerCredentials(uid: 0, gid: 0, pid: 0)
        let result = unsafe linux_peer_credentials(
            descriptor,
            &credentials.uid,
            &credentials.gid,
            &credentials.pid
        )
        return result < 0 ? nil : credentials
    }

    package var peerUID: UInt32? { peerCredentials?.uid }
    package var peerPID: Int32? { peerCredentials?.pid }

    /// Bounds what the peer can send: a larger message ends the connection, and so do more descriptors.
    ///
    /// For peer-to-peer connections only, and ignored on others: on a bus any client could end our connection by sending
    /// a message of that size.
    package func limitIncoming(messageBytes: Int, descriptors: Int = 0) {
        if isOnBus { return }
        unsafe dbus_connection_set_max_message_size(pointer, messageBytes)
        // Reading pauses, and the peer waits, while this much is read and not yet handled.
        unsafe dbus_connection_set_max_received_size(pointer, messageBytes)
        unsafe dbus_connection_set_max_message_unix_fds(pointer, descriptors)
        unsafe dbus_connection_set_max_received_unix_fds(pointer, max(descriptors, 1))
    }
}

import Synchronization

/// Processes are started one after the other: a pipe that is made while another thread starts a process would be held by
/// that process too, and its reader would wait for the end of both.
enum ProcessStart {
    static let lock = Mutex(())
}

import Glibc

/// A file descriptor that is closed when its owner is gone.
struct Descriptor: ~Copyable {
    let number: Int32

    init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}

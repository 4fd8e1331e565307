import Glibc

/// Starts threads.
enum BackgroundThread {
    static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        final class Body: Sendable {
            let run: @Sendable () -> Void

            init(_ run: @escaping @Sendable () -> Void) { self.run = run }
        }
        // Signals are delivered to the loop's own thread only.
        var (all, old) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &old)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        let stack = try unsafe makeStack()
        unsafe pthread_attr_setstack(&attributes, stack, stackSize)
        var thread = pthread_t()
        let retained = unsafe Unmanaged.passRetained(Body(body))
        let code = unsafe pthread_create(
            &thread,
            &attributes,
            { pointer in
                if let pointer = unsafe pointer {
                    unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
                }
                return nil
            },
            retained.toOpaque()
        )
        guard code == 0 else {
            unsafe retained.release()
            unsafe munmap(stack, stackSize)
            throw SystemError("start a thread", code: code)
        }
        pthread_detach(thread)
    }

    /// As large as the main thread's stack usually is.
    private static let stackSize = 8 << 20

    /// Allocates a stack without huge pages, of which the kernel would make the first 2 MB resident at once.
    private static func makeStack() throws(SystemError) -> UnsafeMutableRawPointer {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK
        guard let stack = unsafe mmap(nil, stackSize, PROT_READ | PROT_WRITE, flags, -1, 0), unsafe stack != MAP_FAILED
        else { throw SystemError("allocate a thread's stack", code: errno) }
        unsafe madvise(stack, stackSize, MADV_NOHUGEPAGE)
        // A page that ends the process if the stack overflows.
        unsafe mprotect(stack, Int(sysconf(Int32(_SC_PAGESIZE))), PROT_NONE)
        return unsafe stack
    }
}

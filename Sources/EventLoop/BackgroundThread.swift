import Glibc

/// Starts threads that live as long as the process.
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
        var thread = pthread_t()
        let retained = unsafe Unmanaged.passRetained(Body(body))
        let code = unsafe pthread_create(
            &thread,
            nil,
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
            throw SystemError("start a thread", code: code)
        }
        pthread_detach(thread)
    }
}

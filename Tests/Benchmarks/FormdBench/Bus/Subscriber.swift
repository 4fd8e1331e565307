import CBusBench

/// A front end that only listens: a connection on a thread of its own, for as long as the value lives.
@safe
final class Subscriber {
    private let handle: OpaquePointer

    /// Receives the signals that `rule`, a D-Bus match rule, selects.
    init(address: String, rule: String) throws {
        var handle: OpaquePointer?
        let result = unsafe bench_subscriber_start(address, rule, &handle)
        guard let started = unsafe handle else {
            throw BenchmarkFailure(description: "cannot subscribe at \(address): \(errorText(-result))")
        }
        unsafe self.handle = started
    }

    deinit {
        unsafe bench_subscriber_stop(handle)
    }

    /// Signals received so far.
    var count: Int { unsafe Int(bench_subscriber_count(handle)) }
}

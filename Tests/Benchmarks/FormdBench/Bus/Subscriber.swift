import CBusBench

/// A front end that only listens: a connection on a thread of its own, for as long as the value lives.
@safe
final class Subscriber {
    private let handle: OpaquePointer

    /// What is received.
    enum Subscription {
        /// The signals that a D-Bus match rule selects.
        case signals(rule: String)
        /// The signals Changed of a session of formd.
        case follow(session: String)
    }

    init(address: String, to subscription: Subscription) throws {
        var handle: OpaquePointer?
        let result =
            switch subscription {
            case .signals(let rule): unsafe bench_subscriber_start(address, rule, nil, &handle)
            case .follow(let session):
                unsafe BusMethod.follow(session).withCValue { method in
                    unsafe withUnsafePointer(to: method) { unsafe bench_subscriber_start(address, nil, $0, &handle) }
                }
            }
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

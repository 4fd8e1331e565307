import CBusBench

/// A connection of the benchmarks' client: the same C code towards everything that is measured.
/// One thread at a time.
@safe
final class BusClient {
    private let handle: OpaquePointer

    /// Connects to a bus or a private socket, and waits for its answer to Hello.
    init(address: String) throws {
        var handle: OpaquePointer?
        let result = unsafe bench_client_open(address, &handle)
        guard let opened = unsafe handle else {
            throw BenchmarkFailure(description: "cannot connect to \(address): \(errorText(-result))")
        }
        unsafe self.handle = opened
    }

    deinit {
        unsafe bench_client_close(handle)
    }

    /// Calls a method and waits; returns the answer's first value if it is a string or a path, cut to 4 KiB.
    @discardableResult
    func call(_ method: BusMethod, _ text: String = "") throws -> String {
        var reply = [CChar](repeating: 0, count: 4096)
        let capacity = reply.count
        let result = unsafe method.withCValue { method in
            unsafe withUnsafePointer(to: method) { unsafe bench_client_call(handle, $0, text, &reply, capacity) }
        }
        try check(Int64(result))
        return String(decoding: reply.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// From now on this connection is told who owns `name`.
    func watch(name: String) throws {
        try check(Int64(unsafe bench_client_watch_name(handle, name)))
    }

    /// Waits for news of the watched name; returns when it came, in nanoseconds of the monotonic clock.
    @discardableResult
    func awaitName(owned: Bool, seconds: Double = 5) throws -> UInt64 {
        var when: UInt64 = 0
        try check(Int64(unsafe bench_client_await_name(handle, owned, UInt64(seconds * 1e9), &when)))
        return when
    }

    /// Types the load's keys one after another; returns how many nanoseconds each took, sorted.
    func latencies(of load: BusLoad, calls: Int) throws -> [Double] {
        var durations = [UInt64](repeating: 0, count: calls)
        let accepted = unsafe load.withCValue { load in
            unsafe bench_latency(handle, load, calls, &durations)
        }
        try check(accepted, of: calls)
        return durations.map { Double($0) }.sorted()
    }

    /// Types the load's keys with at most `depth` unanswered; returns keys per second.
    func throughput(of load: BusLoad, calls: Int, depth: Int = 32) throws -> Double {
        var duration: UInt64 = 0
        let accepted = unsafe load.withCValue { load in
            unsafe bench_throughput(handle, load, calls, depth, &duration)
        }
        try check(accepted, of: calls)
        return Double(calls) / (Double(duration) / 1e9)
    }

    private func check(_ result: Int64, of calls: Int) throws {
        try check(result)
        guard result == Int64(calls) else {
            throw BenchmarkFailure(description: "\(Int64(calls) - result) of \(calls) keys were not accepted")
        }
    }

    private func check(_ result: Int64) throws {
        guard result < 0 else { return }
        throw BenchmarkFailure(description: unsafe String(cString: bench_client_message(handle)))
    }
}

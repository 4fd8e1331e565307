import EventLoop
import FormdTesting
import Glibc
import Testing

// Each of these has a process of its own: there is one loop in a process.

@Suite("Running the loop")
struct RunTests {
    @Test("serve continues after its start function returns, and ends with the code given to exit")
    func serving() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let code = try EventLoop.serve {
                let loop = EventLoop.shared
                Kept.source = try loop.addTimer(after: .milliseconds(1)) {
                    loop.exit(7)
                    loop.exit(8)
                }
            }
            exit(code)
        }
    }

    @Test("serve throws the error of its start function")
    func failingStart() async {
        await #expect(processExitsWith: .exitCode(9)) {
            do {
                _ = try EventLoop.serve { throw SystemError("begin", code: 1) }
            } catch let error as SystemError where error.operation == "begin" {
                exit(9)
            }
        }
    }

    @Test("run ends when its body returns, with the body's result, and can be called again")
    func running() async {
        await #expect(processExitsWith: .exitCode(3)) {
            var sum: Int32 = 0
            for number in [1, 2] as [Int32] {
                sum += try EventLoop.run {
                    try await EventLoop.shared.sleep(for: .milliseconds(1))
                    return number
                }
            }
            exit(sum)
        }
    }

    @Test("run fails if the loop is told to exit before its body has returned")
    func interrupted() async {
        await #expect(processExitsWith: .exitCode(5)) {
            do {
                try EventLoop.run {
                    EventLoop.shared.exit(5)
                    try await EventLoop.shared.sleep(for: .seconds(3600))
                }
            } catch let error as EventLoop.Interrupted {
                exit(error.code)
            }
        }
    }

    @Test("a second loop in the same process is an error", .loop)
    func second() async {
        await LoopActor.run {}
        #expect(throws: SystemError.self) { try EventLoop.run {} }
    }

    @Test("loop code on another thread traps")
    func wrongThread() async {
        await #expect(processExitsWith: .failure) {
            LoopActor.assumeIsolated {}
        }
    }
}

@LoopActor
private enum Kept {
    static var source: EventSource?
}

extension LoopActor {
    fileprivate static func run(_ body: @LoopActor () -> Void) async {
        await body()
    }
}

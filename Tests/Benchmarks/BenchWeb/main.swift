// What the web rows of the benchmarks need beside a browser and the gateway:
//
//   bench-web echo                            a bare server on the same library, whose page gets its keys back
//   bench-web type PORT PAGES RATE SECONDS    pages without a browser; prints the times of keys in nanoseconds: p50, p99, count
//   bench-web attack PORT COUNT               connections that do harm, until the process is ended

import Glibc
import NIOCore
import NIOPosix

let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

switch (CommandLine.arguments.dropFirst().first, numbers.count) {
case ("echo", 0): try await EchoServer.run(on: group)
case ("type", 4):
    let office = TypingOffice(group, port: numbers[0], rate: numbers[2])
    let times = try await office.type(pages: numbers[1], seconds: numbers[3])
    guard !times.isEmpty else {
        print("no answer came")
        exit(1)
    }
    print(times[times.count / 2], times[times.count * 99 / 100], times.count)
case ("attack", 2): try await Attackers(group, port: numbers[0]).attack(numbers[1])
default:
    print("bench-web echo | type PORT PAGES RATE SECONDS | attack PORT COUNT")
    exit(2)
}

import EventLoop
import FormRuntime
import Logging
import Testing

@Suite("The log")
struct LogTests {
    @Test("a log record is one line with quoted values")
    func line() {
        let record = LogRecord(
            level: .warning,
            message: "a plug-in\nis refused",
            metadata: ["reason": "it says \"no\" \\ never", "path": "/a b\r\nc=d"]
        )
        #expect(
            record.line
                == #"<4>a plug-in is refused path="/a b c=d" reason="it says \"no\" \\ never""# + "\n"
        )
    }

    @Test("the journal gets each value in a separate field")
    func fields() {
        let metadata: Logger.Metadata = ["plugin": "zoo", "session": "a"]
        let record = LogRecord(level: .error, message: "failed", metadata: metadata, leftOut: 7)
        #expect(
            record.fields == [
                #"MESSAGE=failed (7 like it left out) plugin="zoo" session="a""#, "PRIORITY=3",
                "SYSLOG_IDENTIFIER=formd", "FORMD_PLUGIN=zoo", "FORMD_SESSION=a",
            ]
        )
    }

    @Test("a message that is repeated endlessly does not fill the log or hide others")
    func rate() {
        let allowances = LogAllowances()
        let start = EventLoop.now
        let flood = (0..<1_000).compactMap { _ in allowances.takeLine(file: "a", line: 1, now: start) }
        #expect(flood == Array(repeating: 0, count: 20))
        #expect(allowances.takeLine(file: "a", line: 2, now: start) == 0)
        #expect(allowances.takeLine(file: "a", line: 1, now: start + .seconds(1)) == 980)
    }
}

import DBus
import EventLoop
import FormContract
package import Logging

/// The object `org.freedesktop.LogControl1`, with which `systemctl service-log-level` shows and changes the level of a
/// daemon's log while it runs.
package struct LogControl: Sendable {
    let level: @LoopActor @Sendable () -> Logger.Level
    let setLevel: @LoopActor @Sendable (Logger.Level) -> Void
    /// Where the log goes: `journal` or `console`.
    let target: String

    package init(
        level: @escaping @LoopActor @Sendable () -> Logger.Level,
        setLevel: @escaping @LoopActor @Sendable (Logger.Level) -> Void,
        target: String
    ) {
        self.level = level
        self.setLevel = setLevel
        self.target = target
    }

    static let path: ObjectPath = "/org/freedesktop/LogControl1"

    static let interface = Interface<LogControl>(
        "org.freedesktop.LogControl1",
        [
            .property(
                "LogLevel",
                .string,
                access: .anyone,
                writeAccess: .owner,
                emits: .never,
                get: { control in
                    let level = control.level()
                    return .string(names.first { $0.level == level }?.name ?? "info")
                },
                set: { control, value, call in
                    guard let level = names.first(where: { $0.name == value.string })?.level else {
                        let known = names.map(\.name).joined(separator: ", ")
                        throw BusError(.invalidArgs, "there is no such level of the log; there are \(known)")
                    }
                    control.setLevel(level)
                    call.reply()
                }
            ),
            .property(
                "LogTarget",
                .string,
                access: .anyone,
                writeAccess: .owner,
                emits: .never,
                get: { .string($0.target) },
                set: { control, value, call in
                    guard value.string == control.target || value.string == "auto" else {
                        throw BusError(.invalidArgs, "formd's log goes to the \(control.target) until formd ends")
                    }
                    call.reply()
                }
            ),
            .property("SyslogIdentifier", .string, access: .anyone, emits: .constant, get: { _ in .string("formd") }),
        ]
    )

    /// The names of `syslog` with the levels that formd has. Reading yields the first name of a level.
    private static let names: [(name: String, level: Logger.Level)] = [
        ("crit", .critical), ("emerg", .critical), ("alert", .critical), ("err", .error), ("warning", .warning),
        ("notice", .notice), ("info", .info), ("debug", .debug), ("debug", .trace),
    ]
}

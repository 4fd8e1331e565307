import DBus
import FormModel
import FormRuntime

extension IdlePolicy {
    /// Reads the option `idle` of a session.
    init(option: [String: Value]) throws {
        let given = try Options(option, allowed: ["warn", "grace", "action"])
        guard let warn = try given.value("warn", UInt32.self) else {
            throw BusError.invalidArgument("the option \"idle\" has no \"warn\"")
        }
        self.init(warn: Int(warn))
        if let seconds = try given.value("grace", UInt32.self) { grace = Int(seconds) }
        if let word = try given.value("action", String.self) { action = try Action(word: word, argument: "action") }
        for (name, seconds) in [("warn", self.warn), ("grace", grace)] where !Self.seconds.contains(seconds) {
            let range = "\(Self.seconds.lowerBound) to \(Self.seconds.upperBound)"
            throw BusError.invalidArgument("\"\(name)\" of the option \"idle\" is \(seconds), not \(range) seconds")
        }
    }
}

import DBus
import EventLoop

/// The daemon cannot start, because another process has its name on the bus.
struct NameTaken: Error, CustomStringConvertible {
    let owner: NameOwner

    var description: String {
        "the name \(owner.name) is taken by \(owner); stop that process, or use another bus or --socket"
    }
}

/// The owner of a name on the bus, with what the bus knows of it.
struct NameOwner: CustomStringConvertible {
    let name: BusName
    private var uniqueName: BusName?
    private var process: UInt32?
    private var user: UInt32?

    @LoopActor
    init(of name: BusName, on bus: Connection) async {
        self.name = name
        uniqueName = try? await bus.owner(of: name)
        process = try? await bus.processID(of: name)
        user = try? await bus.unixUser(of: name)
    }

    var description: String {
        let details = [process.map { "process \($0)" }, user.map { "user \($0)" }].compactMap(\.self)
        return (uniqueName?.string ?? "a client that has left") + " (\(details.joined(separator: ", ")))"
    }
}

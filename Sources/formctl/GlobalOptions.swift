import ArgumentParser
import DBus

/// Where the daemon is, and how answers are printed.
struct GlobalOptions: ParsableArguments, Sendable {
    @Flag(help: "Talk to the daemon on the session bus (the default) or the system bus.")
    private var bus: Bus = .session

    @Option(help: ArgumentHelp("Talk to the daemon at this D-Bus address: unix:path=…", valueName: "address"))
    private var address: String?

    @Flag(help: "Print JSON.")
    var json = false

    enum Bus: String, EnumerableFlag {
        case session, system
    }

    var place: BusAddress {
        if let address { return .at(address) }
        return bus == .system ? .system : .session
    }
}

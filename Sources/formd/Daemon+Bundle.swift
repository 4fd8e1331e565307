import EventLoop
import FormContract
import FormRuntime
import FormStore
import Logging
import PluginHost
import PostgreSQL
import PostgreSQLAddress

extension Daemon {
    /// Takes up the kept version of the bundle, if the settings name one, before sessions need its forms.
    func takeUpBundle() throws {
        let settings = setup.settings.bundle
        guard let address = settings.source, let name = settings.name else { return }
        guard let folder = runtime.store?.folder else {
            return logger.error("a bundle needs a state folder, in which it is kept", metadata: ["bundle": "\(name)"])
        }
        let host = FileSystem.hostName
        let source: any BundleSource
        switch address {
        case .server(let url):
            source = HTTPSBundleSource(
                folder: settings.server(url),
                name: name,
                program: "formd/\(Contract.version)",
                limit: runtime.limits.bundleTime,
                plugins: runtime.plugins
            )
        case .database(let address):
            let launcher = try launcher()
            let table = PostgreSQLBundleSource("\(address)", name: name, host: host) { [logger] in
                Database(address, launcher: launcher, loop: .shared, logger: logger)
            }
            table.onNews = { [weak runtime] in runtime?.bundles?.update() }
            source = table
        }
        let keeper = try BundleKeeper(
            name: name,
            keys: settings.publicKeys,
            interval: settings.interval == 0 ? nil : .seconds(settings.interval),
            kiosk: settings.kiosk ?? folder.kiosk(on: host),
            source: source,
            shelf: BundleShelf(name: name, state: folder.path),
            library: runtime.library,
            plugins: runtime.plugins,
            logger: logger
        ) { [weak runtime] in runtime?.observer?.typesChanged() }
        keeper.takeUpKept()
        runtime.bundles = keeper
    }
}

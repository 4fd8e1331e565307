package import EventLoop
package import FormBundles
package import FormEngine
import Glibc
package import Logging

/// The installed forms: files `NAME.json` in a list of folders, and those of a bundle. A form in a later folder replaces one of
/// the same name in an earlier folder. A form of the bundle replaces one of the packages' folders, and is replaced by one of
/// the others, which belong to the machine's administrator.
///
/// A file is read when its form is first used; `reload` discards the forms that were read.
@LoopActor
package final class FormLibrary {
    package let compiler: FormCompiler
    /// The bundle that is in use. Its forms can be used after `reload`.
    package var bundle: FormBundle? {
        didSet { compiler.messages = bundle?.messages ?? [:] }
    }
    /// The files that replace forms of the bundle.
    package private(set) var replacements: [String] = []
    private let folders: Folders
    private let logger: Logger
    private var places: [String: Place] = [:]
    private var forms: [String: CompiledForm] = [:]
    /// The names of the forms whose errors have been logged.
    private var refused: Set<String> = []

    /// The maximum size of a file in bytes.
    private static let largestFile = 1 << 20

    /// The folders of forms.
    package struct Folders: Sendable {
        /// Those that packages install forms in.
        package var ofPackages: [String] = []
        package var local: [String]

        package init(local: [String]) { self.local = local }

        /// The folders of forms for all users and for one user.
        package static func standard(home: String?) -> Folders {
            var folders = Folders(local: ["/etc/formd/forms"] + (home.map { ["\($0)/.local/share/formd/forms"] } ?? []))
            folders.ofPackages = ["/usr/share/formd/forms", "/usr/local/share/formd/forms"]
            return folders
        }
    }

    private enum Place {
        case file(String)
        /// The definition.
        case bundle(String)
    }

    package init(folders: Folders, compiler: FormCompiler, logger: Logger) {
        self.folders = folders
        self.compiler = compiler
        self.logger = logger
        scan()
    }

    /// The names of all installed forms, sorted.
    package var names: [String] { places.keys.sorted() }

    /// The installed form with this name. Throws `unknownForm`, or `invalidDefinition` with the file and the position
    /// in it.
    ///
    /// Logs once for each form that it cannot be opened, and why.
    package func form(named name: String) throws -> CompiledForm {
        if let form = forms[name] { return form }
        do {
            let form = try compile(name)
            forms[name] = form
            return form
        } catch let error as RuntimeError where error.code != .unknownForm {
            if refused.insert(name).inserted {
                logger.warning("an installed form cannot be opened: \(error.message)", metadata: ["form": "\(name)"])
            }
            throw error
        }
    }

    private func compile(_ name: String) throws -> CompiledForm {
        let source = try source(of: name)
        do {
            return try compiler.compile(source, name: name)
        } catch let error as RuntimeError {
            throw RuntimeError(error.code, "\(shownPlace(of: name)):\(error.message)")
        }
    }

    private func shownPlace(of name: String) -> String {
        switch places[name] {
        case .file(let path): path
        case .bundle: "\(bundle?.shown ?? "a bundle"), \(name)"
        case nil: name
        }
    }

    /// The JSON of an installed form.
    package func source(of name: String) throws -> String {
        switch places[name] {
        case .file(let path): return try Self.source(at: path)
        case .bundle(let definition): return definition
        case nil:
            let shown = String(name.prefix(80))
            throw RuntimeError(.unknownForm, "no form \"\(shown)\" is installed")
        }
    }

    private static func source(at path: String) throws -> String {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw RuntimeError(.invalidDefinition, "\(path) does not exist any more; Reload searches for forms again")
        }
        // Reading a pipe would block until its writer sends data.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RuntimeError(.invalidDefinition, "\(path) is not a file")
        }
        guard status.st_size <= largestFile else {
            throw RuntimeError(.invalidDefinition, "\(path) is larger than \(largestFile) bytes")
        }
        guard let bytes = try? FileSystem.contents(of: path, limit: largestFile),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw RuntimeError(.invalidDefinition, "\(path) cannot be read as UTF-8") }
        return text
    }

    package func reload() {
        compiler.forget()
        scan()
    }

    private func scan() {
        places = [:]
        forms = [:]
        refused = []
        replacements = []
        scan(folders.ofPackages)
        for (name, definition) in bundle?.forms ?? [:] { places[name] = .bundle(definition) }
        scan(folders.local)
        if let bundle, !replacements.isEmpty {
            logger.notice(
                "files of this machine replace forms of the bundle",
                metadata: ["bundle": "\(bundle.shown)", "files": "\(replacements.joined(separator: ", "))"]
            )
        }
        logger.debug("forms listed", metadata: ["count": "\(places.count)"])
    }

    private func scan(_ folders: [String]) {
        for folder in folders {
            // A folder that does not exist contains no forms.
            let files = (try? FileSystem.names(in: folder)) ?? []
            for file in files.sorted() where file.hasSuffix(".json") && !file.hasPrefix(".") {
                let (name, path) = (String(file.dropLast(".json".count)), "\(folder)/\(file)")
                if case .bundle = places[name] { replacements.append(path) }
                places[name] = .file(path)
            }
        }
    }
}

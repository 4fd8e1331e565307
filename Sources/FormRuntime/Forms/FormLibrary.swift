package import EventLoop
package import FormEngine
import Glibc
package import Logging

/// The installed forms: files `NAME.json` in a list of folders. A form in a later folder replaces one of the same name
/// in an earlier folder.
///
/// A file is read when its form is first used; `reload` discards the forms that were read.
@LoopActor
package final class FormLibrary {
    package let compiler: FormCompiler
    private let folders: [String]
    private let logger: Logger
    private var paths: [String: String] = [:]
    private var forms: [String: CompiledForm] = [:]
    /// The names of the forms whose errors have been logged.
    private var refused: Set<String> = []

    /// The maximum size of a file in bytes.
    private static let largestFile = 1 << 20

    package init(folders: [String], compiler: FormCompiler, logger: Logger) {
        self.folders = folders
        self.compiler = compiler
        self.logger = logger
        scan()
    }

    /// The folders of forms for all users and for one user.
    package static func standardFolders(home: String?) -> [String] {
        ["/usr/share/formd/forms", "/usr/local/share/formd/forms", "/etc/formd/forms"]
            + (home.map { ["\($0)/.local/share/formd/forms"] } ?? [])
    }

    /// The names of all installed forms, sorted.
    package var names: [String] { paths.keys.sorted() }

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
            throw RuntimeError(error.code, "\(paths[name] ?? name):\(error.message)")
        }
    }

    /// The JSON of an installed form.
    package func source(of name: String) throws -> String {
        guard let path = paths[name] else {
            let shown = String(name.prefix(80))
            throw RuntimeError(.unknownForm, "no form \"\(shown)\" is installed")
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw RuntimeError(.invalidDefinition, "\(path) does not exist any more; Reload searches for forms again")
        }
        // Reading a pipe would block until its writer sends data.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RuntimeError(.invalidDefinition, "\(path) is not a file")
        }
        guard status.st_size <= Self.largestFile else {
            throw RuntimeError(.invalidDefinition, "\(path) is larger than \(Self.largestFile) bytes")
        }
        guard let bytes = try? FileSystem.contents(of: path, limit: Self.largestFile),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw RuntimeError(.invalidDefinition, "\(path) cannot be read as UTF-8") }
        return text
    }

    package func reload() {
        compiler.forget()
        scan()
    }

    private func scan() {
        paths = [:]
        forms = [:]
        refused = []
        for folder in folders {
            // A folder that does not exist contains no forms.
            let files = (try? FileSystem.names(in: folder)) ?? []
            for file in files where file.hasSuffix(".json") && !file.hasPrefix(".") {
                paths[String(file.dropLast(".json".count))] = "\(folder)/\(file)"
            }
        }
        logger.debug("forms listed", metadata: ["count": "\(paths.count)"])
    }
}

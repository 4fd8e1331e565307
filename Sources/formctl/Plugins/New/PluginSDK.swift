import EventLoop
import FoundationEssentials

/// The location of the package with the module `FormPlugin`, for a plug-in's package.
enum PluginSDK {
    /// An absolute path.
    case folder(String)
    case repository(String)

    /// - Parameter place: a folder or a URL; `nil` for the SDK that was installed with this program, or that of the
    ///   checkout in which it was built.
    init(named place: String?) throws(CommandFailure) {
        if let place, place.contains("://") || place.hasPrefix("git@") {
            self = .repository(place)
        } else if let place {
            let path = URL(filePath: place).absoluteURL.standardizedFileURL.path
            guard Self.isPackage(path) else {
                throw CommandFailure(.refused, "there is no Package.swift in \(path)".escapingControls)
            }
            self = .folder(path)
        } else if let path = Self.ownFolder {
            self = .folder(path)
        } else {
            throw CommandFailure(.refused, "the SDK was not installed with formctl; say with --sdk where it is")
        }
    }

    /// The entry in the list of a package's dependencies.
    var dependency: String {
        switch self {
        case .folder(let path): ".package(path: \(Self.literal(path)))"
        case .repository(let url): ".package(url: \(Self.literal(url)), branch: \"main\")"
        }
    }

    /// The package manager's identity of the SDK: the last component of its location.
    var identity: String {
        let place =
            switch self {
            case .folder(let path): path
            case .repository(let url): url
            }
        let last = place.split(whereSeparator: { "/:".contains($0) }).last.map(String.init) ?? place
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }

    private static func isPackage(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + "/Package.swift")
    }

    /// `PREFIX/share/formd/sdk` beside `PREFIX/bin`, otherwise `Plugins/SDK` in a folder that contains this program.
    private static var ownFolder: String? {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        var folders: [String] = []
        var folder = URL(filePath: program).deletingLastPathComponent()
        folders.append(folder.deletingLastPathComponent().path + "/share/formd/sdk")
        while folder.path.utf8.count > 1 {
            folder = folder.deletingLastPathComponent()
            folders.append((folder.path == "/" ? "" : folder.path) + "/Plugins/SDK")
        }
        return folders.first(where: isPackage)
    }

    /// A Swift string literal.
    private static func literal(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\u{20}"..."\u{7E}": "\(scalar)"
            default: "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return "\"\(escaped.joined())\""
    }
}

import Glibc

/// Finds the project's other programs.
enum InstalledProgram {
    /// The path of the program beside this one, otherwise of the one in `PATH`; `nil` if there is none.
    static func path(of name: String) -> String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        var folders: [String] = []
        if length > 0 {
            let own = String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            folders.append(
                own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            )
        }
        folders += getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}

import FormdTesting
import Foundation

/// The files that the guide for authors shows, each behind a line with its path.
struct Guide {
    /// Texts by path.
    let files: [String: String]

    init() throws {
        let path = BuiltProducts.project + "/Sources/FormPlugin/FormPlugin.docc/WritingAPlugin.md"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        var files: [String: String] = [:]
        var name: String?
        var text: [Substring]?
        for line in lines {
            if line == "```", let block = text, let file = name {
                files[file] = block.map { "\($0)\n" }.joined()
                name = nil
                text = nil
            } else if text != nil {
                text?.append(line)
            } else if line.hasPrefix("```"), name != nil {
                text = []
            } else if line.hasPrefix("`"), line.hasSuffix("`:") {
                name = String(line.dropFirst().dropLast(2))
            }
        }
        self.files = files
    }

    /// Writes the files of one of the plug-ins below `folder`. The SDK is this project's.
    func write(_ plugin: String, into folder: String) throws {
        for (path, text) in files where path.hasPrefix(plugin + "/") {
            let url = URL(fileURLWithPath: "\(folder)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            let own = text.replacingOccurrences(
                of: "/usr/local/share/formd/sdk",
                with: BuiltProducts.project + "/Plugins/SDK"
            )
            try own.write(to: url, atomically: true, encoding: .utf8)
        }
    }
}
